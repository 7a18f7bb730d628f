import { afterAll, beforeAll, expect, test } from 'vitest';
import { crc16X25 } from '#telematics/protocols/checksums.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { type Devices, devicesOf } from '../testing/device-fleet.ts';
import { placeAt, startGateway, type TestGateway } from '#areas/gateway/testing/gateway.ts';

let gateway: TestGateway;
let devices: Devices;
beforeAll(async () => {
  gateway = await startGateway();
  devices = await devicesOf(gateway.product);
}, 60_000);
afterAll(() => gateway?.close());

/** Made and bound through the door, and known to the gateway. */
const carried = async (over: Record<string, unknown>) => {
  const device = await devices.device(over);
  const vehicle = await devices.vehicle();
  expect((await devices.bind(device, vehicle, { from: '2026-11-21T04:00:00Z' })).status).toBe(200);
  await gateway.tracking.catchUp();
  return { device, vehicle };
};

test('what a tracker sent over its connection is read again from its frames, and it is active', async () => {
  const imei = '490154203237518';
  const { device, vehicle } = await carried({ identifier: imei });
  const client = await gateway.client('gt06');
  const sent = [gt06Login(imei), gt06Position(placeAt(50), 2), gt06Position(placeAt(51), 3)];
  client.send(...sent);
  await client.got(30);
  // One that belongs to the protocol, and makes no sense.
  client.send(Buffer.from('78780512000100000d0a', 'hex'));
  client.send(gt06Position(placeAt(52), 4));
  await client.got(40);
  await gateway.tracking.catchUp();
  await devices.updateStates();
  expect(await devices.row(device)).toMatchObject({ state: 'ACTIVE', vehicleId: vehicle });
  const frames = (await devices.get(`/device/${device}/frames`)).data as { hex: string; refused: string | null }[];
  expect(frames.map(({ hex }) => hex).slice(-3)).toEqual(sent.toReversed().map((frame) => frame.toString('hex')));
  expect(frames.at(-1)).toMatchObject({ identity: imei, records: 0, protocol: 'gt06' });
  expect(frames.at(-2)).toMatchObject({
    refused: null,
    records: 1,
    readings: [{ fix: { time: '2026-11-21T05:50:00.000Z', lat: 18.55, lon: 73.85, speedKmh: 36, valid: true } }],
  });
  const positions = (await devices.get(`/device/${device}/positions`)).data;
  expect(positions).toMatchObject(
    [52, 51, 50].map((minute) => ({
      fixAt: `2026-11-21T05:${minute}:00.000Z`,
      unfit: null,
      speedKmh: 36,
      vehicle: { id: vehicle },
    })),
  );
  expect((await devices.get(`/device/${device}/health`)).data).toMatchObject({
    state: 'ACTIVE',
    protocol: 'gt06',
    connected: true,
    proven: false,
    lastFixAt: '2026-11-21T05:52:00.000Z',
    day: { fixes: 3, unfit: [] },
  });
  client.end();
});

