import type { Queryable } from '#kit/server/db/database.ts';
import { noRecord } from '#kit/contract/history.ts';
import { breakOf, checkMs, rowById } from './entries.ts';
import { isTimely, lastOf } from './seal.ts';
import { broken, type VerifyState } from './state.ts';

/** Rows that are looked for in the chain at once, and those told of that are not there. */
const rowsAtOnce = 5_000;
const mostLoose = 200;
/** A row is chained within a second or two of its commit; older ones than this that are not are looked at closely. */
const freshS = 60;
/** How long a row is given that may have been committed just now, however long ago it is dated. */
const patienceMs = 3_000;

interface Loose {
  id: string;
  /** Seconds. */
  at: number;
  open: boolean;
  legacy: boolean;
}

/** After the chain itself: whether every row of the history is in it, and every row that was to be is there. */
export async function stepRows(db: Queryable, state: VerifyState, now: Date): Promise<VerifyState> {
  if (state.patience) return afterPatience(db, state, now);
  if (state.phase === 'notes') return stepNotes(db, state);
  // Row security makes few rows out of many to the planner, which then would sort the whole table for each page.
  await db.query(`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
  const [page] = await db.query<{ last: string | null; loose: Loose[] }>(rowsSql, [state.cursor]);
  if (!page?.last) return { ...state, phase: 'notes', cursor: noRecord };
  let { waiting } = state;
  const seconds = now.getTime() / 1_000;
  const newest = page.loose.length > 0 ? ((await lastOf(db))?.at ?? null) : null;
  for (const { id, at, open, legacy } of page.loose) {
    // Without the note that goes with every row, or dated as the product never would: it was put there beside the product.
    if (!open || (!legacy && !isTimely(id, at, newest, now))) {
      const texts = await rowById(db, id);
      return broken(state, breakOf('inserted', 'The product did not write this row.', { id, texts }));
    }
    waiting += 1;
    if (!legacy && at < seconds - freshS && !(await hasBacklog(db))) {
      const until = new Date(now.getTime() + patienceMs).toISOString();
      return { ...state, patience: { id, until } };
    }
  }
  const cursor = page.loose.length === mostLoose ? (page.loose.at(-1)?.id ?? page.last) : page.last;
  return { ...state, waiting, cursor };
}

/** What was written before there was a chain is taken in first, once. */
const hasBacklog = async (db: Queryable) =>
  (await db.query('select 1 from history_open where legacy limit 1')).length > 0;

async function afterPatience(db: Queryable, state: VerifyState, now: Date): Promise<VerifyState> {
  const { id, until } = state.patience as NonNullable<VerifyState['patience']>;
  if (now.getTime() < Date.parse(until)) return state;
  const chained = await db.query('select 1 from history_chain where history_id = $1', [id]);
  // The page is looked at anew.
  if (chained.length > 0) return { ...state, patience: null };
  const texts = await rowById(db, id);
  const detail = 'This row was not chained within a minute. Roadkeeper does that while it runs.';
  return broken(state, breakOf('unchained', detail, { id, texts }));
}

/** A row was written when it was noted to be chained: where only the note is left, somebody was quicker than the chain. */
async function stepNotes(db: Queryable, state: VerifyState): Promise<VerifyState> {
  const [page] = await db.query<{ last: string | null; gone: string | null }>(notesSql, [state.cursor]);
  if (page?.gone)
    return broken(
      state,
      breakOf('missing', `Row ${page.gone} is gone; it was written and not chained yet.`, { id: page.gone }),
    );
  return page?.last ? { ...state, cursor: page.last } : { ...state, phase: 'done' };
}

const rowsSql = {
  timeoutMs: checkMs,
  text: `with page as materialized (select h.id, h.at from history h where h.id > $1::uuid order by h.id limit ${rowsAtOnce}),
    loose as (select p.id, extract(epoch from p.at)::float8 as at, o.history_id is not null as open, coalesce(o.legacy, false) as legacy
      from page p left join history_chain c on c.history_id = p.id left join history_open o on o.history_id = p.id
      where c.seq is null order by p.id limit ${mostLoose})
  select (select id from page order by id desc limit 1) as last,
    coalesce((select json_agg(json_build_object('id', id, 'at', at, 'open', open, 'legacy', legacy) order by id) from loose), '[]') as loose`,
};

const notesSql = {
  timeoutMs: checkMs,
  text: `with page as materialized (select o.history_id as id from history_open o where o.history_id > $1::uuid
      order by o.history_id limit ${rowsAtOnce})
  select (select id from page order by id desc limit 1) as last,
    (select p.id from page p left join history h on h.id = p.id where h.id is null order by p.id limit 1) as gone`,
};
