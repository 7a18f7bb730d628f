import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { figureOf } from '#kit/server/http/testing/raw-client.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let owner: pg.Client;
beforeAll(async () => {
  gateway = await startGateway({
    limits: { heldBytes: 8_000, heldBytesOfAll: 20_000, bodyBytesPerAddress: 100_000, requestMs: 5_000 },
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
/** Strangers are blamed, and kept away after some of that. */
const laterMs = 120_000;

test('a stranger has no room for a long frame that never ends', async () => {
  const before = refused('no frames');
  const clients = await Promise.all(Array.from({ length: 4 }, () => gateway.client('teltonika')));
  // A preamble, a length that may be, and as much of it as one likes.
  const begun = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0x75, 0x30]), Buffer.alloc(20_000, 8)]);
  for (const client of clients) client.send(begun);
  await Promise.all(clients.map((client) => client.closed()));
  expect(refused('no frames') - before).toBe(4);
  gateway.product.clock.move(laterMs);
});

test('what waits until it is known who speaks is bounded, for one and for all', async () => {
  await owner.query('begin; lock table device in access exclusive mode');
  const before = refused('too much at once');
  const frames = (imei: string, count: number) => [
    gt06Login(imei),
    ...Array.from({ length: count }, (_, at) => gt06Position(placeAt(at), at + 2)),
  ];
  const loud = await gateway.client('gt06');
  loud.send(...frames('861234059900001', 200));
  await loud.closed();
  expect(refused('too much at once') - before).toBe(1);
  // Each of these says little enough, and together they say too much.
  const many = await Promise.all(Array.from({ length: 8 }, () => gateway.client('gt06')));
  many.forEach((client, at) => client.send(...frames(`86123405990001${at}`, 8)));
  await expect.poll(() => held('identity')).toBeGreaterThan(10_000);
  await sleep(100);
  expect(await held('identity')).toBeLessThanOrEqual(20_000);
  await owner.query('rollback');
  for (const client of many) client.end();
  await expect.poll(() => held('identity')).toBe(0);
  gateway.product.clock.move(laterMs);
});

test('bodies of requests have room for so many bytes, and who comes too late is told to come again', async () => {
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n';
  const clients = await Promise.all(Array.from({ length: 3 }, () => gateway.client('osmand')));
  for (const client of clients.slice(0, 2)) client.send(head, 'x'.repeat(45_000));
  await sleep(100);
  const [, , third] = clients;
  third?.send(head, 'x'.repeat(45_000));
  expect((await third?.got(12))?.toString()).toMatch(/^HTTP\/1.1 503/);
  for (const client of clients) client.end();
  await sleep(50);
  const next = await gateway.client('osmand');
  next.send(head, 'x'.repeat(60_000));
  expect((await next.got(12)).toString()).toMatch(/^HTTP\/1.1 400/);
  next.end();
  gateway.product.clock.move(laterMs);
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
    ingest?.take({ device: slot, protocol: 'h02', frame: small, positions: [], waiting: null, urgent: false });
  expect(ingest?.figures.pendingBytes).toBeGreaterThan(100 * 256);
  await ingest?.flush();
  expect(ingest?.figures.pendingBytes).toBe(0);
});
