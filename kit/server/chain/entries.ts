import type { BreakKind, HistoryBreak } from '#kit/contract/history.ts';
import type { Queryable, TextRow } from '#kit/server/db/database.ts';
import { canonicalOf, fieldOf, historyTexts } from './canonical.ts';

/** An entry of the chain with the row it stands for; without texts when that row is gone. */
export interface Entry {
  seq: number;
  id: string;
  /** Hex. */
  hash: string;
  texts: TextRow | undefined;
}

/** Entries read at once: memory stays the same however long the chain is. */
export const entriesAtOnce = 500;
/** A check may wait for a busy machine, which answers such a statement within milliseconds otherwise. */
export const checkMs = 10_000;

const entrySql = `select c.seq, c.history_id, encode(c.hash, 'hex'), ${historyTexts}
  from history_chain c left join history h on h.id = c.history_id`;
const entriesSql = {
  name: 'chain-entries',
  text: `${entrySql} where c.seq > $1 and c.seq <= $2 order by c.seq limit ${entriesAtOnce}`,
  timeoutMs: checkMs,
};

/** The entries after one, up to and with another, the first few hundred of them. */
export async function entriesAfter(db: Queryable, after: number, end: number): Promise<Entry[]> {
  return (await db.text(entriesSql, [after, end])).map(entryOf);
}

export async function entryAt(db: Queryable, seq: number): Promise<Entry | undefined> {
  const [row] = await db.text({ text: `${entrySql} where c.seq = $1` }, [seq]);
  return row && entryOf(row);
}

const entryOf = ([seq, id, hash, ...texts]: TextRow): Entry => ({
  seq: Number(seq),
  id: id as string,
  hash: hash as string,
  texts: fieldOf(texts, 'id') === null ? undefined : texts,
});

export const canonicalOfEntry = (entry: Entry): string | undefined => entry.texts && canonicalOf(entry.texts);

/** One row of the history by its id, as texts. */
export async function rowById(db: Queryable, id: string): Promise<TextRow | undefined> {
  const [row] = await db.text({ text: `select ${historyTexts} from history h where h.id = $1` }, [id]);
  return row;
}

/** Rows after one that were taken out of the chain but not out of the history; only some thousands after it are looked at. */
export const rowsLeftOver = (db: Queryable, after: string, most: number): Promise<TextRow[]> =>
  db.text(
    {
      text: `select ${historyTexts} from (select * from history where id > $1::uuid order by id limit 5000) h
        where not exists (select 1 from history_chain c where c.history_id = h.id)
        and not exists (select 1 from history_open o where o.history_id = h.id) order by h.id limit ${most}`,
    },
    [after],
  );

/** What can be told of a broken entry. */
export function breakOf(
  kind: BreakKind,
  detail: string,
  what: { seq?: number | null; id?: string | null; texts?: TextRow | undefined },
): HistoryBreak {
  const { seq = null, texts } = what;
  const text = (name: Parameters<typeof fieldOf>[1]) => (texts ? fieldOf(texts, name) : null);
  const id = what.id ?? text('id');
  return {
    kind,
    seq,
    id,
    at: (texts ? isoOf(Number(text('at'))) : undefined) ?? timeOfId(id),
    actorName: text('actor_name'),
    onBehalfOfName: text('on_behalf_of_name'),
    action: text('action'),
    module: text('module'),
    recordId: text('record_id'),
    recordTitle: text('record_title'),
    detail,
  };
}

const isoOf = (seconds: number): string | undefined => {
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

/** The time that a UUIDv7 was made at, which is all that is left of a row that is gone. */
function timeOfId(id: string | null): string | null {
  if (id?.charAt(14) !== '7') return null;
  return isoOf(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) / 1_000) ?? null;
}
