import { indiaDay } from '#kit/contract/days.ts';
import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { stateOf } from '#areas/offices/states.contract.ts';
import { sizeOf } from '../challan/offence.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import type { PastViolation } from './what-if.rules.ts';

/** As many as one answer looks at. */
const most = 5_000;

interface Row {
  id: string;
  at: string;
  vehicleId: string;
  plate: string;
  plateUse: PlateUse | null;
  lat: number;
  lon: number;
  limitKmh: number;
  speedKmh: number;
  seconds: number;
  rtoId: string | null;
  categoryId: string | null;
  speedClass: string | null;
  licenceClasses: string[] | null;
  earlier: Record<string, number> | null;
}

/** Confirmed violations that become challans, of some days of India, the latest first. */
export async function pastViolations(
  db: Queryable,
  scope: Scope,
  places: CatalogueKit['places'],
  { from, to }: { from: string; to: string },
): Promise<{ violations: PastViolation[]; isCut: boolean }> {
  const months = (await deadlinesOn(db, to))('REPEAT_WITHIN');
  const params: Param[] = [from, to, months];
  const tenantSql = tenantFilter('challan-what-if', scope, 'x.org_id', params);
  const rows = await db.query<Row>(
    `select x.id, x.from_at as at, x.vehicle_id as "vehicleId", coalesce(v.registration_no, '') as plate, v.plate_use as "plateUse", x.peak_lat_e7 / 1e7::float8 as lat,
       x.peak_lon_e7 / 1e7::float8 as lon, x.limit_kmh::float8 as "limitKmh", (x.evidence ->> 'correctedMeanKmh')::float8 as "speedKmh",
       extract(epoch from x.to_at - x.from_at)::integer as seconds, v.rto_id as "rtoId", v.category_id as "categoryId",
       g.speed_class as "speedClass", g.licence_classes as "licenceClasses",
       (select jsonb_object_agg(e.challan_type_id, e.n) from (select c.challan_type_id, count(*) as n from challan c
          where c.org_id = x.org_id and case when x.driver_id is null then c.vehicle_id = x.vehicle_id else c.driver_id = x.driver_id end
            and c.source = 'INTERNAL' and c.challan_status not in ('DRAFT', 'CANCELLED', 'LAPSED') and c.deleted_at is null and c.status = 1
            and c.violation_id is distinct from x.id and c.offence_at < x.from_at
            and c.offence_at >= x.from_at - make_interval(months => $3) group by 1) e) as earlier
     from speeding_violation x left join vehicles_vehicle v on v.id = x.vehicle_id left join vehicles_category g on g.id = v.category_id
     where x.state = 'CONFIRMED' and x.tier = 'EVIDENCE' and x.ground_change is null and x.evidence ->> 'correctedMeanKmh' is not null
       and x.from_at >= $1::date::timestamp at time zone 'Asia/Kolkata' and x.from_at < ($2::date + 1)::timestamp at time zone 'Asia/Kolkata'${tenantSql}
     order by x.from_at desc, x.id desc limit ${most + 1}`,
    params,
  );
  return {
    isCut: rows.length > most,
    violations: rows.slice(0, most).map((row) => ({
      id: row.id,
      at: row.at,
      vehicleId: row.vehicleId,
      plate: row.plate,
      plateUse: row.plateUse,
      of: {
        day: indiaDay(new Date(row.at)),
        state: stateOf(places.nameOf(row.lat, row.lon)?.state),
        rtoId: row.rtoId,
        vehicleSize: sizeOf(row.licenceClasses),
        speedClass: row.speedClass,
        categoryId: row.categoryId,
        speed: { kmh: row.speedKmh, limitKmh: row.limitKmh, seconds: row.seconds },
        units: null,
      },
      earlier: row.earlier ?? {},
    })),
  };
}
