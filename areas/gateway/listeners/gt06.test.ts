import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '#telematics/simulator/place.ts';
import { speeches } from '#telematics/simulator/speeches.ts';
import { gt06Login, gt06Position, gt06Report } from '#telematics/simulator/gt06-frames.ts';
import { placeAt, startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startGateway()));
afterAll(() => gateway?.close());

/** A reply to a frame, but for its checksum. */
const replyTo = (frame: Buffer) =>
  `787805${frame.subarray(3, 4).toString('hex')}${frame.subarray(-6, -4).toString('hex')}.{4}0d0a`;
const repliesTo = (...frames: Buffer[]) => new RegExp(`^${frames.map(replyTo).join('')}$`);
const text = (bytes: Buffer) => bytes.toString('hex');
/** A heartbeat: status, volts, signal. */
const heartbeat = Buffer.from('78780a134004040001000fdcee0d0a', 'hex');

test('a tracker logs in and reports; what it is answered is stored, with the bytes it sent', async () => {
  const { imei, slot } = await gateway.device();
  const client = await gateway.client('gt06');
  const [login, first, second] = [gt06Login(imei), gt06Position(placeAt(0), 2), gt06Position(placeAt(1), 3)];
  client.send(login);
  expect(text(await client.got(10))).toMatch(repliesTo(login));
  client.send(first, second);
  expect(text(await client.got(30))).toMatch(repliesTo(login, first, second));
  const stored = await gateway.fixesOf(slot);
  expect(stored.map(({ fix_at, lat_e7 }) => [fix_at, lat_e7])).toEqual([
    ['2026-11-21T05:00:00.000Z', 185_000_000],
    ['2026-11-21T05:01:00.000Z', 185_010_000],
  ]);
  await gateway.tracking.catchUp();
  const raw = await gateway.sql<{ protocol: string; count: number; frames: Buffer }>(
    'select protocol, count, frames from raw_frame where device = $1 order by received_at',
    [slot],
  );
  expect(raw.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  const length = (frame: Buffer) => Buffer.from([0, frame.length]);
  expect(Buffer.concat(raw.map(({ frames }) => frames))).toEqual(
    Buffer.concat([login, first, second].flatMap((frame) => [length(frame), frame])),
  );
  client.end();
});

test('while the table cannot be written to nothing is acknowledged, nothing overtakes, and afterwards everything is there', async () => {
  const { imei, slot } = await gateway.device();
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  await client.got(10);
  const owner = new pg.Client(gateway.product.database.owner);
  await owner.connect();
  await owner.query('begin; lock table position in access exclusive mode');
  const frames = [gt06Position(placeAt(0), 2), heartbeat, gt06Position(placeAt(1), 3)];
  client.send(...frames);
  // Longer than one try takes: what is stored later is the same batch once more.
  while ((gateway.tracking.ingest?.figures.failures ?? 0) < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(client.received.length).toBe(10);
  await owner.query('commit');
  await owner.end();
  expect(text((await client.got(40)).subarray(10))).toMatch(repliesTo(...frames));
  expect((await gateway.fixesOf(slot)).length).toBe(2);
  client.end();
});

test('an answer that stands for fixes of two batches waits for both, though the later is stored first', async () => {
  const { imei, slot } = await gateway.device();
  const speak = speeches['its']?.(imei);
  if (!speak) throw new Error('No such protocol');
  /** A fix, which nothing answers, and the heartbeat that is answered for it. */
  const said = (place: Place) => String(speak.report([{ place, archived: false }]).frame).split('\n');
  const yesterday = placeAt(-24 * 60);
  const client = await gateway.client('its');
  // The day of the fix is there, so that nothing but the lock keeps it.
  client.send(said({ ...yesterday, time: yesterday.time - 60_000 }).join('\n'));
  await client.got(5);
  const owner = new pg.Client(gateway.product.database.owner);
  await owner.connect();
  await owner.query('begin; lock table position_20261120 in exclusive mode');
  const batches = gateway.tracking.ingest?.figures.batches ?? 0;
  const [old = '', beat = ''] = said(yesterday);
  const seen = client.received.length;
  client.send(`${old}\n`);
  await sleep(150);
  client.send(`${said(placeAt(0))[0]}\n`);
  await expect.poll(() => gateway.tracking.ingest?.figures.batches).toBeGreaterThan(batches);
  client.send(`${beat}\n`);
  await sleep(150);
  expect(client.received.length).toBe(seen);
  await owner.query('commit');
  await owner.end();
  expect((await client.got(seen + 5)).length).toBeGreaterThan(seen);
  expect((await gateway.fixesOf(slot)).length).toBe(3);
  client.end();
});

test('a heartbeat is answered without waiting when nothing before it waits', async () => {
  const { imei } = await gateway.device();
  const client = await gateway.client('gt06');
  const owner = new pg.Client(gateway.product.database.owner);
  await owner.connect();
  await owner.query('begin; lock table raw_frame in access exclusive mode');
  client.send(gt06Login(imei), heartbeat);
  expect(text(await client.got(20))).toMatch(repliesTo(gt06Login(imei), heartbeat));
  await owner.query('commit');
  await owner.end();
  client.end();
});

test('a fix that comes twice is stored once, and the better of two stays in whatever order they come', async () => {
  const [one, other] = [await gateway.device(), await gateway.device()];
  const same = gt06Report(placeAt(0), 2, false);
  const [live, archived] = [gt06Report(placeAt(1), 3, false), gt06Report(placeAt(1), 4, true)];
  const [north, south] = [gt06Report(placeAt(2, 19), 5, false), gt06Report(placeAt(2), 6, false)];
  const orders: [typeof one, Buffer[][]][] = [
    [
      one,
      [
        [same, same, live, north],
        [same, archived, south],
      ],
    ],
    [other, [[archived, south, same], [live, live, north, same], [same]]],
  ];
  for (const [{ imei }, batches] of orders) {
    const client = await gateway.client('gt06');
    client.send(gt06Login(imei));
    let bytes = (await client.got(10)).length;
    for (const frames of batches) {
      client.send(...frames);
      bytes += 10 * frames.length;
      expect((await client.got(bytes)).length).toBe(bytes);
    }
    client.end();
  }
  const facts = async ({ slot }: typeof one) =>
    (await gateway.fixesOf(slot)).map(({ fix_at, lat_e7, flags }) => [fix_at, lat_e7, flags & 8]);
  expect(await facts(one)).toEqual([
    ['2026-11-21T05:00:00.000Z', 185_000_000, 0],
    ['2026-11-21T05:01:00.000Z', 185_010_000, 0],
    ['2026-11-21T05:02:00.000Z', 185_020_000, 0],
  ]);
  expect(await facts(other)).toEqual(await facts(one));
});

test('of two connections of one device the newer one lives', async () => {
  const { imei, slot, id } = await gateway.device();
  const [older, newer] = [await gateway.client('gt06'), await gateway.client('gt06')];
  older.send(gt06Login(imei));
  await older.got(10);
  newer.send(gt06Login(imei));
  expect((await older.closed()).length).toBe(10);
  newer.send(gt06Position(placeAt(0), 2));
  expect((await newer.got(20)).length).toBe(20);
  expect((await gateway.fixesOf(slot)).length).toBe(1);
  await gateway.tracking.catchUp();
  expect(await gateway.liveOf(id)).toMatchObject({ connected: true, frames: 3, protocol: 'gt06' });
  newer.end();
  await expect.poll(async () => (await gateway.liveOf(id))?.['connected']).toBe(false);
});

test('bytes may come one by one, and several frames at once', async () => {
  const { imei, slot } = await gateway.device();
  const client = await gateway.client('gt06');
  const frames = [gt06Login(imei), gt06Position(placeAt(0), 2), heartbeat, gt06Position(placeAt(1), 3)];
  for (const byte of Buffer.concat(frames)) {
    client.send(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(text(await client.got(40))).toMatch(repliesTo(...frames));
  client.send(Buffer.concat([gt06Position(placeAt(2), 4), gt06Position(placeAt(3), 5), heartbeat]));
  expect((await client.got(70)).length).toBe(70);
  expect((await gateway.fixesOf(slot)).length).toBe(4);
  client.end();
});

test('a tracker that ends its side after it has reported is still answered, and then closed', async () => {
  const { imei, slot } = await gateway.device();
  const client = await gateway.client('gt06', { allowHalfOpen: true });
  const frames = [gt06Login(imei), gt06Position(placeAt(0), 2)];
  client.socket.end(Buffer.concat(frames));
  expect(text(await client.closed())).toMatch(repliesTo(...frames));
  expect((await gateway.fixesOf(slot)).length).toBe(1);
});

test('a device that is taken out of use while it is connected is sent away', async () => {
  const { imei, id } = await gateway.device();
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei));
  await client.got(10);
  await gateway.sql(`update device set situation = 'RETIRED' where id = $1`, [id]);
  await gateway.tracking.registry.refresh();
  await client.closed();
  const again = await gateway.client('gt06');
  again.send(gt06Login(imei));
  expect((await again.closed()).length).toBe(0);
});

test('a device with strict checksums is not believed when they are wrong, another one is, and both are counted', async () => {
  const [strict, lenient] = [await gateway.device({ checksum: 'STRICT' }), await gateway.device()];
  const broken = gt06Position(placeAt(0), 2);
  broken[broken.length - 3] = (broken.at(-3) ?? 0) ^ 0xff;
  for (const { imei } of [strict, lenient]) {
    const client = await gateway.client('gt06');
    client.send(gt06Login(imei), broken, gt06Position(placeAt(1), 3));
    await client.got(imei === strict.imei ? 20 : 30);
    client.end();
  }
  await gateway.tracking.catchUp();
  expect((await gateway.fixesOf(strict.slot)).length).toBe(1);
  expect((await gateway.fixesOf(lenient.slot)).length).toBe(2);
  expect(await gateway.liveOf(strict.id)).toMatchObject({ bad_frames: 1, frames: 3 });
  expect(await gateway.liveOf(lenient.id)).toMatchObject({ bad_checksums: 1, bad_frames: 0 });
});

test('under another rule for checksums a device says anew who it is and how its clock goes', async () => {
  const { imei, id, slot } = await gateway.device();
  const client = await gateway.client('gt06');
  client.send(gt06Login(imei), gt06Position(placeAt(0), 2));
  await client.got(20);
  await gateway.sql(`update device set checksum = 'STRICT' where id = $1`, [id]);
  await gateway.tracking.registry.refresh();
  await client.closed();
  const again = await gateway.client('gt06');
  again.send(gt06Login(imei), gt06Position(placeAt(1), 3));
  await again.got(20);
  expect((await gateway.fixesOf(slot)).map(({ fix_at }) => fix_at.slice(11, 16))).toEqual(['05:00', '05:01']);
  again.end();
});

test('after a restart what is stored is known, and what comes again is not stored twice', async () => {
  const { imei, slot } = await gateway.device();
  const report = async (...frames: Buffer[]) => {
    const client = await gateway.client('gt06');
    client.send(gt06Login(imei), ...frames);
    await client.got(10 + 10 * frames.length);
    client.end();
  };
  await report(gt06Position(placeAt(0), 2), gt06Position(placeAt(1), 3));
  await gateway.product.restart();
  await report(gt06Position(placeAt(1), 3), gt06Position(placeAt(2), 4));
  const fixes = await gateway.fixesOf(slot);
  expect(fixes.map(({ fix_at }) => fix_at.slice(11, 16))).toEqual(['05:00', '05:01', '05:02']);
  expect(new Set(fixes.map(({ received_at }) => received_at)).size).toBe(2);
});
