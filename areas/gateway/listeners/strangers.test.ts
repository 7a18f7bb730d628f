import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { figureOf } from '#kit/server/http/testing/raw-client.ts';
import { addDevices } from '../testing/devices.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let owner: pg.Client;
const heldBytesOfAll = 80_000;
beforeAll(async () => {
  gateway = await startGateway({
    limits: { heldBytesOfAll, bodyBytesPerAddress: 100_000, requestMs: 5_000 },
  });
  owner = new pg.Client(gateway.product.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await gateway?.close();
});

const refused = (reason: string) => gateway.tracking.figures.refused.get(reason) ?? 0;
const held = (what: string) => figureOf(gateway.product, `tracking_held_bytes{for="${what}"}`);

test('a stranger has no room for a long frame that never ends', async () => {
  const before = refused('no frames');
  const clients = await Promise.all(Array.from({ length: 4 }, () => gateway.client('teltonika')));
  // A preamble, a length that may be, and as much of it as one likes.
  const begun = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0x75, 0x30]), Buffer.alloc(20_000, 8)]);
  for (const client of clients) client.send(begun);
  await Promise.all(clients.map((client) => client.closed()));
  expect(refused('no frames') - before).toBe(4);
});

const frames = (imei: string, count: number) => [
  gt06Login(imei),
  ...Array.from({ length: count }, (_, at) => gt06Position(placeAt(at), at + 2)),
];

test('what waits until it is known who speaks is bounded', async () => {
  await owner.query('begin; lock table device in access exclusive mode');
  const before = refused('too much at once');
  // Each of these says little enough, and together they say too much.
  const many = await Promise.all(Array.from({ length: 8 }, () => gateway.client('gt06')));
  many.forEach((client, at) => client.send(Buffer.concat(frames(`86123405990001${at}`, 500))));
  await expect.poll(() => refused('too much at once') - before).toBeGreaterThan(0);
  await sleep(100);
  expect(await held('identity')).toBeGreaterThan(10_000);
  expect(await held('identity')).toBeLessThanOrEqual(heldBytesOfAll);
  await owner.query('rollback');
  for (const client of many) client.end();
  await expect.poll(() => held('identity')).toBe(0);
});

test('a device that was registered in this moment and sends all that it kept at once is not cut off', async () => {
  await sleep(300);
  // The list of devices is read with their installations: it waits, and the device is registered meanwhile.
  await owner.query('begin; lock table device_binding in access exclusive mode');
  const client = await gateway.client('gt06');
  client.send(Buffer.concat(frames('861234059900009', 1_000)));
  await expect.poll(() => held('identity')).toBeGreaterThan(10_000);
  await addDevices(gateway.product, [{ orgId: gateway.orgId, identifier: '861234059900009' }]);
  await owner.query('rollback');
  expect((await client.got(10 * 1_001)).length).toBe(10 * 1_001);
  client.end();
});

test('bodies of requests have room for so many bytes, and who takes longest is told to come again', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n';
  const clients = await Promise.all(Array.from({ length: 3 }, () => gateway.client('osmand')));
  for (const client of clients.slice(0, 2)) client.send(head, 'x'.repeat(45_000));
  await sleep(100);
  const [, , third] = clients;
  third?.send(head, 'x'.repeat(45_000));
  expect((await clients[0]?.got(12))?.toString()).toMatch(/^HTTP\/1.1 503/);
  third?.send('x'.repeat(15_000));
  expect((await third?.got(12))?.toString()).toMatch(/^HTTP\/1.1 400/);
  for (const client of clients) client.end();
  await sleep(50);
  const next = await gateway.client('osmand');
  next.send(head, 'x'.repeat(60_000));
  expect((await next.got(12)).toString()).toMatch(/^HTTP\/1.1 400/);
  next.end();
});

test('what waits to be stored counts what is around it, and is nothing again once it is stored', async () => {
  const { imei } = await gateway.device();
  const { ingest } = gateway.tracking;
  const port = gateway.tracking.ports['osmand'];
  const send = (padding: string, body: string) =>
    fetch(`http://127.0.0.1:${port}/?id=${imei}&timestamp=1763704800&lat=18.5&lon=73.8&note=${padding}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body,
    });
  // More than a column keeps of a frame.
  for (let times = 0; times < 3; times += 1)
    expect((await send('y'.repeat(14_000), 'z'.repeat(60_000))).status).toBe(200);
  await ingest?.flush();
  expect(ingest?.figures.pendingBytes).toBe(0);
  const small = Buffer.from('abc');
  const slot = (await gateway.device()).slot;
  for (let at = 0; at < 100; at += 1)
    ingest?.take({
      device: slot,
      protocol: 'h02',
      frame: small,
      positions: [],
      alarms: [],
      waiting: null,
      urgent: false,
    });
  expect(ingest?.figures.pendingBytes).toBeGreaterThan(100 * 256);
  await ingest?.flush();
  expect(ingest?.figures.pendingBytes).toBe(0);
});
