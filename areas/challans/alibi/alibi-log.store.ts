import { allowMs, overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { clockDuring } from '#areas/gateway/gateway.server.ts';
import type { SentFix } from './alibi.rules.ts';

/*
 * What is stored of a vehicle around a time. Which of it the caller may see is decided by whose the vehicle was then, as with
 * trips: the owner of that time sees what was driven in that time, whoever has the vehicle or its device by now.
 */

export interface KnownVehicle {
  id: string;
  plate: string;
  classes: string[] | null;
}
/** A time in which a vehicle was an organisation's; milliseconds, infinite where it is open. */
export interface Owned {
  orgId: string;
  from: number;
  to: number;
}
export interface Installation {
  deviceId: string;
  slot: number;
  device: string;
  from: number;
  to: number | null;
}
interface Span {
  from: number;
  to: number;
}

const iso = (time: number): string => new Date(Math.max(-8e12, Math.min(8e12, time))).toISOString();
const readMs = 2_500;

/** Vehicles with a plate, whoever has them: whether the caller may know of one is told by `ownedTimes`. */
export const vehiclesByPlate = (db: Queryable, scope: Scope, plate: string): Promise<KnownVehicle[]> =>
  overall(db, scope, () =>
    db.query<KnownVehicle>(
      `select v.id, v.registration_no as plate, c.licence_classes as classes from vehicles_vehicle v
         left join vehicles_category c on c.id = v.category_id
       where lower(v.registration_no) = lower($1) and v.deleted_at is null order by v.id limit 10`,
      [plate],
    ),
  );

/** The times in which a vehicle was the caller's, the latest first; of anybody's for staff who see everybody. */
export async function ownedTimes(db: Queryable, scope: Scope, vehicleId: string): Promise<Owned[]> {
  const params: Param[] = [vehicleId];
  const tenantSql = tenantFilter('alibi-owner', scope, 'o.org_id', params);
  const rows = await db.query<{ orgId: string; fromAt: string; toAt: string | null; isFirst: boolean }>(
    `select o.org_id as "orgId", o.from_at as "fromAt", o.to_at as "toAt", o.is_first as "isFirst" from vehicles_owner o
     where o.vehicle_id = $1${tenantSql} order by o.from_at desc`,
    params,
  );
  return rows.map(({ orgId, fromAt, toAt, isFirst }) => ({
    orgId,
    from: isFirst ? Number.NEGATIVE_INFINITY : Date.parse(fromAt),
    to: toAt === null ? Number.POSITIVE_INFINITY : Date.parse(toAt),
  }));
}

interface InstallationRow extends Omit<Installation, 'from' | 'to'> {
  fromAt: string;
  toAt: string | null;
}
const installationOf = ({ fromAt, toAt, ...row }: InstallationRow): Installation => ({
  ...row,
  from: Date.parse(fromAt),
  to: toAt === null ? null : Date.parse(toAt),
});
const installationSql = `select b.device_id as "deviceId", d.slot, d.identifier as device, b.from_at as "fromAt", b.to_at as "toAt"
  from devices_installation b join devices_device d on d.id = b.device_id`;

/** Devices that were in a vehicle in a time. */
export async function installedIn(db: Queryable, vehicleId: string, { from, to }: Span): Promise<Installation[]> {
  const rows = await db.query<InstallationRow>(
    `${installationSql} where b.vehicle_id = $1 and b.from_at <= $3 and (b.to_at is null or b.to_at > $2) order by b.from_at limit 50`,
    [vehicleId, iso(from), iso(to)],
  );
  return rows.map(installationOf);
}

/** Since when a device that was in this vehicle before a time, or came into it later, was in another one at that time. */
export async function elsewhereSince(db: Queryable, vehicleId: string, at: number): Promise<string | null> {
  const [row] = await db.query<{ fromAt: string }>(
    `select b.from_at as "fromAt" from devices_installation b
     where b.vehicle_id <> $1 and b.from_at <= $2 and (b.to_at is null or b.to_at > $2)
       and exists (select from devices_installation o where o.device_id = b.device_id and o.vehicle_id = $1)
     order by b.from_at desc limit 1`,
    [vehicleId, iso(at)],
  );
  return row?.fromAt ?? null;
}

interface FixRow {
  at: string;
  latE7: number;
  lonE7: number;
  speedCkmh: number | null;
  accuracyCm: number | null;
  satellites: number | null;
  hdopC: number | null;
  unfit: number;
}
const columns = `p.fix_at as at, p.lat_e7 as "latE7", p.lon_e7 as "lonE7", p.speed_ckmh as "speedCkmh", p.accuracy_cm as "accuracyCm",
  p.satellites, p.hdop_c as "hdopC", p.unfit`;
const over = (value: number | null, parts: number): number | null => (value === null ? null : value / parts);
/** Some before and behind the time: so many tell a jump from a drive. */
const aside = 20;
const most = 60_000;

export interface Log {
  fixes: SentFix[];
  unfit: number;
}

/**
 * What a device sent in a time, and the positions next to it on either side, of those that it had in the vehicle.
 * @param kept the whole time of which anything may be read
 * @param hiddenOf the vehicle, for whom it is hidden off duty; null for staff
 */
export async function fixesOf(
  db: Queryable,
  installed: Installation,
  time: Span,
  kept: Span,
  hiddenOf: string | null,
): Promise<Log> {
  await allowMs(db, readMs);
  const from = Math.max(kept.from, installed.from);
  const to = Math.min(kept.to, installed.to ?? Number.POSITIVE_INFINITY);
  const read = (where: string, params: Param[], order: string, limit: number) =>
    db.query<FixRow>(
      {
        text: `select ${columns} from gateway_position p where p.device = $1 and p.fix_at >= $2 and p.fix_at < $3
            and ($4::uuid is null or not off_duty_at($4, p.fix_at)) ${where}
          order by p.fix_at ${order} limit ${limit}`,
        timeoutMs: readMs,
      },
      params,
    );
  const params = [installed.slot, iso(from), iso(to), hiddenOf];
  const inside = await read(
    'and p.fix_at >= $5 and p.fix_at <= $6',
    [...params, iso(time.from), iso(time.to)],
    'asc',
    most,
  );
  const before = await read('and p.fix_at < $5 and p.unfit = 0', [...params, iso(time.from)], 'desc', aside);
  const after = await read('and p.fix_at > $5 and p.unfit = 0', [...params, iso(time.to)], 'asc', aside);
  const rows = [...before.toReversed(), ...inside, ...after];
  return {
    unfit: inside.filter(({ unfit }) => unfit !== 0).length,
    fixes: rows
      .filter(({ unfit }) => unfit === 0)
      .map(({ at, latE7, lonE7, speedCkmh, accuracyCm, satellites, hdopC }) => ({
        at: Date.parse(at),
        lat: latE7 / 1e7,
        lon: lonE7 / 1e7,
        speedKmh: over(speedCkmh, 100),
        accuracyM: over(accuracyCm, 100),
        satellites,
        hdop: over(hdopC, 100),
        device: installed.device,
      })),
  };
}

/** The greatest that the clocks of devices were off in a time, milliseconds; null: not measured. */
export async function clockOffset(db: Queryable, installed: readonly Installation[], { from, to }: Span) {
  let offset: number | null = null;
  for (const { deviceId } of installed) {
    const { offsetMs } = await clockDuring(db, deviceId, from, to);
    if (offsetMs !== null) offset = Math.max(offset ?? 0, Math.abs(offsetMs));
  }
  return offset;
}
