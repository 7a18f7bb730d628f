/** Everything a row of history can tell of: what was done to a record, and acts that write to none. */
export const historyActions = [
  'create',
  'update',
  'status',
  'delete',
  'restore',
  'purge',
  'merge',
  'impersonate',
  'return',
] as const;
export type HistoryAction = (typeof historyActions)[number];

export const historySources = ['screen', 'bulk', 'import', 'api', 'seed', 'job'] as const;
export type HistorySource = (typeof historySources)[number];

/** Module of acts that belong to no other: sign-in, sign-out and what ends a session. */
export const sessionModule = 'session';

/** What stands where an act has no record of its own. */
export const noRecord = '00000000-0000-0000-0000-000000000000';
