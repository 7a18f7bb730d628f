import { uuidv7 } from 'uuidv7';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hasDay } from './position.ts';
import { settleDevices } from './settle-devices.ts';
import { inIndia } from './times.ts';

/*
 * Which vehicle carries which device, and when. A period begins at its first moment and ends just before its last. It may lie
 * in the past: logs of years ago are read as trips of the vehicle that carried the device then. `vehicle_id` of the device
 * says what holds now, see settle-devices.ts.
 */

export interface BindOrder {
  vehicleId: string;
  from: Date;
  /** Ends what either is bound to, instead of refusing. */
  swap: boolean;
}

interface Party {
  id: string;
  orgId: string;
  title: string;
  status: number;
  situation: string;
}

/** A live device of the scope, locked until the transaction ends. @throws 404 */
export async function lockDevice(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<Party & { ownedSince: string | null }> {
  const params: Param[] = [id];
  const [found] = await db.query<Party & { ownedSince: string | null }>(
    `select d.id, d.org_id as "orgId", d.identifier as title, d.status, d.situation, d.owned_since as "ownedSince" from device d
     where d.id = $1 and d.deleted_at is null${fence('lock-device', scope, 'd.org_id', params)} for no key update`,
    params,
  );
  if (!found) throw refuse.notFound('Device not found');
  return found;
}

/** A live vehicle of the scope, locked likewise. */
async function lockVehicle(db: Queryable, scope: Scope, id: string): Promise<Party | undefined> {
  const params: Param[] = [id];
  const [found] = await db.query<Party>(
    `select v.id, v.org_id as "orgId", v.registration_no as title, v.status, v.situation from vehicle v
     where v.id = $1 and v.deleted_at is null${fence('bind-vehicle', scope, 'v.org_id', params)} for no key update`,
    params,
  );
  return found;
}

/** Puts a device into a vehicle from a moment on, which may be past. @throws 404; 409 naming what is against it and since when */
export async function bindDevice(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  deviceId: string,
  order: BindOrder,
): Promise<void> {
  const { from, swap } = order;
  // The vehicle first, as whoever deletes or sells one does: then nobody waits in a ring.
  const vehicle = await lockVehicle(db, scope, order.vehicleId);
  const device = await lockDevice(db, scope, deviceId);
  if (!vehicle) throw refuse.badInput({ vehicleId: 'Vehicle: this record no longer exists' });
  refuseUnfit(device, vehicle);
  if (from.getTime() > writer.now.getTime()) throw refuse.badInput({ from: 'A period cannot begin in the future' });
  if (!hasDay(from.getTime(), writer.now.getTime())) throw refuse.badInput({ from: 'Nothing is kept of that day' });
  await refuseOthers(db, scope, device, vehicle, from);
  const ended = await makeRoom(db, device, vehicle, from, swap);
  await db.query(
    'insert into device_binding (id, org_id, device_id, vehicle_id, from_at, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
    [uuidv7(), device.orgId, device.id, vehicle.id, from.toISOString(), writer.now.toISOString(), writer.actorId],
  );
  await settleDevices(db, writer, [device.id, ...ended]);
}

function refuseUnfit(device: Party, vehicle: Party): void {
  if (device.orgId !== vehicle.orgId)
    throw refuse.badInput({ vehicleId: `${vehicle.title} and ${device.title} belong to different organisations` });
  if (device.status !== 1) throw refuse.conflict(`${device.title} is switched off`);
  if (device.situation === 'RETIRED')
    throw refuse.conflict(`${device.title} is retired: say first that it is in use again`);
  if (vehicle.status !== 1)
    throw refuse.conflict(`${vehicle.title} is switched off`, { vehicleId: 'It is switched off' });
  if (['SOLD', 'RETIRED'].includes(vehicle.situation)) {
    const what = vehicle.situation.toLowerCase();
    throw refuse.conflict(`${vehicle.title} is ${what}`, { vehicleId: `It is ${what}` });
  }
}

/** What was driven for somebody else stays theirs: no period reaches back to where either had another owner. */
async function refuseOthers(
  db: Queryable,
  scope: Scope,
  device: Party & { ownedSince: string | null },
  vehicle: Party,
  from: Date,
): Promise<void> {
  if (device.ownedSince !== null && Date.parse(device.ownedSince) > from.getTime())
    throw refuse.badInput({ from: `${device.title} had another owner until ${inIndia(device.ownedSince)}` });
  // Whose they were is not told, only until when.
  const [former] = await overall(db, scope, () =>
    db.query<{ until: string | null }>(
      'select max(o.to_at) as until from vehicle_owner o where o.vehicle_id = $1 and o.to_at > $2',
      [vehicle.id, from.toISOString()],
    ),
  );
  const until = former?.until;
  if (until) throw refuse.badInput({ from: `${vehicle.title} had another owner until ${inIndia(until)}` });
}

interface Overlap {
  id: string;
  deviceId: string;
  vehicleId: string;
  device: string;
  vehicle: string;
  fromAt: string;
  toAt: string | null;
}

/** Ends what is in the way where that is asked for, and refuses otherwise. Gives the devices whose periods were ended. */
async function makeRoom(db: Queryable, device: Party, vehicle: Party, from: Date, swap: boolean): Promise<string[]> {
  const at = from.toISOString();
  const overlaps = await db.query<Overlap>(
    `select b.id, b.device_id as "deviceId", b.vehicle_id as "vehicleId", d.identifier as device, v.registration_no as vehicle,
       b.from_at as "fromAt", b.to_at as "toAt"
     from device_binding b join device d on d.id = b.device_id join vehicle v on v.id = b.vehicle_id
     where (b.device_id = $1 or b.vehicle_id = $2) and tstzrange(b.from_at, b.to_at) && tstzrange($3, null) order by b.from_at`,
    [device.id, vehicle.id, at],
  );
  for (const one of overlaps) {
    const isSame = one.deviceId === device.id && one.vehicleId === vehicle.id;
    const ends = swap && !isSame && one.toAt === null && Date.parse(one.fromAt) <= from.getTime();
    if (!ends) throw overlapRefusal(one, device, isSame);
  }
  const ids = overlaps.map(({ id }) => id);
  await endRows(db, 'id', ids, 'Another took its place', at);
  return overlaps.map(({ deviceId }) => deviceId);
}

function overlapRefusal({ device, vehicle, fromAt, toAt, deviceId }: Overlap, { id }: Party, isSame: boolean) {
  const until = toAt === null ? '' : ` until ${inIndia(toAt)}`;
  const who = deviceId === id ? `${device} is in ${vehicle}` : `${vehicle} has ${device}`;
  const message = `${who}${isSame ? ' already' : ''}, from ${inIndia(fromAt)}${until}`;
  return refuse.conflict(message, { [deviceId === id && !isSame ? 'from' : 'vehicleId']: message });
}

/** Ends open periods at a moment; one that would begin no earlier never was. Gives their devices. */
async function endRows(
  db: Queryable,
  column: 'id' | 'device_id' | 'vehicle_id',
  ids: readonly string[],
  reason: string,
  at: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db.query<{ deviceId: string }>(
    `delete from device_binding where ${column} = any($1::uuid[]) and from_at >= $2 returning device_id as "deviceId"`,
    [[...ids], at],
  );
  const ended = await db.query<{ deviceId: string }>(
    `update device_binding set to_at = $2, end_reason = $3 where ${column} = any($1::uuid[]) and from_at < $2 and (to_at is null or to_at > $2)
     returning device_id as "deviceId"`,
    [[...ids], at, reason],
  );
  return [...gone, ...ended].map(({ deviceId }) => deviceId);
}

/** Which periods to end: all that run of some devices or vehicles. */
export type BindingEnd = { devices: readonly string[] } | { vehicles: readonly string[] };

/**
 * Ends what devices and vehicles are bound to at a moment, usually now. Gives how many periods. The caller has made sure that
 * they are within its scope.
 */
export async function endBindings(
  db: Queryable,
  writer: Writer,
  which: BindingEnd,
  reason: string,
  at: Date = writer.now,
): Promise<number> {
  const [column, ids] =
    'devices' in which ? (['device_id', which.devices] as const) : (['vehicle_id', which.vehicles] as const);
  const touched = await endRows(db, column, ids, reason, at.toISOString());
  await settleDevices(db, writer, touched, reason);
  return touched.length;
}

/** Takes a device out of its vehicle. @throws 404; 409 when it is in none; 400 at a moment that cannot be */
export async function unbindDevice(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  deviceId: string,
  at: Date,
  reason: string,
): Promise<void> {
  const device = await lockDevice(db, scope, deviceId);
  if (at.getTime() > writer.now.getTime()) throw refuse.badInput({ at: 'A period cannot end in the future' });
  const [open] = await db.query<{ fromAt: string }>(
    'select b.from_at as "fromAt" from device_binding b where b.device_id = $1 and b.to_at is null',
    [device.id],
  );
  if (!open) throw refuse.conflict(`${device.title} is in no vehicle`);
  if (Date.parse(open.fromAt) > at.getTime())
    throw refuse.badInput({ at: `It is in its vehicle since ${inIndia(open.fromAt)} only` });
  await endBindings(db, writer, { devices: [device.id] }, reason, at);
}
