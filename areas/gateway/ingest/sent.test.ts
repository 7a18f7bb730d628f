import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Devices, devicesOf } from '#areas/devices/testing/device-fleet.ts';

let product: TestProduct;
let devices: Devices;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
  await devices.sql(async (db) => {
    for (const table of ['position', 'raw_frame'])
      for (const day of ['2018-02-01', '2026-11-20', '2026-11-21'])
        await db.query('select keep_tracking_day($1, $2)', [table, day]);
  });
});
afterAll(() => product?.close());

// Of the GT06 manual: a login, and the fix of 23 March 2011 that follows it.
const login = '78780d01012345678901234500018cdd0d0a';
const located = '78781f120b081d112e10cc027ac7eb0c46584900148f01cc00287d001fb8000380810d0a';

const minutes = (count: number) => new Date(product.clock.now().getTime() + count * 60_000).toISOString();
const positions = (id: string, query = '', token = devices.admin) =>
  devices.get(`/device/${id}/positions${query}`, token);
const frames = (id: string, query = '', token = devices.admin) => devices.get(`/device/${id}/frames${query}`, token);
const addFix = (id: string, fixAt: string, over: Record<string, unknown> = {}) =>
  devices.sql((db) =>
    db.query(
      `insert into position select p.* from jsonb_populate_record(null::public.position, $2::jsonb || jsonb_build_object('device',
         (select slot from device where id = $1))) p`,
      [
        id,
        JSON.stringify({
          fix_at: fixAt,
          received_at: fixAt,
          lat_e7: 185_200_000,
          lon_e7: 738_500_000,
          flags: 1,
          unfit: 0,
          ...over,
        }),
      ],
    ),
  );
const addFrames = (id: string, receivedAt: string, protocol: string, sent: readonly Buffer[]) => {
  const packed = Buffer.concat(sent.flatMap((frame) => [Buffer.from([frame.length >> 8, frame.length & 0xff]), frame]));
  return devices.sql((db) =>
    db.query(
      `insert into raw_frame (received_at, device, protocol, count, frames)
       select $2, slot, $3, $4, decode($5, 'hex') from device where id = $1`,
      [id, receivedAt, protocol, sent.length, packed.toString('hex')],
    ),
  );
};

test('fixes are shown latest first, with what carried the device then and why one drives nothing', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  await devices.bind(device, vehicle, { from: minutes(-30) });
  await addFix(device, minutes(-40));
  await addFix(device, minutes(-20), {
    speed_ckmh: 3_424,
    course_ddeg: 915,
    accuracy_cm: 450,
    satellites: 9,
    hdop_c: 90,
    flags: 1 | 2 | 4,
    attributes: { ignition: true },
  });
  await addFix(device, minutes(-10), { unfit: 5, flags: 8 });
  const { data } = await positions(device);
  expect(data).toMatchObject([
    { fixAt: minutes(-10), unfit: 'future', valid: false, archived: true, ignition: null, vehicle: { id: vehicle } },
    {
      fixAt: minutes(-20),
      lat: 18.52,
      lon: 73.85,
      speedKmh: 34.24,
      course: 91.5,
      accuracyM: 4.5,
      satellites: 9,
      hdop: 0.9,
      ignition: true,
      valid: true,
      unfit: null,
      attributes: { ignition: true },
    },
    { fixAt: minutes(-40), vehicle: null },
  ]);
  const times = async (query: string) =>
    ((await positions(device, query)).data as { fixAt: string }[]).map((one) => one.fixAt);
  expect(await times('?take=1')).toEqual([minutes(-10)]);
  expect(await times(`?to=${minutes(-10)}`)).toEqual([minutes(-20), minutes(-40)]);
  expect(await times(`?from=${minutes(-20)}`)).toEqual([minutes(-10), minutes(-20)]);
  for (const query of ['?take=0', '?take=501', '?from=yesterday', '?to=2026-11-21', '?since=1'])
    expect((await product.call('GET', `/device/${device}/positions${query}`, { token: devices.admin })).status).toBe(
      400,
    );
});

test('frames are shown byte for byte and as they are read, page by page, the latest first', async () => {
  const device = await devices.device({ identifier: '123456789012345' });
  const osmand = Buffer.from('GET /?id=1&lat=18.5&lon=73.8&timestamp=1795240800&speed=10\n\n');
  await addFrames(device, minutes(-3), 'gt06', [Buffer.from(login, 'hex'), Buffer.from(located, 'hex')]);
  await addFrames(device, minutes(-2), 'osmand', [osmand]);
  await addFrames(device, minutes(-1), 'unheard', [Buffer.from([0xff, 0x00])]);
  const { data } = await frames(device);
  expect(data).toMatchObject([
    { receivedAt: minutes(-1), hex: 'ff00', text: null, refused: 'Nothing reads unheard', records: 0 },
    {
      receivedAt: minutes(-2),
      text: osmand.toString(),
      identity: '1',
      refused: null,
      readings: [{ fix: { lat: 18.5, lon: 73.8 } }],
    },
    {
      hex: located,
      bytes: 36,
      readings: [{ fix: { time: '2011-08-29T17:46:16.000Z', valid: true } }],
    },
    { hex: login, identity: '123456789012345', records: 0, refused: null },
  ]);
  const ids = (data as { id: string }[]).map(({ id }) => id);
  const walked: string[] = [];
  for (let after = ''; walked.length < 10; ) {
    const page = (await frames(device, `?take=1${after}`)).data as { id: string }[];
    if (page.length === 0) break;
    walked.push(...page.map(({ id }) => id));
    after = `&after=${walked.at(-1)}`;
  }
  expect(walked).toEqual(ids);
  expect((await frames(device, `?from=${minutes(-2)}`)).data).toHaveLength(2);
  expect((await frames(device, `?to=${minutes(-2)}`)).data).toHaveLength(2);
  expect((await product.call('GET', `/device/${device}/frames?after=x`, { token: devices.admin })).status).toBe(400);
});

test('an organisation sees what its devices sent since they are its own, staff see all of it', async () => {
  const device = await devices.device();
  const frame = Buffer.from(login, 'hex');
  await addFix(device, minutes(-5));
  await addFrames(device, minutes(-5), 'gt06', [frame]);
  const orgId = devices.orgNamed('Kulkarni family');
  await product.call('POST', `/device/owner/${device}`, { token: devices.admin, body: { orgId } });
  await product.addStaff('kulkarni.owner@roadkeeper.test', 'Client owner', orgId);
  await product.addStaff('deccan.owner@roadkeeper.test', 'Client owner', devices.orgNamed('Deccan Cold Chain'));
  await devices.move(60_000);
  await addFix(device, minutes(0));
  // Taken before, and sent afterwards: it tells of the time before.
  await addFix(device, minutes(-30), { received_at: minutes(0), flags: 8 });
  await addFrames(device, minutes(0), 'gt06', [frame]);
  const own = await product.login('kulkarni.owner@roadkeeper.test');
  const others = await product.login('deccan.owner@roadkeeper.test');
  expect([(await positions(device)).data.length, (await frames(device)).data.length]).toEqual([3, 2]);
  expect((await positions(device, '', own)).data).toMatchObject([{ fixAt: minutes(0) }]);
  expect((await frames(device, '', own)).data).toMatchObject([{ receivedAt: minutes(0) }]);
  for (const path of ['positions', 'frames', 'health', 'bindings']) {
    const answer = await product.call('GET', `/device/${device}/${path}`, { token: others });
    expect([path, answer.status, answer.json.message]).toEqual([path, 404, 'Device not found']);
  }
});
