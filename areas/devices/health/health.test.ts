import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deviceProblems } from './health.contract.ts';
import { type Devices, devicesOf } from '../testing/device-fleet.ts';

let product: TestProduct;
let devices: Devices;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
  await devices.sql((db) => db.query(`select keep_tracking_day('position', '2026-11-23')`));
});
afterAll(() => product?.close());

const board = async (query = '', token = devices.admin) => (await devices.get(`/device-health${query}`, token)).data;
const carried = async (over: Record<string, unknown> = {}) => {
  const device = await devices.device(over);
  await devices.bind(device, await devices.vehicle(over['orgId'] ? { orgId: over['orgId'] } : {}));
  return device;
};
const minute = 60;

test('every count of the board opens the rows that it counts', async () => {
  const well = await carried();
  const never = await carried();
  const silent = await carried();
  const gone = await carried();
  const ill = await carried();
  const faulty = await carried();
  const stock = await devices.device();
  await devices.move(2 * 86_400_000);
  await devices.heard(well);
  await devices.heard(silent, 6 * minute);
  await devices.heard(gone, 25 * 60 * minute);
  await devices.heard(ill, 10, { battery_percent: 11, clock_offset_s: -90, bad_frames: 4, bad_checksums: 1 });
  await devices.heard(faulty, 10, { battery_v: 3.4 });
  // What lies in stock may be flat.
  await devices.heard(stock, 10, { battery_percent: 3 });
  await devices.say(faulty, 'FAULTY', 'Hit by a stone');
  await devices.updateStates();
  const { states, problems, rows, count, unknownCallers } = await board();
  expect(states).toEqual({
    IN_STOCK: 1,
    ASSIGNED: 1,
    ACTIVE: 2,
    OFFLINE: 1,
    LONG_OFFLINE: 1,
    FAULTY: 1,
    RETIRED: 0,
  });
  expect(problems).toEqual({
    SILENT: 1,
    LONG_SILENT: 1,
    NEVER_HEARD: 1,
    LOW_BATTERY: 2,
    JUMPS: 0,
    CLOCK: 1,
    IGNITION: 0,
    UNREAD: 0,
    REFUSED_FRAMES: 1,
  });
  expect(unknownCallers).toBe(0);
  const ids = (of: { id: string }[]) => of.map(({ id }) => id).toSorted();
  expect([count, ids(rows)]).toEqual([5, [never, silent, gone, ill, faulty].toSorted()]);
  // Whoever was never heard of stands first.
  expect(rows[0]).toMatchObject({ id: never, lastSeenAt: null, problems: ['NEVER_HEARD'] });
  expect(rows.find(({ id }: { id: string }) => id === ill)).toMatchObject({
    problems: ['LOW_BATTERY', 'CLOCK', 'REFUSED_FRAMES'],
    clockOffsetS: -90,
    batteryPercent: 11,
    org: { label: 'Sahyadri Logistics' },
    category: { label: 'GPS tracker' },
  });
  for (const problem of deviceProblems) {
    const part = await board(`?problem=${problem}`);
    expect([problem, part.count, part.rows.length]).toEqual([problem, problems[problem], problems[problem]]);
  }
  for (const state of Object.keys(states)) {
    const part = await board(`?state=${state}`);
    expect([state, part.count]).toEqual([state, states[state]]);
  }
  const page = await board('?problem=SILENT,LONG_SILENT&take=1&skip=1');
  expect([page.count, ids(page.rows)]).toEqual([2, [silent]]);
  const { identifier } = await devices.row(gone);
  expect(ids((await board(`?q=${identifier}`)).rows)).toEqual([gone]);
  expect((await product.call('GET', '/device-health?problem=BORED', { token: devices.admin })).status).toBe(400);
});

test('a device tells when it was heard of, how well, and which of its fixes drive nothing', async () => {
  const device = await carried({ intervalS: 30 });
  await devices.heard(device, 5, {
    address: '203.0.113.7',
    connected: true,
    last_alarm: 'POWER_CUT',
    last_alarm_at: product.clock.now().toISOString(),
    power_v: 12.4,
  });
  await devices.updateStates();
  await devices.sql((db) =>
    db.query(
      `insert into position (fix_at, received_at, device, lat_e7, lon_e7, flags, unfit)
       select $2::timestamptz - make_interval(secs => n), $2, (select slot from device where id = $1), 0, 0, 1, case when n > 3 then 2 when n > 2 then 5 else 0 end
       from generate_series(1, 5) n`,
      [device, product.clock.now().toISOString()],
    ),
  );
  const { data } = await devices.get(`/device/${device}/health`);
  expect(data).toMatchObject({
    state: 'ASSIGNED',
    problems: ['NEVER_HEARD'],
    intervalS: 30,
    address: '203.0.113.7',
    connected: true,
    protocol: 'gt06',
    frames: 100,
    powerV: 12.4,
    batteryV: null,
    lastAlarm: 'POWER_CUT',
    day: {
      fixes: 5,
      unfit: [
        { reason: 'nowhere', fixes: 2 },
        { reason: 'future', fixes: 1 },
      ],
    },
  });
  expect((await devices.get(`/device/${await devices.device()}/health`)).data).toMatchObject({
    state: 'IN_STOCK',
    lastSeenAt: null,
    protocol: null,
    frames: 0,
    day: { fixes: 0, unfit: [] },
  });
});

