import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { speeches } from '#telematics/simulator/speeches.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let owner: pg.Client;
beforeAll(async () => {
  gateway = await startGateway({
    ingest: { maxPendingRows: 20, maxRows: 5 },
    limits: { requestMs: 300, pendingReplies: 10, fixesPerSecond: 100, fixesAtOnce: 250 },
  });
  owner = new pg.Client(gateway.product.database.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await gateway?.close();
});

const freeze = () => owner.query('begin; lock table position in access exclusive mode');
const thaw = () => owner.query('commit');
const ingest = () => {
  const { ingest } = gateway.tracking;
  if (!ingest) throw new Error('Nothing is stored');
  return ingest;
};

test('when too much waits devices are not listened to any more; then they go on where they were, and nothing is lost', async () => {
  const { imei, slot } = await gateway.device();
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  await client.got(10);
  await freeze();
  for (let at = 0; at < 200; at += 1) {
    client.send(gt06Position(placeAt(at), at + 2));
    // Each a piece of its own.
    await new Promise((resolve) => setImmediate(resolve));
  }
  while (ingest().figures.failures === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ingest().figures.pendingRows).toBeLessThan(200);
  expect(client.received.length).toBe(10);
  await thaw();
  expect((await client.got(10 + 200 * 10)).length).toBe(2_010);
  expect((await gateway.fixesOf(slot)).length).toBe(200);
  client.end();
});

test('a device that sends more than it may is listened to more slowly, and others as before', async () => {
  const [loud, quiet] = [await gateway.device(), await gateway.device()];
  const [shouting, speaking] = [await gateway.client('gt06'), await gateway.client('gt06')];
  shouting.send(gt06Login(loud.imei));
  speaking.send(gt06Login(quiet.imei));
  await Promise.all([shouting.got(10), speaking.got(10)]);
  const began = performance.now();
  for (let at = 0; at < 300; at += 1) {
    shouting.send(gt06Position(placeAt(at), at + 2));
    await new Promise((resolve) => setImmediate(resolve));
  }
  speaking.send(gt06Position(placeAt(0), 2));
  await speaking.got(20);
  const quick = performance.now() - began;
  expect((await shouting.got(10 + 300 * 10)).length).toBe(3_010);
  expect(performance.now() - began).toBeGreaterThan(400);
  expect(quick).toBeLessThan(performance.now() - began);
  expect((await gateway.fixesOf(loud.slot)).length).toBe(300);
  const tracker = await gateway.device();
  const record = (second: number) => {
    const clock = new Date(placeAt(0).time + second * 1_000).toISOString().slice(11, 19).replaceAll(':', '');
    return `01L1211126${clock}018.500000N073.850000E404x19601d000037596036.00198.7011011201M`;
  };
  const report = async (count: number, from: number) => {
    const records = Array.from({ length: count }, (_, at) => record(from + at));
    const body = new URLSearchParams({
      vltdata: `BTH${tracker.imei}${String(count).padStart(3, '0')}${records.join('')}`,
    });
    return (await fetch(`http://127.0.0.1:${gateway.tracking.ports['vlt']}/`, { method: 'POST', body })).status;
  };
  expect(await report(300, 0)).toBe(200);
  expect(await report(1, 400)).toBe(429);
  await expect.poll(() => report(1, 400)).toBe(200);
  expect((await gateway.fixesOf(tracker.slot)).length).toBe(301);
  shouting.end();
  speaking.end();
});

test('a request that is not stored in time is told to come again, and is stored once when it does', async () => {
  const { imei, slot } = await gateway.device();
  const report = (minute: number) =>
    fetch(
      `http://127.0.0.1:${gateway.tracking.ports['osmand']}/?id=${imei}&lat=18.5&lon=73.85&timestamp=${placeAt(minute).time}`,
    );
  await freeze();
  const refused = await Promise.all(Array.from({ length: 25 }, (_, minute) => report(minute)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(refused[0]?.headers.get('retry-after')).toBe('10');
  await thaw();
  await ingest().flush();
  const taken = await Promise.all(Array.from({ length: 25 }, (_, minute) => report(minute)));
  expect(taken.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const again = await Promise.all(
    taken.flatMap(({ status }, minute) =>
      status === 200
        ? []
        : [
            ingest()
              .flush()
              .then(() => report(minute)),
          ],
    ),
  );
  expect([...taken, ...again].filter(({ status }) => status === 200).length).toBe(25);
  expect((await gateway.fixesOf(slot)).length).toBe(25);
});

test('whatever bytes come, the doors stay open', async () => {
  const random = randomFrom(20_261_122);
  const { imei, slot } = await gateway.device();
  for (const [name, speech] of Object.entries(speeches))
    for (let round = 0; round < 30; round += 1) {
      const speak = speech(imei);
      const { frame } = speak.report([{ place: { ...placeAt(round), ignition: true }, archived: false }]);
      const bytes = Buffer.from(Buffer.concat([...(speak.login ? [speak.login] : []), frame, frame]));
      for (let change = 0; change < 3; change += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const client = await gateway.client(name);
      client.socket.end(bytes);
      await client.closed();
    }
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei), gt06Position(placeAt(0), 2));
  expect((await client.got(20)).length).toBe(20);
  expect((await gateway.fixesOf(slot)).length).toBeGreaterThan(0);
  expect(gateway.tracking.figures.refused.get('fault') ?? 0).toBe(0);
  client.end();
});