test('what a telephone asked for is read again from its requests, and its password is nowhere', async () => {
  const secret = 'a secret of 24 letters..';
  const { device } = await carried({ identifier: 'Van-phone', secret });
  const ask = (query: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${gateway.tracking.ports['osmand']}/?${query}`, init).then(({ status }) => status);
  const place = 'lat=18.52&lon=73.85&speed=10&timestamp=2026-11-21T05:55:00Z';
  expect(await ask(`id=van-PHONE&${place}`)).toBe(401);
  expect(await ask(`id=van-PHONE&${place}&token=${encodeURIComponent(secret)}`)).toBe(200);
  const body = JSON.stringify({
    device_id: 'Van-phone',
    location: {
      timestamp: '2026-11-21T05:56:00Z',
      coords: { latitude: 18.53, longitude: 73.85, speed: 5, accuracy: 4, heading: 90 },
    },
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
  expect(await ask('', { method: 'POST', headers, body })).toBe(200);
  await gateway.tracking.catchUp();
  const answer = await gateway.product.call('GET', `/device/${device}/frames`, { token: devices.admin });
  expect(answer.json.data).toMatchObject([
    { text: expect.stringContaining(body), readings: [{ fix: { lat: 18.53, speedKmh: 18 } }] },
    { identity: 'van-PHONE', refused: null, readings: [{ fix: { lat: 18.52 } }] },
  ]);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  for (const word of [secret, encodeURIComponent(secret), hex(secret), hex(encodeURIComponent(secret))])
    expect(answer.text).not.toContain(word);
  expect((await devices.get(`/device/${device}/health`)).data).toMatchObject({ proven: true, connected: false });
});

/** A frame of GT06 as it is on the wire, of any type. */
function framed(type: number, content: Buffer): Buffer {
  const frame = Buffer.concat([
    Buffer.from([0x78, 0x78, content.length + 5, type]),
    content,
    Buffer.from([0, 9, 0, 0, 0x0d, 0x0a]),
  ]);
  frame.writeUInt16BE(crc16X25(frame, 2, frame.length - 4), frame.length - 4);
  return frame;
}

test('a message of a kind that nobody described is answered, counted, shown and kept', async () => {
  const imei = '490154203237542';
  const { device } = await carried({ identifier: imei });
  const client = await gateway.client('gt06');
  const strange = framed(0x5b, Buffer.alloc(30, 0x33));
  client.send(gt06Login(imei), strange, strange);
  expect((await client.got(30)).length).toBe(30);
  await gateway.tracking.catchUp();
  expect((await devices.get(`/device/${device}/health`)).data).toMatchObject({
    unreadFrames: 2,
    unreadKinds: [{ kind: 'gt06 5B', frames: 2 }],
  });
  const [frame] = (await devices.get(`/device/${device}/frames`)).data;
  expect(frame).toMatchObject({ hex: strange.toString('hex'), unread: '5B', refused: null, records: 0 });
  client.end();
});

test('a request of AIS-140 that nobody described is answered, counted, shown and kept as well', async () => {
  const imei = '490154203237906';
  const { device } = await carried({ identifier: imei });
  const url = `http://127.0.0.1:${gateway.tracking.ports['vlt']}/`;
  const send = async (data: string) =>
    (await fetch(url, { method: 'POST', body: new URLSearchParams({ vltdata: data }) })).status;
  expect([await send(`EPB${imei},A,1`), await send(`NRM${imei}01L1`)]).toEqual([200, 200]);
  await gateway.tracking.catchUp();
  expect((await devices.get(`/device/${device}/health`)).data).toMatchObject({
    unreadFrames: 2,
    unreadKinds: [
      { kind: 'vlt EPB', frames: 1 },
      { kind: 'vlt NRM record', frames: 1 },
    ],
  });
  const frames = (await devices.get(`/device/${device}/frames`)).data as { unread: string }[];
  expect(frames.map(({ unread }) => unread).toSorted()).toEqual(['EPB', 'NRM record']);
});

test('kept frames are read again: what is missing of their fixes is stored, once, and trips are cut with it', async () => {
  const imei = '490154203237559';
  const { device, vehicle } = await carried({ identifier: imei });
  const client = await gateway.client('gt06');
  const fixes = Array.from({ length: 20 }, (_, at) => gt06Position(placeAt(10 + at), at + 2));
  client.send(gt06Login(imei), ...fixes.slice(0, 10));
  expect((await client.got(110)).length).toBe(110);
  client.end();
  await gateway.tracking.catchUp();
  const rowsOf = async () =>
    (await devices.get(`/vehicle-trips?vehicleId=${vehicle}`)).data.rows as { points: number }[];
  expect(await rowsOf()).toMatchObject([{ points: 10 }]);
  // As an older reader would have left it: the frames are kept, and nothing was read of them.
  const packed = Buffer.concat(fixes.slice(10).flatMap((frame) => [Buffer.from([0, frame.length]), frame]));
  await gateway.sql(
    `insert into raw_frame (received_at, device, protocol, count, frames)
     select $2, slot, 'gt06', 10, decode($3, 'hex') from device where id = $1`,
    [device, '2026-11-21T05:59:59.500Z', packed.toString('hex')],
  );
  const asked = { identifier: imei, isDry: false };
  expect(await gateway.tracking.reread({ ...asked, isDry: true })).toMatchObject({ fixes: 20, added: 10 });
  expect((await devices.get(`/device/${device}/positions`)).data.length).toBe(10);
  expect(await gateway.tracking.reread(asked)).toEqual({ devices: 1, frames: 21, unread: 0, fixes: 20, added: 10 });
  expect((await devices.get(`/device/${device}/positions`)).data.length).toBe(20);
  expect(await rowsOf()).toMatchObject([{ points: 20 }]);
  expect(await gateway.tracking.reread(asked)).toMatchObject({ added: 0 });
});

const minutesAt = (minutes: number) =>
  placeAt((gateway.product.clock.now().getTime() - placeAt(0).time) / 60_000 + minutes);

test('a clock that shows the time of India is noticed, and its times are right once that is said', async () => {
  const imei = '490154203237567';
  const { device, vehicle } = await carried({ identifier: imei });
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  for (let at = 0; at < 3; at += 1) {
    client.send(gt06Position({ ...minutesAt(330), lat: 18.5 }, at + 2));
    await client.got(10 * (at + 2));
    gateway.product.clock.move(20_000);
  }
  await gateway.tracking.catchUp();
  const health = async () => (await devices.get(`/device/${device}/health`)).data;
  expect(await health()).toMatchObject({ offeredOffsetMin: 330, day: { fixes: 0 } });
  const row = await devices.row(device);
  const body = { ...devices.body(), identifier: imei, clockRule: 'OFFSET', clockOffsetMin: 330 };
  const saved = await gateway.product.call('PUT', `/device/${device}`, {
    token: devices.admin,
    body,
    headers: { 'if-match': `"v${String(row.version)}"` },
  });
  expect([saved.status, saved.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  await gateway.tracking.catchUp();
  const sent = minutesAt(330);
  client.send(gt06Position({ ...sent, lat: 18.5 }, 9));
  await client.got(50);
  await gateway.tracking.catchUp();
  const [latest] = (await devices.get(`/device/${device}/positions`)).data.filter(
    ({ unfit }: { unfit: string | null }) => unfit === null,
  );
  expect(Math.abs(Date.parse(latest.fixAt) - gateway.product.clock.now().getTime())).toBeLessThan(1_000);
  expect(await health()).toMatchObject({ offeredOffsetMin: null, clockRule: 'OFFSET', clockOffsetMin: 330 });
  expect((await devices.get(`/current-patch?vehicleId=${vehicle}`)).data.length).toBeGreaterThan(0);
  client.end();
});

test('by arrival a device without a clock is where it is now, and what it kept is told apart as it says', async () => {
  const imei = '490154203237575';
  const { device } = await carried({ identifier: imei, clockRule: 'ARRIVAL' });
  const url = `http://127.0.0.1:${gateway.tracking.ports['vlt']}/`;
  const record = (clock: string) => `01L1010119${clock}018.500000N073.850000E404x19601d000037596036.00198.7011011201M`;
  const body = new URLSearchParams({ vltdata: `BTH${imei}002${record('000100')}${record('000130')}` });
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
  await gateway.tracking.catchUp();
  const now = gateway.product.clock.now().getTime();
  const fixes = (await devices.get(`/device/${device}/positions`)).data as { fixAt: string; unfit: string | null }[];
  expect(fixes.map(({ fixAt, unfit }) => [now - Date.parse(fixAt), unfit])).toEqual([
    [0, null],
    [30_000, null],
  ]);
  expect((await devices.get(`/device/${device}/health`)).data.problems).not.toContain('CLOCK');
});

test('a fix of four minutes ahead does not stop the clock of where a vehicle is', async () => {
  const imei = '490154203237583';
  const { device, vehicle } = await carried({ identifier: imei });
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei), gt06Position(minutesAt(-1), 2), gt06Position({ ...minutesAt(4), lat: 19 }, 3));
  client.send(gt06Position({ ...minutesAt(0), lat: 18.565 }, 4));
  await client.got(40);
  await gateway.tracking.catchUp();
  const patch = (await devices.get('/current-patch')).data as { vehicleId: string; lat: number }[];
  expect(patch.find(({ vehicleId }) => vehicleId === vehicle)?.lat).toBeCloseTo(18.565, 4);
  const unfit = (await devices.get(`/device/${device}/positions`)).data.map(
    (one: { unfit: string | null }) => one.unfit,
  );
  expect(unfit).toEqual(['future', null, null]);
  client.end();
});

test('what a device kept and sends late says nothing of its clock', async () => {
  const imei = '490154203237591';
  const { device } = await carried({ identifier: imei });
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei), ...Array.from({ length: 30 }, (_, at) => gt06Position(minutesAt(-60 + at / 6), at + 2)));
  await client.got(310);
  client.end();
  await gateway.tracking.catchUp();
  expect((await devices.get(`/device/${device}/health`)).data).toMatchObject({ clockOffsetS: null });
  expect((await devices.get(`/device/${device}/health`)).data.problems).not.toContain('CLOCK');
});

test('who is not known is listed with how often it knocked', async () => {
  for (let tries = 0; tries < 2; tries += 1) {
    const client = await gateway.client('gt06');
    client.send(gt06Login('861234050099999'));
    await client.closed();
  }
  await gateway.tracking.catchUp();
  expect((await devices.get('/unknown-device')).data).toMatchObject([
    { protocol: 'gt06', identifier: '861234050099999', tries: 2, address: '127.0.0.1' },
  ]);
});

test('a device that is retired or switched off is not let in any more', async () => {
  for (const end of ['situation', 'status'] as const) {
    const imei = end === 'situation' ? '490154203237526' : '490154203237534';
    const { device } = await carried({ identifier: imei });
    const client = await gateway.client('gt06');
    client.send(gt06Login(imei));
    expect((await client.got(10)).length).toBe(10);
    if (end === 'situation') await devices.say(device, 'RETIRED');
    else await gateway.product.call('PUT', `/device/status/${device}`, { token: devices.admin });
    await gateway.tracking.catchUp();
    await client.closed();
    const again = await gateway.client('gt06');
    again.send(gt06Login(imei));
    expect((await again.closed()).length).toBe(0);
  }
});
