import type { Queryable } from '#kit/server/db/database.ts';

/** Documents of a vehicle that changes hands stay with who had them, and count no more. */
export async function supersedeDocuments(db: Queryable, vehicleId: string, now: Date): Promise<void> {
  await db.query(
    `update vehicle_kyc_doc set review_state = 'SUPERSEDED', version = version + 1, updated_at = $2
     where vehicle_id = $1 and review_state <> 'SUPERSEDED' and deleted_at is null`,
    [vehicleId, now.toISOString()],
  );
}

/** Ends documents that are switched off or deleted: they count for nothing, and their last day passes all the same. */
export async function expireUnused(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(`update vehicle_kyc_doc set review_state = 'EXPIRED' where id = any($1::uuid[])`, [[...ids]]);
}
