import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPositions, addTrip } from '#areas/trips/testing/trips.ts';
import {
  type Carrier,
  drive,
  elsewhere,
  evening,
  give,
  hidden,
  type Night,
  owner,
  receiver,
  signs,
  startNight,
  workingHours,
} from './testing/night.ts';

// Ways by which somebody of the organisation could look behind the hiding, one after the other.

let night: Night;
let taken: Carrier;
let alone: Carrier;
/** A vehicle that nobody has, and no device is in. */
let spare: string;
let share: string;
let driverId: string;
const admin = 'admin@roadkeeper.test';

beforeAll(async () => {
  night = await startNight();
  const { call, product, fleet } = night;
  [taken, alone] = [await night.carrier(), await night.carrier()];
  await call('POST', '/off-duty-rule', workingHours);
  spare = await fleet.readyVehicle();
  product.clock.move(60_000);
  driverId = await give(fleet, taken.vehicleId);
  const body = { type: 1, name: 'Deccan', mobile: '7000000031', vehicleId: taken.vehicleId };
  const offered = await call('POST', '/client/vehicle-invitation', body);
  await call('POST', `/share-invitation/answer/${offered.json.data.id}`, { decision: 'ACCEPT' }, receiver);
  product.clock.move(Date.parse(evening) - product.clock.now().getTime());
  await drive(night, taken, hidden);
  await drive(night, alone, elsewhere);
  share = (await call('GET', '/shared-vehicle', undefined, receiver)).json.data[0].id;
}, 120_000);
afterAll(() => night?.product.close());

const showsPlace = (text: string): boolean => signs.some((sign) => text.includes(sign));
const positions = async (email = owner): Promise<string> => {
  const path = `/device/${taken.deviceId}/positions?from=2026-11-23T13:00:00.000Z&to=2026-11-23T15:00:00.000Z`;
  const answer = await night.call('GET', path, undefined, email);
  expect(answer.status, answer.text).toBe(200);
  return answer.text;
};
const isShown = async (email?: string) => showsPlace(await positions(email));

