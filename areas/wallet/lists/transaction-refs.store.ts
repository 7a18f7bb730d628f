import type { Queryable } from '#kit/server/db/database.ts';

/** Numbers of transactions by their ids, with whose they are; whether the reader may know of them is left to the scope of the transaction. */
export const transactionRefs = async (
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, { orgId: string; ref: string }>> =>
  new Map(
    (
      await db.query<{ id: string; orgId: string; ref: string }>(
        'select id, org_id as "orgId", ref from wallet_transaction where id = any($1::uuid[])',
        [[...new Set(ids)]],
      )
    ).map(({ id, ...one }) => [id, one]),
  );
