import { afterAll, beforeAll, expect, test } from 'vitest';
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
