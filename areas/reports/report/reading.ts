import { allowMs, overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import type { PlaceName } from '#kit/contract/places.ts';
import type { Asked } from './report-query.ts';

/** What a report is read with, within one transaction. */
export interface Reading {
  db: Queryable;
  scope: Scope;
  places: Geocoder;
  asked: Asked;
  /** What a statement may take, milliseconds. */
  timeoutMs: number;
  /** The reader may see visits of geofences. */
  seesVisits: boolean;
}

/** No device knows more than these digits, and floating point adds some of its own. */
export const tidy = (value: number, digits = 1): number => Number(value.toFixed(digits));

export const averageOf = (distanceM: number, goingS: number): number | null =>
  goingS > 0 ? tidy((distanceM / goingS) * 3.6) : null;

/** A stored position with its name. */
export function spotOf(places: Geocoder, latE7: number, lonE7: number) {
  const [lat, lon] = [latE7 / 1e7, lonE7 / 1e7];
  return { lat, lon, place: placeOf(places, latE7, lonE7) };
}
/** Null where no town is near, or where it is hidden from the reader. */
export const placeOf = (places: Geocoder, latE7: number | null, lonE7: number | null): PlaceName | null =>
  latE7 === null || lonE7 === null ? null : (places.nameOf(latE7 / 1e7, lonE7 / 1e7) ?? null);

/** What a report may use of memory before it goes to the disk: two hundred thousand days of vehicles. */
const workMem = '96MB';

/** Gives the rest of a transaction the time and the memory that adding up takes. */
export async function allowReport(db: Queryable, timeoutMs: number): Promise<void> {
  await allowMs(db, timeoutMs);
  await db.query(`select set_config('work_mem', $1, true)`, [workMem]);
}

/** What a report can be sorted by: SQL, and whether it may be null. */
export type Orders = Readonly<Record<string, string | { nullable: string }>>;

/** The page and the order of a statement. `ids` decide between equals, in the same direction, so that an index can give the order. */
export function orderSql({ sort, skip, take }: Asked, orders: Orders, ids: readonly string[]): string {
  const way = sort.descending ? 'desc' : 'asc';
  const by = orders[sort.name] ?? '1';
  const first = typeof by === 'string' ? `${by} ${way}` : `${by.nullable} ${way} nulls last`;
  // Plates are read from A to Z, whichever way the days go.
  const equals = ids.map((id) => (id.endsWith('registration_no') ? id : `${id} ${way}`));
  return `order by ${[first, ...equals].join(', ')} limit ${take} offset ${skip}`;
}

interface Named {
  name: string;
  isDeleted: boolean;
}
const nobody: Named = { name: '', isDeleted: false };

/**
 * Adds names to rows. The rows were found within the scope; their names are looked up beyond it, because a vehicle may belong to
 * somebody else by now, and what it did then does not.
 */
export async function withNames<Row extends { vehicleId?: string | null; driverId?: string | null; orgId: string }>(
  { db, scope }: Reading,
  rows: readonly Row[],
) {
  const idsOf = (name: 'vehicleId' | 'driverId' | 'orgId') => [
    ...new Set(rows.flatMap((row) => (row[name] ? [row[name]] : []))),
  ];
  const params: Param[] = [idsOf('vehicleId'), idsOf('driverId'), idsOf('orgId')];
  const found =
    rows.length === 0
      ? []
      : await overall(db, scope, () =>
          db.query<Named & { id: string }>(
            `select id, registration_no as name, deleted_at is not null as "isDeleted" from vehicles_vehicle where id = any($1::uuid[])
             union all select id, name, deleted_at is not null from people_driver where id = any($2::uuid[])
             union all select id, name, false from people_organisation where id = any($3::uuid[])`,
            params,
          ),
        );
  const names = new Map(found.map((one) => [one.id, one]));
  const named = (id: string | null | undefined) => (id ? (names.get(id) ?? nobody) : nobody);
  return rows.map((row) => ({
    ...row,
    vehicle: named(row.vehicleId).name,
    vehicleDeleted: named(row.vehicleId).isDeleted,
    driver: row.driverId ? named(row.driverId).name : null,
    driverDeleted: named(row.driverId).isDeleted,
    org: named(row.orgId).name,
  }));
}

/** The vehicle of a row, as it is answered. */
export const vehicleOf = (row: {
  vehicleId: string;
  vehicle: string;
  vehicleDeleted: boolean;
  orgId: string;
  org: string;
}) => ({
  vehicleId: row.vehicleId,
  vehicle: row.vehicle,
  vehicleDeleted: row.vehicleDeleted,
  orgId: row.orgId,
  org: row.org,
});
export const driverOf = (row: { driverId: string | null; driver: string | null; driverDeleted: boolean }) => ({
  driverId: row.driverId,
  driver: row.driver,
  driverDeleted: row.driverDeleted,
});
