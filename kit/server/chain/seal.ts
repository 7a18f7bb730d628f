import type { Queryable } from '#kit/server/db/database.ts';
import { beginning, canonicalOf, fieldOf, hashOf, historyTexts } from './canonical.ts';

/** Rows chained in one transaction, which takes some milliseconds. */
export const sealRows = 200;
/** One sealer at a time per database, whatever the number of processes. */
const lockKey = 7_240_532;
/** How much older than what was chained already a row may be: a write that takes very long, clocks that differ. */
const latenessS = 3_600;

/** The last entry of the chain; `at` in seconds, null when its row is gone. */
export interface Last {
  seq: number;
  /** Hex. */
  hash: string;
  id: string;
  at: number | null;
}

/** The last entry of the chain, or undefined of an empty one. */
export async function lastOf(db: Queryable): Promise<Last | undefined> {
  const [row] = await db.query<Last>(
    `select c.seq, encode(c.hash, 'hex') as hash, c.history_id as id, extract(epoch from h.at)::float8 as at
     from history_chain c left join history h on h.id = c.history_id order by c.seq desc limit 1`,
  );
  return row;
}

/**
 * Whether the product may have written a row. Its ids are UUIDv7, and a row is chained within moments of its writing: one
 * that is dated long before rows that were chained already, and before now, was put there by somebody else.
 * @param at seconds
 * @param newest seconds, of the newest row in the chain
 */
export const isTimely = (id: string, at: number, newest: number | null, now: Date): boolean =>
  id.charAt(14) === '7' && at >= Math.min(newest ?? -Infinity, now.getTime() / 1_000) - latenessS;

export interface Sealed {
  /** Entries that were added. */
  added: number;
  /** Where the next round goes on; undefined when everything was looked at, or another process is at it. */
  next: string | undefined;
}

/**
 * Chains the next rows that wait, in the order of their ids, inside the caller's transaction. Rows that the product cannot
 * have written are left, and so is the note of a row that is gone: the check tells of both.
 */
export async function sealSome(db: Queryable, after: string, now: Date): Promise<Sealed> {
  const [lock] = await db.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [lockKey]);
  if (!lock?.mine) return { added: 0, next: undefined };
  const rows = await db.text(openSql, [after]);
  const taken = rows.slice(0, sealRows);
  if (taken.length === 0) return { added: 0, next: undefined };
  const last = await lastOf(db);
  const entries: { id: string; hash: string }[] = [];
  const done: string[] = [];
  let hash = last?.hash ?? beginning;
  let newest = last?.at ?? null;
  for (const [waiting, legacy, chained, ...texts] of taken) {
    const id = fieldOf(texts, 'id');
    if (chained === 't') done.push(waiting as string);
    if (chained === 't' || id === null) continue;
    const at = Number(fieldOf(texts, 'at'));
    if (legacy !== 't' && !isTimely(id, at, newest, now)) continue;
    hash = hashOf(hash, canonicalOf(texts));
    newest = Math.max(newest ?? at, at);
    entries.push({ id, hash });
    done.push(id);
  }
  if (entries.length > 0)
    await db.query(addSql, [last?.seq ?? 0, entries.map((one) => one.id), entries.map((one) => one.hash)]);
  if (done.length > 0) await db.query('delete from history_open where history_id = any($1::uuid[])', [done]);
  return { added: entries.length, next: rows.length > sealRows ? (taken.at(-1)?.[0] ?? undefined) : undefined };
}

const openSql = {
  name: 'chain-open',
  text: `select o.history_id, o.legacy, c.seq is not null, ${historyTexts}
    from history_open o left join history h on h.id = o.history_id left join history_chain c on c.history_id = o.history_id
    where o.history_id > $1::uuid order by o.history_id limit ${sealRows + 1}`,
};
const addSql = {
  name: 'chain-add',
  text: `insert into history_chain (seq, history_id, hash)
    select $1::bigint + e.place, e.id, decode(e.hash, 'hex')
    from unnest($2::uuid[], $3::text[]) with ordinality e (id, hash, place)`,
};