test('the alibi finder knows nothing of a time off duty, but for staff', async () => {
  const [vehicle] = await night.sql<{ plate: string }>('select registration_no as plate from vehicle where id = $1', [
    taken.vehicleId,
  ]);
  const asked = { plate: vehicle?.plate, lat: 28.6, lon: 77.2, from: '2026-11-23T14:00:10.000Z' };
  const found = async (email: string) => {
    const answer = await night.call('POST', '/alibi', asked, email);
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  expect(showsPlace((await found(owner)).text)).toBe(false);
  expect(showsPlace((await found(admin)).text)).toBe(true);
  // What was driven at work stands by them as before.
  const atWork = await night.call('POST', '/alibi', { ...asked, from: '2026-11-23T06:00:10.000Z' });
  expect(atWork.json.data.fixCount).toBeGreaterThan(0);
  expect(await isShown()).toBe(false);
  expect(await isShown(admin)).toBe(true);
});

test('a device is not taken out of a time off duty on paper', async () => {
  const early = '2026-11-23T13:00:00.000Z';
  const message = 'The vehicle was off duty since then. Choose a later time, or ask support';
  const ended = await night.call('POST', `/device/vehicle-end/${taken.deviceId}`, { at: early });
  expect([ended.status, ended.json.fields]).toEqual([400, { at: message }]);
  const moved = { vehicleId: spare, from: early, swap: true };
  const swapped = await night.call('POST', `/device/vehicle/${taken.deviceId}`, moved);
  expect([swapped.status, swapped.json.fields]).toEqual([400, { from: message }]);
  expect(await isShown()).toBe(false);
  // Of one that nobody has nothing is hidden.
  const other = await night.call('POST', `/device/vehicle-end/${alone.deviceId}`, { at: early });
  expect(other.status, other.text).toBe(200);
});

test('a driver who is unassigned, and a device that is taken out or moved on, show nothing of that evening', async () => {
  const { call, product } = night;
  const ended = await call('POST', `/vehicle/driver-end/${taken.vehicleId}`, {}, admin);
  expect(ended.status, ended.text).toBe(200);
  const vehicle = async (email?: string) =>
    (await call('GET', `/current-patch?vehicleId=${taken.vehicleId}`, undefined, email)).text;
  expect([showsPlace(await vehicle()), showsPlace(await vehicle(admin))]).toEqual([false, true]);
  product.clock.move(60_000);
  const out = await call('POST', `/device/vehicle-end/${taken.deviceId}`, { at: product.clock.now().toISOString() });
  expect(out.status, out.text).toBe(200);
  const since = product.clock.now().toISOString();
  product.clock.move(60_000);
  await addPositions(product, taken.slot, [
    { fixAt: product.clock.now().getTime(), ...hidden, speedCkmh: 3_600, courseDdeg: 0, accuracyCm: 450 },
  ]);
  const later = async (email?: string) =>
    showsPlace(
      (
        await call(
          'GET',
          `/device/${taken.deviceId}/positions?from=${since}&to=2026-11-23T18:00:00.000Z`,
          undefined,
          email,
        )
      ).text,
    );
  expect([await later(), await later(admin)]).toEqual([false, true]);
  // Into a vehicle of which nothing is hidden: not that evening, nor on paper for it.
  for (const from of [product.clock.now().toISOString(), since]) {
    const moved = await call('POST', `/device/vehicle/${taken.deviceId}`, { vehicleId: spare, from });
    expect([moved.status, moved.json.fields], from).toEqual([
      400,
      {
        from: 'The vehicle that the device was in that day was off duty for part of this time. Choose a time from 00:00 on, set an end in working hours, or ask support',
      },
    ]);
  }
  // One that nobody had goes where it is needed, and staff mend what has to be.
  const free = await call('POST', `/device/vehicle/${alone.deviceId}`, { vehicleId: spare, swap: true });
  expect(free.status, free.text).toBe(200);
  product.clock.move(60_000);
  const back = await call('POST', `/device/vehicle/${taken.deviceId}`, { vehicleId: taken.vehicleId }, admin);
  expect(back.status, back.text).toBe(200);
  const given = await call('POST', `/vehicle/driver/${taken.vehicleId}`, { driverId }, admin);
  expect(given.status, given.text).toBe(200);
  product.clock.move(60_000);
});

test('the clock of a device is not changed by clients while rules go by it', async () => {
  const path = `/device/${taken.deviceId}`;
  const { data } = (await night.call('GET', path)).json;
  const { identifier, categoryId, orgId, protocol } = data;
  const body = { identifier, categoryId, orgId, protocol, clockRule: 'OFFSET', clockOffsetMin: 720 };
  const refused = await night.call('PUT', path, body);
  expect([refused.status, refused.json.fields], refused.text).toEqual([
    400,
    { clockRule: 'Off-duty rules go by the clock of the device. Ask support to change it' },
  ]);
});

test('the identifier of a device goes to no other one by clients while rules hide by device', async () => {
  const path = `/device/${taken.deviceId}`;
  const { identifier, categoryId, orgId, protocol, clockRule, clockOffsetMin } = (await night.call('GET', path)).json
    .data;
  const own = { categoryId, orgId, protocol, clockRule, clockOffsetMin };
  const refused = await night.call('PUT', path, { ...own, identifier: `${identifier}0` });
  expect([refused.status, refused.json.fields], refused.text).toEqual([
    400,
    { identifier: 'Off-duty rules hide by device. Ask support to change the identifier' },
  ]);
  // Where a role of one's own may add and delete devices: a new one may have any identifier but that of one that was deleted.
  await night.sql(
    `update permission p set actions = '{view,create,edit,delete,status}' from role r, module m
     where r.id = p.role_id and m.id = p.module_id and r.name = 'Client owner' and m.key = 'device'`,
  );
  night.product.product.sessions.forgetAll();
  const fresh = await night.call('POST', '/device', { ...own, identifier: '356307042441997' });
  expect(fresh.status, fresh.text).toBe(201);
  const { id } = fresh.json.data;
  expect((await night.call('DELETE', `/device/${id}`)).status).toBe(200);
  const again = await night.call('POST', '/device', { ...own, identifier: '356307042441997' });
  expect([again.status, again.json.fields], again.text).toEqual([
    400,
    { identifier: 'A deleted device has this identifier. Restore it from the trash, or ask support' },
  ]);
  const byStaff = await night.call('POST', '/device', { ...own, identifier: '356307042441997' }, admin);
  expect(byStaff.status, byStaff.text).toBe(201);
});

test('an emergency shows a vehicle from when it was heard of, and one of the organisation when the device asks as well', async () => {
  const report = async (source: string, raisedAt: string, heardAt: string) => {
    const id = uuidv7();
    await night.sql(
      `insert into incident (id, org_id, vehicle_id, what, source, raised_at, heard_at) select $1, org_id, id, 'SOS', $2, $3, $4
       from vehicle where id = $5`,
      [id, source, raisedAt, heardAt, taken.vehicleId],
    );
    return id;
  };
  const signal = (incident: string, at: string) =>
    night.sql(
      `insert into incident_entry (incident_id, org_id, no, at, kind, actor, by_staff, source_key)
       select id, org_id, 9, $2, 'REPEATED', 'Device', false, $3 from incident where id = $1`,
      [incident, at, incident],
    );
  // By a clock that is wrong, or that says so on purpose.
  const late = await report('DEVICE', '2026-11-23T13:30:00Z', evening);
  expect(await isShown()).toBe(false);
  await night.sql('delete from incident where id = $1', [late]);
  const own = await report('APP', '2026-11-23T13:45:00Z', '2026-11-23T13:45:00Z');
  expect(await isShown()).toBe(false);
  await signal(own, '2026-11-23T13:59:00Z');
  expect(await isShown()).toBe(true);
  await night.sql('delete from incident where id = $1', [own]);
  expect(await isShown()).toBe(false);
});

test('a trip that goes on off duty is shown when it has ended', async () => {
  const startAt = '2026-11-23T14:30:00Z';
  const id = await addTrip(night.product, { bindingId: taken.bindingId, startAt, minutes: 20, state: 'LIVE' });
  const status = async (email?: string) => (await night.call('GET', `/vehicle-trips/${id}`, undefined, email)).status;
  expect([await status(), await status(admin)]).toEqual([404, 200]);
  // Whom the vehicle is shared with is told no more, and numbers are those of the list behind them.
  const shared = async () =>
    (await night.call('GET', `/shared-vehicle/trips/${share}`, undefined, receiver)).json.count;
  const before = await shared();
  const live = async (email: string) => {
    const counted = (await night.call('GET', '/dashboard', undefined, email)).json.data.fleet.tripsInProgress;
    const listed = (await night.call('GET', '/vehicle-trips?state=LIVE', undefined, email)).json.data.count;
    return [counted, listed];
  };
  expect([await live(owner), await live(admin)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  // A page is as long as was asked for: one that is shorter would pass for the last.
  const page = async (query: string) => {
    const { rows, count } = (await night.call('GET', `/vehicle-trips?${query}`)).json.data;
    return [rows.length, count];
  };
  const [, all] = await page('take=100');
  expect(all).toBeGreaterThan(2);
  expect([await page('take=1'), await page('take=2')]).toEqual([
    [1, all],
    [2, all],
  ]);
  await night.sql(`update trip set state = 'CLOSED', settled_at = end_at where id = $1`, [id]);
  expect(await status()).toBe(200);
  expect(await shared()).toBe(before + 1);
});

test('a visit of which the end is hidden ends with the working hours, and is not said to go on', async () => {
  const fence = uuidv7();
  for (const [kind, at] of [
    ['ENTER', '2026-11-23T11:00:00Z'],
    ['EXIT', '2026-11-23T14:10:00Z'],
  ])
    await night.sql(
      `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, visit_at, raised, created_at)
       select $1, org_id, id, $2, 'Yard', $3, $4, 185204303, 738567437, $5, true, $4 from vehicle where id = $6`,
      [uuidv7(), fence, kind ?? '', at ?? '', '2026-11-23T11:00:00Z', taken.vehicleId],
    );
  const visit = async (email: string) => {
    const path = '/report/geofence-visits?from=2026-11-23&to=2026-11-23&take=50';
    const answer = await night.call('GET', path, undefined, email);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data.rows.find((row: { geofenceId: string }) => row.geofenceId === fence);
  };
  expect(await visit(owner)).toMatchObject({ endAt: '2026-11-23T12:30:00.000Z', durationS: 5_400 });
  expect(await visit(admin)).toMatchObject({ endAt: '2026-11-23T14:10:00.000Z' });
});
