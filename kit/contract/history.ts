/** Everything a row of history can tell of: what was done to a record, and acts that write to none. */
export const historyActions = [
  'create',
  'update',
  'status',
  'delete',
  'restore',
  'purge',
  'merge',
  'sign-in',
  'sign-out',
  'sign-in-refused',
  'session-ended',
  'password',
  'impersonate',
  'return',
  'export',
  'reveal',
  'refused',
] as const;
export type HistoryAction = (typeof historyActions)[number];

export const historySources = ['screen', 'bulk', 'import', 'api', 'seed', 'job'] as const;
export type HistorySource = (typeof historySources)[number];

/** Module of acts that belong to no other: sign-in, sign-out and what ends a session. */
export const sessionModule = 'session';

/** What stands where an act has no record of its own. */
export const noRecord = '00000000-0000-0000-0000-000000000000';

/** What can be wrong with the first entry of the history's chain that does not hold. */
export const breakKinds = [
  /** The row is another than the one that was chained. */
  'changed',
  /** A row, or its entry in the chain, is gone. */
  'missing',
  /** A row that the product did not write, or an entry that does not belong there. */
  'inserted',
  /** Entries stand in another order than they were made in. */
  'reordered',
  /** The latest entries are gone. */
  'tail',
  /** The chain holds together, but is not the one that was noted outside the database. */
  'rewritten',
  /** A row was not chained within a minute of its writing. */
  'unchained',
] as const;
export type BreakKind = (typeof breakKinds)[number];

/** The first entry of the chain that does not hold, with what can still be told of its row; null is unknown. */
export interface HistoryBreak {
  kind: BreakKind;
  seq: number | null;
  id: string | null;
  /** When it was written. */
  at: string | null;
  actorName: string | null;
  onBehalfOfName: string | null;
  action: string | null;
  module: string | null;
  recordId: string | null;
  recordTitle: string | null;
  /** What was found, in a sentence. */
  detail: string;
}

/** A check of the whole chain, under way or over. */
export interface HistoryCheck {
  state: 'running' | 'whole' | 'broken' | 'failed';
  startedAt: string;
  finishedAt: string | null;
  /** Entries looked at. */
  checked: number;
  /** Entries there were at its start. */
  total: number;
  broken: HistoryBreak | null;
}
/** What GET /history/verify answers. */
export interface HistoryProof {
  /** Entries of the chain now. */
  entries: number;
  running: HistoryCheck | null;
  /** The latest check that is over. */
  last: HistoryCheck | null;
}
