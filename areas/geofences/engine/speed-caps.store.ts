import type { Queryable } from '#kit/server/db/database.ts';
import type { Cap } from '#telematics/limits/resolve.ts';
import { type CapFence, capsOfFences } from '#telematics/limits/fence-caps.ts';
import { scheduleOf } from '#telematics/geofences/schedule.ts';
import { type GeofenceFacts, shapeOf } from '../geofence/geofence.rules.ts';

type Row = Pick<GeofenceFacts, 'kind' | 'points' | 'widthM' | 'days' | 'fromTime' | 'toTime'> & {
  id: string;
  version: number;
  capKmh: number;
  createdAt: string;
};

function capFenceOf(row: Row): CapFence | null {
  const shape = shapeOf(row);
  // Checked when it was written; one that cannot be read any more limits nothing.
  if (!shape) return null;
  const { id, version, capKmh } = row;
  return { id, version, limitKmh: capKmh, shape, schedule: scheduleOf(row), since: Date.parse(row.createdAt) };
}

/** Speed limits by place (degrees) and time (milliseconds, UTC). */
export type CapsAt = (lat: number, lon: number, at: number) => readonly Cap[];

const columns = `g.id, g.version, g.kind, g.points, g.width_m as "widthM", g.cap_kmh as "capKmh", g.days, g.from_time as "fromTime", g.to_time as "toTime",
       g.created_at as "createdAt"`;

/** The speed limits of all geofences of all organisations, for whoever follows every vehicle. @returns those for one vehicle. */
export async function allSpeedCaps(db: Queryable): Promise<(orgId: string, vehicleId: string) => CapsAt> {
  const rows = await db.query<Row & { orgId: string; isForAll: boolean; vehicles: string[] }>(
    `select ${columns}, g.org_id as "orgId", g.applies_to = 'ALL' as "isForAll",
       array(select v.vehicle_id from geofence_vehicle v where v.geofence_id = g.id
         union select m.vehicle_id from vehicles_group_member m where m.group_id = g.vehicle_group_id and m.org_id = g.org_id) as vehicles
     from geofence g where g.cap_kmh is not null and g.status = 1 and g.deleted_at is null order by g.id`,
  );
  const fences = new Map<string, { fence: CapFence; vehicles: ReadonlySet<string> | null }[]>();
  for (const row of rows) {
    const fence = capFenceOf(row);
    if (!fence) continue;
    const own = fences.get(row.orgId) ?? [];
    fences.set(row.orgId, own);
    own.push({ fence, vehicles: row.isForAll ? null : new Set(row.vehicles) });
  }
  return (orgId, vehicleId) => {
    const own = (fences.get(orgId) ?? []).filter(({ vehicles }) => vehicles?.has(vehicleId) ?? true);
    return own.length === 0 ? noCaps : capsOfFences(own.map(({ fence }) => fence));
  };
}
const none: readonly Cap[] = [];
const noCaps: CapsAt = () => none;

/** The geofences with a speed limit that are for a vehicle of an organisation. */
export async function capFencesFor(
  db: Queryable,
  { orgId, vehicleId }: { orgId: string; vehicleId: string },
): Promise<CapFence[]> {
  const rows = await db.query<Row>(
    `select ${columns}
     from geofence g where g.org_id = $1 and g.cap_kmh is not null and g.status = 1 and g.deleted_at is null
       and (g.applies_to = 'ALL' or exists (select 1 from geofence_vehicle v where v.geofence_id = g.id and v.vehicle_id = $2)
         or exists (select 1 from vehicles_group_member m where m.group_id = g.vehicle_group_id and m.org_id = g.org_id and m.vehicle_id = $2))
     order by g.id`,
    [orgId, vehicleId],
  );
  return rows.map(capFenceOf).filter((fence) => fence !== null);
}

/** Their speed limits by place (degrees) and time (milliseconds, UTC). */
export const speedCapsFor = async (db: Queryable, asked: { orgId: string; vehicleId: string }): Promise<CapsAt> =>
  capsOfFences(await capFencesFor(db, asked));
