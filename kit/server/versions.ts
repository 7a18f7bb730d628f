import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from './db/database.ts';

/**
 * The state of tables, as texts: the same text means that nothing was written between. What is remembered of an answer
 * (rows, counts, ETags) hangs on it. There is one state per (table, organisation).
 */
export interface Versions {
  /**
   * The state now. A read that begins after a write was acknowledged gets another text than before it.
   * @param orgs organisation, or organisations, whose rows are looked at; null looks at all.
   */
  now(tables: readonly string[], orgs: Orgs): string | Promise<string>;
  /** To be called at the end of the transaction of a write, so that the marks are there exactly when the write is. */
  mark(db: Queryable, touched: Touched): Promise<void>;
  /** To be called after that transaction, however it ended, and before anybody is answered. */
  bump(table: string, orgId: string | null): void;
  /** Where other processes write as well: the state of every (table, organisation) that was ever written, by `table:orgId`. */
  everything?(): Promise<ReadonlyMap<string, string>>;
}

export type Orgs = string | null | readonly string[];

/** Puts marks for all that was written into the transaction of the write. */
export async function markAll(versions: Versions, db: Queryable, touched: Touched): Promise<void> {
  const written = distinct(touched);
  if (written.length > 0) await versions.mark(db, written);
}
/** Tells after the transaction; see bump. */
export function bumpAll(versions: Versions, touched: Touched): void {
  for (const [table, orgId] of distinct(touched)) versions.bump(table, orgId);
}
/** Tables that were written to, with the organisation of the rows. */
export type Touched = readonly (readonly [table: string, orgId: string | null])[];
const distinct = (touched: Touched): Touched => [
  ...new Map(touched.map((one) => [`${one[0]}:${one[1] ?? ''}`, one])).values(),
];

/** Keys that stand for a state: of everybody's eyes, of one organisation, and of rows without one. */
const keysOf = (table: string, orgId: string | null) => [table, `${table}:${orgId ?? ''}`];
const keysRead = (table: string, orgs: Orgs) =>
  orgs === null ? [table] : [...(typeof orgs === 'string' ? [orgs] : orgs), ''].map((org) => `${table}:${org}`);

/** Tells as well of every write to certain tables, once it is done. */
export const withListener = (versions: Versions, tables: ReadonlySet<string>, changed: () => void): Versions => ({
  now: (all, orgs) => versions.now(all, orgs),
  mark: (db, touched) => versions.mark(db, touched),
  bump(table, orgId) {
    versions.bump(table, orgId);
    if (tables.has(table)) changed();
  },
});

/** For the only process that writes, which the data folder's lock makes sure of: counters in its own memory. */
export function ownVersions(): Versions {
  // Another start counts from nothing again: the nonce keeps its ETags apart from those given out before.
  const nonce = randomBytes(6).toString('base64url');
  const counters = new Map<string, number>();
  const value = (key: string) => counters.get(key) ?? 0;
  return {
    now: (tables, orgs) => `${nonce}.${tables.flatMap((table) => keysRead(table, orgs).map(value)).join('.')}`,
    mark: () => Promise.resolve(),
    bump(table, orgId) {
      for (const key of keysOf(table, orgId)) counters.set(key, value(key) + 1);
    },
  };
}

/**
 * For processes that share a database: counters in a table. A write raises its counter in its own transaction, in one of
 * sixteen lines so that writers seldom wait for each other; a reader adds the lines up. Readers that ask together are
 * answered by one statement, but never by one that was sent before they asked.
 */
export function sharedVersions(db: Database): Versions {
  let next: { keys: Set<string>; answer: Promise<Map<string, string>> } | undefined;
  let sent: Promise<unknown> = Promise.resolve();
  const ask = async (keys: Set<string>): Promise<Map<string, string>> => {
    const rows = await db.text(readSql, [[...keys]]);
    return new Map(rows.map(([key, version]) => [key as string, version as string]));
  };
  return {
    async now(tables, orgs) {
      const wanted = tables.flatMap((table) => keysRead(table, orgs));
      if (!next) {
        const keys = new Set<string>();
        // It leaves when the one before is back; whoever comes until then joins it.
        const answer = sent.then(() => {
          next = undefined;
          return ask(keys);
        });
        next = { keys, answer };
        sent = answer.catch(() => undefined);
      }
      for (const key of wanted) next.keys.add(key);
      const found = await next.answer;
      return wanted.map((key) => found.get(key) ?? '0').join('.');
    },
    async mark(db, touched) {
      const keys = new Set(touched.flatMap(([table, orgId]) => keysOf(table, orgId)));
      // In one order everywhere, so that two writers never wait for each other in a ring.
      await db.send(markSql, [[...keys].sort()]);
    },
    bump: () => undefined,
    async everything() {
      const rows = await db.text(allSql, []);
      return new Map(rows.map(([key, version]) => [key as string, version as string]));
    },
  };
}

const allSql = {
  name: 'versions-all',
  text: `select key, sum(version)::text from catalogue_version where key like '%:%' group by key`,
};
const readSql = {
  name: 'versions-read',
  text: 'select key, sum(version)::text from catalogue_version where key = any($1) group by key',
};
const markSql = {
  name: 'versions-mark',
  text: `insert into catalogue_version (key, line, version) select key, pg_backend_pid() % 16, 1 from unnest($1::text[]) key order by key
    on conflict (key, line) do update set version = catalogue_version.version + 1`,
};
