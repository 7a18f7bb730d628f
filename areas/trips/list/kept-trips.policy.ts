import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Trips are evidence of what vehicles did: nothing that made some is removed for good. @throws 409 */
export async function refuseWithTrips(
  db: Queryable,
  of: 'device_id' | 'vehicle_id',
  { id, title }: AnyRow,
): Promise<void> {
  const [found] = await db.query(`select 1 from trip where ${of} = $1 limit 1`, [id]);
  if (found) throw refuse.conflict(`${title} made trips, which are kept. It cannot be deleted permanently`);
}
