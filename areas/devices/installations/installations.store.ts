import { uuidv7 } from 'uuidv7';
import { hiddenCarried, hiddenSince } from '#areas/duty/duty.server.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import { overall, type Param, type Queryable, type Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Change, recordChanges, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { endInstallations, endRows } from './installation-ends.store.ts';
import { hasDay } from '#telematics/pipeline/kept-fixes.ts';
import { updateDeviceStates } from './device-state.store.ts';
import { inIndia } from '#kit/server/india-time.ts';

/*
 * Which vehicle carries which device, and when. A period begins at its first moment and ends just before its last. It may lie
 * in the past: logs of years ago are read as trips of the vehicle that carried the device then. `vehicle_id` of the device
 * says what holds now, see settle-devices.ts.
 */

export interface BindOrder {
  vehicleId: string;
  from: Date;
  /** When a period that is over ended; null: it runs. */
  to: Date | null;
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
     where d.id = $1 and d.deleted_at is null${tenantFilter('lock-device', scope, 'd.org_id', params)} for no key update`,
    params,
  );
  if (!found) throw refuse.notFound('Device not found');
  return found;
}

/** A live vehicle of the scope, locked likewise. */
async function lockVehicle(db: Queryable, scope: Scope, id: string): Promise<Party | undefined> {
  const params: Param[] = [[id]];
  const match = ` and t.deleted_at is null${tenantFilter('bind-vehicle', scope, 't.org_id', params)}`;
  const fields = ['orgId', 'registrationNo', 'status', 'situation'];
  const lock = { strength: 'no key update', fields } as const;
  const [found] = await lockRows<Omit<Party, 'title'> & { registrationNo: string }>(db, vehicle, lock, match, params);
  return found && { ...found, title: found.registrationNo };
}

/** Puts a device into a vehicle from a moment on, which may be past. @throws 404; 409 naming what is against it and since when */
export async function bindDevice(
  db: Queryable,
  scope: Scope,
  writer: Writer,
  deviceId: string,
  order: BindOrder,
): Promise<void> {
  const { from, to } = order;
  // The vehicle first, as whoever deletes or sells one does: then nobody waits in a ring.
  const vehicle = await lockVehicle(db, scope, order.vehicleId);
  const device = await lockDevice(db, scope, deviceId);
  if (!vehicle) throw refuse.badInput({ vehicleId: 'Vehicle: this record no longer exists' });
  refuseUnfit(device, vehicle);
  if (from.getTime() > writer.now.getTime()) throw refuse.badInput({ from: 'The start cannot be in the future' });
  if (to !== null && to.getTime() > writer.now.getTime())
    throw refuse.badInput({ to: 'The end cannot be in the future' });
  if (to !== null && to.getTime() <= from.getTime()) throw refuse.badInput({ to: 'The end must be after the start' });
  if (!hasDay(from.getTime(), writer.now.getTime())) throw refuse.badInput({ from: 'No data is stored for that day' });
  await refuseOthers(db, scope, device, vehicle, from);
  const ended = await makeRoom(db, device, vehicle, order, async (vehicleIds) => {
    const hidden = await hiddenSince(db, scope, vehicleIds, from, writer.now);
    if (hidden) throw refuse.badInput({ from: hidden });
  });
  const carried = await hiddenCarried(db, scope, device.id, from, to ?? writer.now);
  if (carried) throw refuse.badInput({ from: carried });
  await db.query(
    'insert into device_binding (id, org_id, device_id, vehicle_id, from_at, created_at, created_by, to_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      uuidv7(),
      device.orgId,
      device.id,
      vehicle.id,
      from.toISOString(),
      writer.now.toISOString(),
      writer.actorId,
      to?.toISOString() ?? null,
    ],
  );
  if (from.getTime() < writer.now.getTime()) await recordPast(db, writer, device, vehicle, order);
  await updateDeviceStates(db, writer, [device.id, ...ended]);
}

/** What held before today stands in no field: the history of both says since when, and until when. */
async function recordPast(
  db: Queryable,
  writer: Writer,
  device: Party,
  vehicle: Party,
  order: BindOrder,
): Promise<void> {
  const period = { carriedFrom: order.from.toISOString(), ...(order.to ? { carriedTo: order.to.toISOString() } : {}) };
  const entryOf = (module: string, party: Party, name: string, other: Party): Change => ({
    action: 'update',
    module,
    recordId: party.id,
    recordTitle: party.title,
    orgId: party.orgId,
    before: null,
    after: { [name]: other.title, ...period },
    fields: [name, 'carriedFrom', 'carriedTo'],
  });
  await recordChanges(db, writer, [
    entryOf('device', device, 'vehicle', vehicle),
    entryOf('vehicle', vehicle, 'device', device),
  ]);
}

function refuseUnfit(device: Party, vehicle: Party): void {
  if (device.orgId !== vehicle.orgId)
    throw refuse.badInput({ vehicleId: `${vehicle.title} and ${device.title} belong to different organisations` });
  if (device.status !== 1) throw refuse.conflict(`${device.title} is inactive`);
  if (device.situation === 'RETIRED')
    throw refuse.conflict(`${device.title} is retired. Change its status to in use first`);
  if (vehicle.status !== 1)
    throw refuse.conflict(`${vehicle.title} is inactive`, { vehicleId: 'The vehicle is inactive' });
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
      'select max(o.to_at) as until from vehicles_owner o where o.vehicle_id = $1 and o.to_at > $2',
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

/**
 * Ends what is in the way where that is asked for, and refuses otherwise. Gives the devices whose periods were ended.
 * @param mayEnd refuses what may not end for the vehicles that lose a device
 */
async function makeRoom(
  db: Queryable,
  device: Party,
  vehicle: Party,
  { from, to, swap }: BindOrder,
  mayEnd: (vehicleIds: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const at = from.toISOString();
  const overlaps = await db.query<Overlap>(
    `select b.id, b.device_id as "deviceId", b.vehicle_id as "vehicleId", d.identifier as device, v.registration_no as vehicle,
       b.from_at as "fromAt", b.to_at as "toAt"
     from device_binding b join device d on d.id = b.device_id join vehicles_vehicle v on v.id = b.vehicle_id
     where (b.device_id = $1 or b.vehicle_id = $2) and tstzrange(b.from_at, b.to_at) && tstzrange($3, $4) order by b.from_at`,
    [device.id, vehicle.id, at, to?.toISOString() ?? null],
  );
  for (const one of overlaps) {
    const isSame = one.deviceId === device.id && one.vehicleId === vehicle.id;
    const ends = swap && !isSame && one.toAt === null && Date.parse(one.fromAt) <= from.getTime();
    if (!ends) throw overlapRefusal(one, device, isSame);
  }
  await mayEnd(overlaps.map(({ vehicleId }) => vehicleId));
  const ids = overlaps.map(({ id }) => id);
  await endRows(db, 'id', ids, 'Another took its place', at);
  return overlaps.map(({ deviceId }) => deviceId);
}

function overlapRefusal({ device, vehicle, fromAt, toAt, deviceId }: Overlap, { id }: Party, isSame: boolean) {
  const [since, until] = [inIndia(fromAt), toAt && inIndia(toAt)];
  const isOther = deviceId !== id;
  const message = isOther ? hasText(vehicle, device, since, until) : isInText(device, vehicle, since, until, isSame);
  return refuse.conflict(message, { [isOther || isSame ? 'vehicleId' : 'from']: message });
}

const hasText = (vehicle: string, device: string, since: string, until: string | null): string =>
  until === null ? `${vehicle} has ${device}, from ${since}` : `${vehicle} has ${device}, from ${since} until ${until}`;

function isInText(device: string, vehicle: string, since: string, until: string | null, isSame: boolean): string {
  if (until === null)
    return isSame ? `${device} is in ${vehicle} already, from ${since}` : `${device} is in ${vehicle}, from ${since}`;
  return isSame
    ? `${device} is in ${vehicle} already, from ${since} until ${until}`
    : `${device} is in ${vehicle}, from ${since} until ${until}`;
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
  if (at.getTime() > writer.now.getTime()) throw refuse.badInput({ at: 'The end cannot be in the future' });
  const [open] = await db.query<{ fromAt: string; vehicleId: string }>(
    'select b.from_at as "fromAt", b.vehicle_id as "vehicleId" from device_binding b where b.device_id = $1 and b.to_at is null',
    [device.id],
  );
  if (!open) throw refuse.conflict(`${device.title} is not installed in a vehicle`);
  if (Date.parse(open.fromAt) > at.getTime())
    throw refuse.badInput({ at: `It was installed on ${inIndia(open.fromAt)}. Choose a later time` });
  const hidden = await hiddenSince(db, scope, [open.vehicleId], at, writer.now);
  if (hidden) throw refuse.badInput({ at: hidden });
  await endInstallations(db, writer, { devices: [device.id] }, reason, at);
}
