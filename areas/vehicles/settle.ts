import { refreshVehicles } from '#areas/documents/documents.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type Change, productWriter, recordChanges, type Writer } from '#kit/server/history.ts';

interface Turned {
  id: string;
  orgId: string;
  title: string;
  former: string | null;
  next: string | null;
}

/** Vehicles and drivers whose periods were touched. */
export interface Involved {
  vehicles: readonly string[];
  drivers: readonly string[];
}

/**
 * Brings what vehicles and drivers say of each other in line with the period that runs now, tells the history of both, and
 * judges the vehicles anew.
 */
export async function settle(db: Queryable, writer: Writer, involved: Involved, reason?: string): Promise<void> {
  const { vehicles, drivers } = involved;
  if (vehicles.length === 0 && drivers.length === 0) return;
  const at = writer.now.toISOString();
  const ofVehicles = await db.query<Turned>(turn('vehicle', 'driver_id', 'registration_no'), [[...vehicles], at]);
  const ofDrivers = await db.query<Turned>(turn('driver', 'vehicle_id', 'name'), [[...drivers], at]);
  const tell =
    (module: 'vehicle' | 'drivers', name: string) =>
    (row: Turned): Change => {
      writer.touched.push([module === 'vehicle' ? 'vehicle' : 'driver', row.orgId]);
      return {
        action: 'update',
        module,
        recordId: row.id,
        recordTitle: row.title,
        orgId: row.orgId,
        before: { [name]: row.former },
        after: { [name]: row.next, ...(reason === undefined ? {} : { endReason: reason }) },
        fields: [name, 'endReason'],
      };
    };
  await recordChanges(db, writer, [
    ...ofVehicles.map(tell('vehicle', 'driverId')),
    ...ofDrivers.map(tell('drivers', 'vehicleId')),
  ]);
  await refreshVehicles(
    db,
    writer,
    ofVehicles.map(({ id }) => id),
  );
}

const turn = (table: 'vehicle' | 'driver', other: 'driver_id' | 'vehicle_id', title: string) =>
  `update ${table} t set ${other} = n.next from (
     select s.id, s.${other} as former, (select a.${other} from driver_assignment a
       where a.${table}_id = s.id and a.from_at <= $2 and (a.to_at is null or a.to_at > $2)) as next
     from ${table} s where s.id = any($1::uuid[])) n
   where t.id = n.id and t.${other} is distinct from n.next
   returning t.id, t.org_id as "orgId", t.${title} as title, n.former, n.next`;

/** Periods that began or ended by themselves since this was called last. */
export async function settleDue(db: Queryable, now: Date): Promise<Writer['touched']> {
  const rows = await db.query<{ vehicleId: string; driverId: string }>(
    `select a.vehicle_id as "vehicleId", a.driver_id as "driverId" from driver_assignment a join vehicle v on v.id = a.vehicle_id
      where a.from_at <= $1 and (a.to_at is null or a.to_at > $1) and v.driver_id is distinct from a.driver_id
     union all
     select v.id, v.driver_id from vehicle v where v.driver_id is not null and not exists (select 1 from driver_assignment a
       where a.vehicle_id = v.id and a.driver_id = v.driver_id and a.from_at <= $1 and (a.to_at is null or a.to_at > $1))
     limit 2000`,
    [now.toISOString()],
  );
  const writer = productWriter(now);
  // A vehicle that changes hands in this moment has left the one before it is with the other.
  await settle(db, writer, {
    vehicles: rows.map(({ vehicleId }) => vehicleId),
    drivers: [...new Set(rows.map(({ driverId }) => driverId))],
  });
  return writer.touched;
}
