import { randomBytes } from 'node:crypto';

/**
 * A number per (table, organisation) that grows with every write: what ETags and remembered counts hang on.
 * Kept in this process: right while one process writes, which the data folder's lock guarantees. With a database of the
 * user's own, other processes may write too, so nothing is remembered there.
 */
export interface Versions {
  /** True when remembered answers may be used. */
  readonly trusted: boolean;
  /** The state of some tables as one text: the same text means that nothing was written between. */
  of(tables: readonly string[], orgId: string | null): string;
  /** To be called after a write was committed and before it is acknowledged. */
  bump(table: string, orgId: string | null): void;
}

export function createVersions(options: { trusted: boolean }): Versions {
  // Another start counts from nothing again: the nonce keeps its ETags apart from those given out before.
  const nonce = randomBytes(6).toString('base64url');
  const counters = new Map<string, number>();
  const value = (key: string) => counters.get(key) ?? 0;
  return {
    trusted: options.trusted,
    of: (tables, orgId) =>
      `${nonce}.${tables.map((table) => (orgId === null ? value(table) : `${value(`${table}:${orgId}`)}-${value(`${table}:`)}`)).join('.')}`,
    bump(table, orgId) {
      // The plain key is what staff, who see every organisation, hang on; `table:` stands for rows of no organisation.
      for (const key of [table, `${table}:${orgId ?? ''}`]) counters.set(key, value(key) + 1);
    },
  };
}
