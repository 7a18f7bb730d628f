import { type Database, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { tooSlow } from '#kit/server/db/failures.ts';

/** Like `transact`, for what a call writes: a caller who was told that it takes too long must not find it done as well. */
export const transactInTime = <T>(
  call: Pick<Call, 'late'>,
  db: Database,
  scope: Scope,
  work: (db: Queryable) => Promise<T>,
): Promise<T> =>
  transact(db, scope, async (db) => {
    const result = await work(db);
    if (call.late.aborted) throw tooSlow();
    return result;
  });
