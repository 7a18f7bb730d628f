import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { type RoadQuality, type ViolationReason } from '../violation-answers.contract.ts';

/** More roads than these nobody mends in a week. */
const mostRoads = 200;
const readMs = 2_300;

interface Stored extends Omit<RoadQuality, 'lat' | 'lon' | 'place'> {
  latE7: number;
  lonE7: number;
}

/** Roads on which violations were dismissed because the limit or the road was wrong, those with most of them first. */
export async function readQuality(
  { db, scope, places }: { db: Queryable; scope: Scope; places: Geocoder },
  { terms, params: given }: { terms: readonly string[]; params: readonly Param[] },
): Promise<RoadQuality[]> {
  const params = [...given];
  const where = `x.state in ('CONFIRMED', 'DISMISSED')${tenantFilter('violation-quality', scope, 'x.org_id', params)}${terms.map((term) => ` and ${term}`).join('')}`;
  const against = (code: string) => `count(*) filter (where x.state = 'DISMISSED' and p.code = '${code}')`;
  const latest = (column: string) =>
    `(array_agg(${column} order by x.from_at desc) filter (where x.state = 'DISMISSED' and p.code in ('LIMIT_WRONG', 'WRONG_ROAD')))[1]`;
  const rows = await db.query<Stored>(
    {
      text: `select x.road_id as "roadId", ${latest('x.road_name')} as road, ${against('LIMIT_WRONG')} as "limitWrong",
          ${against('WRONG_ROAD')} as "wrongRoad", count(*) as decided, ${latest('x.peak_lat_e7')} as "latE7",
          ${latest('x.peak_lon_e7')} as "lonE7", ${latest('x.from_at')} as "latestAt"
        from violation x left join helpdesk_purpose p on p.id = x.reason_id
        where ${where} group by x.road_id having ${against('LIMIT_WRONG')} + ${against('WRONG_ROAD')} > 0
        order by ${against('LIMIT_WRONG')} + ${against('WRONG_ROAD')} desc, x.road_id limit ${mostRoads}`,
      timeoutMs: readMs,
    },
    params,
  );
  return rows.map(({ latE7, lonE7, ...row }) => {
    const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7];
    return { ...row, lat, lon, place: places.nameOf(lat, lon) ?? null };
  });
}

/** Reasons for dismissing a violation, in their order. */
export const readReasons = (db: Queryable): Promise<ViolationReason[]> =>
  db.query<ViolationReason>(
    `select id, name, code, needs_note as "needsNote" from helpdesk_purpose
     where deleted_at is null and status = 1 and 'VIOLATION' = any(applies_to) order by position, name, id`,
  );
