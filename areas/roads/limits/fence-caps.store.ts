import { type GeofenceKind, readShape } from '#areas/geofences/geofence/shape.contract.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scheduleOf } from '#telematics/geofences/schedule.ts';
import { type CapFence, capsOfFences } from '#telematics/limits/fence-caps.ts';
import type { Cap } from '#telematics/limits/resolve.ts';

interface Row {
  id: string;
  version: number;
  kind: GeofenceKind;
  points: string;
  widthM: number | null;
  capKmh: number;
  days: string[] | null;
  fromTime: string | null;
  toTime: string | null;
  createdAt: string;
}

/** Speed limits of the geofences that an organisation has for all of its vehicles, at a place (degrees) and a time. */
export async function capsAtPlace(
  db: Queryable,
  scope: Scope,
  asked: { orgId: string; lat: number; lon: number; at: Date },
): Promise<readonly Cap[]> {
  const params = [asked.orgId];
  const rows = await db.query<Row>(
    `select g.id, g.version, g.kind, g.points, g.width_m as "widthM", g.cap_kmh as "capKmh", g.days, g.from_time as "fromTime", g.to_time as "toTime",
       g.created_at as "createdAt"
     from geofences_cap g where g.org_id = $1${tenantFilter('probe-caps', scope, 'g.org_id', params)} order by g.id`,
    params,
  );
  return capsOfFences(rows.flatMap(fenceOf))(asked.lat, asked.lon, asked.at.getTime());
}

/** Checked when it was written; one that cannot be read any more limits nothing. */
function fenceOf(row: Row): CapFence[] {
  const read = readShape(row.kind, row.points, row.widthM);
  if (!('shape' in read)) return [];
  const { points, widthM } = read.shape;
  const shape = { kind: row.kind, points: points.flat(), widthM };
  const { id, version, capKmh: limitKmh } = row;
  return [{ id, version, limitKmh, shape, schedule: scheduleOf(row), since: Date.parse(row.createdAt) }];
}
