import { createServer } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { driveOf } from '#telematics/pipeline/testing/drives.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import type { Ports } from '#areas/gateway/gateway.server.ts';
import { bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { startGateway, type TestGateway } from '#areas/gateway/testing/gateway.ts';
import { createMoves } from './moves.ts';
import { createTracking } from './tracking.ts';

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway?.close());

test('from the socket to the trip: a vehicle drives and stands, and its place, its trip and its device say so', async () => {
  const { imei, id } = await gateway.device({ intervalS: 10 });
  const { vehicles } = await someVehicles(gateway.product, 1);
  const [vehicleId = ''] = vehicles;
  await bindDevice(gateway.product, { deviceId: id, vehicleId, from: '2026-11-20T00:00:00Z' });
  await gateway.tracking.registry.refresh();
  const fixes = driveOf(
    [
      { seconds: 600, kmh: 40 },
      { seconds: 600, kmh: 0 },
    ],
    { start: Date.parse('2026-11-21T05:00:00Z') },
  );
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  for (const [at, { time, lat, lon, speedKmh }] of fixes.entries())
    client.send(gt06Position({ time, lat, lon, speedKmh, course: 90 }, at + 2));
  await client.got(10 * (fixes.length + 1));
  await gateway.tracking.catchUp();
  const trips = await gateway.sql<{ state: string; start_at: string; distance_m: number }>(
    'select state, start_at, distance_m from trip where device_id = $1',
    [id],
  );
  expect(trips).toMatchObject([{ state: 'CLOSED', start_at: new Date(fixes[0]?.time ?? 0).toISOString() }]);
  expect(Math.abs((trips[0]?.distance_m ?? 0) - 6_667)).toBeLessThan(200);
  const [current] = await gateway.sql('select * from current_position where vehicle_id = $1', [vehicleId]);
  expect(current).toMatchObject({ fix_at: new Date(fixes.at(-1)?.time ?? 0).toISOString(), moving: false });
  expect(await gateway.sql('select state, vehicle_id from device where id = $1', [id])).toEqual([
    { state: 'ACTIVE', vehicle_id: vehicleId },
  ]);
  // Forty minutes late, all at once: that says nothing of its clock.
  expect(await gateway.liveOf(id)).toMatchObject({ connected: true, clock_offset_s: null });
  client.end();
});

test('whoever looks at trips or the live map is told for how long positions are kept', async () => {
  const { product } = gateway;
  const token = await product.login('admin@roadkeeper.test');
  for (const path of ['/vehicle-trips', '/live-map'])
    expect((await product.call('GET', path, { token })).json, path).toMatchObject({ positionDays: 90 });
});

test('a trip of a device whose wire says off all the way is one, says why it began and ended, and its device stands out', async () => {
  const { imei, id } = await gateway.device({ intervalS: 10 });
  const { vehicles } = await someVehicles(gateway.product, 2);
  await bindDevice(gateway.product, { deviceId: id, vehicleId: vehicles[1] ?? '', from: '2026-11-20T00:00:00Z' });
  await gateway.tracking.registry.refresh();
  const fixes = driveOf(
    [
      { seconds: 600, kmh: 40 },
      { seconds: 600, kmh: 0 },
    ],
    { start: Date.parse('2026-11-21T05:00:00Z') },
  );
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  for (const [at, { time, lat, lon, speedKmh }] of fixes.entries())
    client.send(gt06Position({ time, lat, lon, speedKmh, course: 90, ignition: false }, at + 2));
  await client.got(10 * (fixes.length + 1));
  await gateway.tracking.catchUp();
  client.end();
  const token = await gateway.product.login('admin@roadkeeper.test');
  const get = async (path: string) => (await gateway.product.call('GET', path, { token })).json.data;
  const { rows } = await get(`/vehicle-trips?deviceId=${id}`);
  expect(rows).toMatchObject([{ state: 'CLOSED' }]);
  const trip = await get(`/vehicle-trips/${rows[0].id}`);
  expect(trip).toMatchObject({ beganBy: 'MOVED', endedBy: 'IGNITION_OFF' });
  // As many as moved, within the first and the last.
  const moving = fixes.filter(({ speedKmh }) => (speedKmh ?? 0) >= 5).length;
  expect(Math.abs(trip.offPoints - moving)).toBeLessThanOrEqual(1);
  const found = await get('/device-health?problem=IGNITION');
  expect(found.rows).toMatchObject([{ id, problems: expect.arrayContaining(['IGNITION']) }]);
});

/** What another process on the same database would start. */
const another = (ports: Ports, busyPort: 'another' | 'fail', log: (line: string) => void = () => undefined) => {
  const { database, clock, product } = gateway.product;
  const { db, kit } = product;
  const settings = { host: '127.0.0.1', busyPort, kept: { positions: 90, frames: 30 }, ports };
  const register = new Registry();
  return createTracking({
    database: database.app,
    db,
    clock,
    log,
    versions: kit.versions,
    sealed: kit.sealed,
    register,
    settings,
    moves: createMoves(),
  });
};

test('of two processes on one database one listens, and the other takes over when it ends', async () => {
  const second = another({ gt06: 'auto' }, 'fail');
  try {
    await second.start();
    expect(second.ports).toEqual({});
    expect(gateway.tracking.ports['gt06']).toBeGreaterThan(0);
    await gateway.tracking.close();
    await expect.poll(() => second.ports['gt06'] ?? 0, { timeout: 10_000 }).toBeGreaterThan(0);
  } finally {
    await second.close();
  }
});

test('a port that another program has stops the start with one line; in the demo a free one is taken in its place', async () => {
  await gateway.tracking.close();
  const holder = createServer();
  await new Promise<void>((resolve) => void holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const logged: string[] = [];
  const start = async (busyPort: 'another' | 'fail') => {
    const tracking = another({ gt06: port, h02: 'auto' }, busyPort, (line) => void logged.push(line));
    try {
      await tracking.start();
      return tracking.ports;
    } finally {
      await tracking.close();
    }
  };
  await expect(start('fail')).rejects.toThrow(
    new RegExp(`^tracking: port ${port} for gt06 cannot be opened: .*Set GATEWAY_GT06_PORT to another one, or to 0$`),
  );
  const { gt06, h02 } = await start('another');
  expect([gt06, h02].every((taken) => (taken ?? 0) > 0 && taken !== port)).toBe(true);
  expect(logged.filter((line) => line.includes(`Listening on port ${gt06} instead`))).toHaveLength(1);
  await new Promise((resolve) => holder.close(resolve));
});
