import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';

/** A violation as a challan is made of it. */
export interface ProvenViolation {
  id: string;
  orgId: string;
  vehicleId: string;
  driverId: string | null;
  state: string;
  tier: string;
  groundChange: string | null;
  fromAt: string;
  seconds: number;
  road: string;
  lat: number;
  lon: number;
  limitKmh: number;
  /** The speed that is held against the driver, with every correction in his favour; null where it is no evidence. */
  speedKmh: number | null;
}

/** A violation that the scope sees. @throws 404 */
export async function readViolation(db: Queryable, scope: Scope, id: string): Promise<ProvenViolation> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('challan-violation', scope, 'x.org_id', params);
  const [row] = await db.query<ProvenViolation>(
    `select x.id, x.org_id as "orgId", x.vehicle_id as "vehicleId", x.driver_id as "driverId", x.state, x.tier, x.ground_change as "groundChange",
       x.from_at as "fromAt", extract(epoch from x.to_at - x.from_at)::integer as seconds, x.road_name as road,
       x.peak_lat_e7 / 1e7::float8 as lat, x.peak_lon_e7 / 1e7::float8 as lon, x.limit_kmh::float8 as "limitKmh",
       (x.evidence ->> 'correctedMeanKmh')::float8 as "speedKmh"
     from speeding_violation x where x.id = $1${tenantSql}`,
    params,
  );
  if (!row) throw refuse.notFound('Violation not found');
  return row;
}

/** Whether a violation is still what was confirmed. */
export async function readStands(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.query(
    `select from speeding_violation where id = $1 and state = 'CONFIRMED' and tier = 'EVIDENCE' and ground_change is null`,
    [id],
  );
  return rows.length > 0;
}

/** @throws 409 where a violation is none that anybody is fined for, in words */
export function refuseUnproven({ state, tier, groundChange, speedKmh }: ProvenViolation): void {
  if (state !== 'CONFIRMED') throw refuse.conflict('Only a confirmed violation becomes a challan. Review it first');
  if (groundChange !== null)
    throw refuse.conflict('What the decision rests on has changed since. Review the violation again first');
  if (tier !== 'EVIDENCE' || speedKmh === null)
    throw refuse.conflict(
      'Not every check of this violation was passed, so it is no evidence and nobody is fined for it',
    );
}