test('devices that jump in their trips stand out', async () => {
  const device = await carried();
  await devices.sql((db) =>
    db.query(
      `insert into trip (id, org_id, binding_id, vehicle_id, device_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7,
         end_lon_e7, distance_m, moving_s, idle_s, gap_s, points, dropped, jump_legs, updated_at)
       select gen_random_uuid(), org_id, id, vehicle_id, device_id, 'CLOSED', $2, $2, 0, 0, 0, 0, 0, 0, 0, 0, 600, 6, 1, $2
       from device_binding where device_id = $1`,
      [device, product.clock.now().toISOString()],
    ),
  );
  expect((await board('?problem=JUMPS')).rows).toMatchObject([{ id: device, jumps: 7 }]);
  await devices.move(25 * 3_600_000);
  expect((await board('?problem=JUMPS')).rows).toEqual([]);
});

test('devices that move while their wire says off stand out, and those that send what nobody described', async () => {
  const [device, other] = [await carried(), await carried()];
  const offPoints = (of: string, points: number) =>
    devices.sql((db) =>
      db.query(
        `insert into trip (id, org_id, binding_id, vehicle_id, device_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7,
           end_lon_e7, distance_m, moving_s, idle_s, gap_s, points, dropped, jump_legs, off_points, updated_at)
         select gen_random_uuid(), org_id, id, vehicle_id, device_id, 'CLOSED', $2, $2, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, $3::int, $2
         from device_binding where device_id = $1`,
        [of, product.clock.now().toISOString(), points],
      ),
    );
  await offPoints(device, 30);
  // A tow of a minute is no broken wire.
  await offPoints(other, 10);
  expect((await board('?problem=IGNITION')).rows).toMatchObject([
    { id: device, problems: ['NEVER_HEARD', 'IGNITION'] },
  ]);
  await devices.heard(other, 5, { unread_frames: 7, unread_kinds: { 'gt06 5B': 2, 'gt06 5A': 5 } });
  expect((await board('?problem=UNREAD')).rows).toMatchObject([{ id: other, unreadFrames: 7 }]);
  expect((await devices.get(`/device/${other}/health`)).data.unreadKinds).toEqual([
    { kind: 'gt06 5A', frames: 5 },
    { kind: 'gt06 5B', frames: 2 },
  ]);
});

test('an offset that is that of a zone is offered, whole and as what is missing; any other is not', async () => {
  const offered = async (clockOffsetS: number, over: Record<string, unknown> = {}) => {
    const device = await carried(over);
    await devices.heard(device, 5, { clock_offset_s: clockOffsetS });
    return (await devices.get(`/device/${device}/health`)).data.offeredOffsetMin;
  };
  expect(await offered(-19_790)).toBe(330);
  expect(await offered(10_805)).toBe(-180);
  expect(await offered(-19_300)).toBeNull();
  expect(await offered(-90)).toBeNull();
  expect(await offered(19_810, { clockRule: 'OFFSET', clockOffsetMin: 330 })).toBe(0);
  expect(await offered(-19_790, { clockRule: 'ARRIVAL' })).toBeNull();
});

test('an organisation’s board is of its own devices, and who calls unknown is for those who see them all', async () => {
  const orgId = devices.orgNamed('Deccan Cold Chain');
  const device = await carried({ orgId });
  await product.addStaff('deccan.owner@roadkeeper.test', 'Client owner', orgId);
  await devices.sql((db) =>
    db.query(
      `insert into unknown_device (protocol, identifier, first_at, last_at, tries, address)
       select 'gt06', '86000000000000' || n, $1, $1, n, '203.0.113.9' from generate_series(1, 3) n`,
      [product.clock.now().toISOString()],
    ),
  );
  const token = await product.login('deccan.owner@roadkeeper.test');
  const own = await board('', token);
  expect(own).toMatchObject({ count: 1, rows: [{ id: device }], unknownCallers: null });
  expect(Object.values(own.states as Record<string, number>).reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(await board(`?orgId=${orgId}`)).toMatchObject({ count: 1, states: own.states, unknownCallers: 3 });
  expect((await product.call('GET', '/unknown-device', { token })).status).toBe(403);
  const { data, count } = await devices.get('/unknown-device?take=2');
  expect([count, data.length]).toEqual([3, 2]);
  expect((await devices.get('/unknown-device?q=00001')).data).toMatchObject([
    { protocol: 'gt06', identifier: '860000000000001', tries: 1, address: '203.0.113.9' },
  ]);
});
