import type { Queryable } from '#kit/server/db/database.ts';
import type { Cap } from '#telematics/limits/resolve.ts';
import { type CapFence, capsOfFences } from '#telematics/limits/fence-caps.ts';
import { type GeofenceFacts, scheduleOf, shapeOf } from '../geofence/geofence.rules.ts';

type Row = Pick<GeofenceFacts, 'kind' | 'points' | 'widthM' | 'days' | 'fromTime' | 'toTime'> & {
  id: string;
  version: number;
  capKmh: number;
  createdAt: string;
};

/** The speed limits of geofences that are for a vehicle of an organisation, by place (degrees) and time (milliseconds, UTC). */
export async function speedCapsFor(
  db: Queryable,
  { orgId, vehicleId }: { orgId: string; vehicleId: string },
): Promise<(lat: number, lon: number, at: number) => readonly Cap[]> {
  const rows = await db.query<Row>(
    `select g.id, g.version, g.kind, g.points, g.width_m as "widthM", g.cap_kmh as "capKmh", g.days, g.from_time as "fromTime", g.to_time as "toTime",
       g.created_at as "createdAt"
     from geofence g where g.org_id = $1 and g.cap_kmh is not null and g.status = 1 and g.deleted_at is null
       and (g.applies_to = 'ALL' or exists (select 1 from geofence_vehicle v where v.geofence_id = g.id and v.vehicle_id = $2)
         or exists (select 1 from vehicles_group_member m where m.group_id = g.vehicle_group_id and m.org_id = g.org_id and m.vehicle_id = $2))
     order by g.id`,
    [orgId, vehicleId],
  );
  const fences = rows.flatMap((row): CapFence[] => {
    const shape = shapeOf(row);
    // Checked when it was written; one that cannot be read any more limits nothing.
    if (!shape) return [];
    const { id, version, capKmh } = row;
    return [{ id, version, limitKmh: capKmh, shape, schedule: scheduleOf(row), since: Date.parse(row.createdAt) }];
  });
  return capsOfFences(fences);
}
