import { uuidv7 } from 'uuidv7';
import { allowMs, type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { Statement } from '#kit/server/db/statement.ts';

/** Columns of one row by their names. */
export type Row = Record<string, string | number | boolean | null | readonly string[]>;

/** Between two statements of a seed pictures are drawn, which takes a while on a slow machine. */
const seedMs = 120_000;

/** Runs a set of seeds unless this database has had it. All or nothing. */
export async function once(
  db: Database,
  name: string,
  now: Date,
  load: (db: Queryable) => Promise<void>,
): Promise<boolean> {
  return transact(db, everything, async (db) => {
    const first = await db.query(
      'insert into seed_run (name, at) values ($1, $2) on conflict do nothing returning name',
      [name, now.toISOString()],
    );
    if (first.length === 0) return false;
    await allowMs(db, seedMs);
    await load(patient(db, seedMs));
    return true;
  });
}

/** The same transaction, whose answers are waited for as long as the server may take: hundreds of rows go in with one statement. */
function patient(db: Queryable, timeoutMs: number): Queryable {
  const longer = (statement: string | Statement): Statement =>
    typeof statement === 'string' ? { text: statement, timeoutMs } : { timeoutMs, ...statement };
  return {
    query: (statement, params) => db.query(longer(statement), params),
    text: (statement, params) => db.text(longer(statement), params),
    send: (statement, params) => db.send(longer(statement), params),
    seal: db.seal,
  };
}

/** Inserts rows of a catalogue, a few hundred a statement, with a history row for each. Gives their ids in order. */
export async function insert(
  db: Queryable,
  path: string,
  titles: readonly string[],
  rows: readonly Row[],
  now: Date,
  /** When the history is written, where `now` is a day of the past: what is dated long before other rows breaks its chain. */
  toldAt = now,
): Promise<string[]> {
  const table = path.replaceAll('-', '_');
  const columns = Object.keys(rows[0] ?? {});
  const ids = rows.map(() => uuidv7());
  const at = now.toISOString();
  for (let from = 0; from < rows.length; from += 400) {
    const chunk = rows.slice(from, from + 400).map((row, index) => ({
      id: ids[from + index],
      history_id: uuidv7(),
      record_title: titles[from + index],
      ...row,
    }));
    const names = columns.join(', ');
    await db.query(
      `with given as (select one from jsonb_array_elements($1::jsonb) as listed (one)),
         made as (insert into ${table} (id, ${names}, created_at, updated_at)
           select r.id, ${columns.map((column) => `r.${column}`).join(', ')}, $2, $2
           from given, jsonb_populate_record(null::${table}, one) r returning id)
       insert into history (id, at, actor_name, action, source, module, record_id, record_title)
       select (one ->> 'history_id')::uuid, $4, 'Roadkeeper', 'create', 'seed', $3, (one ->> 'id')::uuid, one ->> 'record_title' from given`,
      [JSON.stringify(chunk), at, path, toldAt.toISOString()],
    );
  }
  return ids;
}

/** Ids of inserted rows by a key of each. */
export const byKey = (keys: readonly string[], ids: readonly string[]) =>
  new Map(keys.map((key, index) => [key, ids[index] as string]));
export const found = (map: ReadonlyMap<string, string>, key: string): string => {
  const id = map.get(key);
  if (!id) throw new Error(`Seed data names '${key}', which is not there`);
  return id;
};
