import { recomputeVehicles } from '#areas/compliance/compliance.server.ts';
import { writeUnpaidChallans } from '#areas/vehicles/vehicles.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';

/**
 * Brings the compliance of vehicles in line with their government challans that are to be paid. A notice of the company stops nothing at
 * an office, so it does not count; nor do challans of who had the vehicle before.
 */
export async function noteUnpaid(db: Queryable, writer: Writer, vehicleIds: readonly string[]): Promise<void> {
  const unpaid = await db.query<Parameters<typeof writeUnpaidChallans>[1][number]>(
    `select v.id, count(c.id)::integer as count, min(c.due_on) as by
     from vehicles_vehicle v left join challan c on c.vehicle_id = v.id and c.org_id = v.org_id and c.source = 'GOVERNMENT' and c.due = 'PAY'
       and c.status = 1 and c.deleted_at is null
     where v.id = any($1::uuid[]) group by v.id`,
    [[...vehicleIds]],
  );
  const changed = await writeUnpaidChallans(db, unpaid);
  if (changed.length > 0) await recomputeVehicles(db, writer, changed);
}
