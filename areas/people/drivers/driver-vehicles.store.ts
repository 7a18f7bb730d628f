import type { DriversTurned } from '#areas/vehicles/vehicles.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChanges, type Writer } from '#kit/server/history.ts';

interface Turned {
  id: string;
  orgId: string;
  title: string;
  former: string | null;
  next: string | null;
}

/** Brings the vehicle that each driver's row names in line with the assignment that runs now, with its history. */
export async function updateDriverVehicles(db: Queryable, writer: Writer, turned: DriversTurned): Promise<void> {
  if (turned.drivers.length === 0) return;
  const rows = await db.query<Turned>(
    `update driver t set vehicle_id = n.next from (
       select s.id, s.vehicle_id as former, (select a.vehicle_id from vehicles_assignment a
         where a.driver_id = s.id and a.from_at <= $2 and (a.to_at is null or a.to_at > $2)) as next
       from driver s where s.id = any($1::uuid[])) n
     where t.id = n.id and t.vehicle_id is distinct from n.next
     returning t.id, t.org_id as "orgId", t.name as title, n.former, n.next`,
    [[...turned.drivers], writer.now.toISOString()],
  );
  const { reason } = turned;
  for (const { orgId } of rows) writer.touched.push(['driver', orgId]);
  await recordChanges(
    db,
    writer,
    rows.map((row) => ({
      action: 'update',
      module: 'drivers',
      recordId: row.id,
      recordTitle: row.title,
      orgId: row.orgId,
      before: { vehicleId: row.former },
      after: { vehicleId: row.next, ...(reason === undefined ? {} : { endReason: reason }) },
      fields: ['vehicleId', 'endReason'],
    })),
  );
}
