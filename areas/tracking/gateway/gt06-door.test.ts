import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { Client } from '../testing/client.ts';
import { addDevices, someVehicles } from '../testing/devices.ts';

let product: TestProduct;
let orgId: string;
let serial = 0;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true, tracking: true });
  ({ orgId } = await someVehicles(product, 1));
});
afterAll(() => product?.close());

const tracking = () => {
  const { tracking } = product.product;
  if (!tracking) throw new Error('Nobody listens');
  return tracking;
};
/** A device of its own for each test. */
async function newDevice(over: { checksum?: 'STRICT' } = {}): Promise<{ imei: string; slot: number }> {
  serial += 1;
  const imei = `8612340500${String(10_000 + serial)}`;
  const [made] = await addDevices(product, [{ identifier: imei, orgId, ...over }]);
  await tracking().book.refresh();
  return { imei, slot: made?.slot ?? 0 };
}
const sql = <Row>(text: string, params: (string | number)[]) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const fixesOf = (slot: number) =>
  sql<{ fix_at: string; lat_e7: number; received_at: string }>(
    'select fix_at, lat_e7, received_at from position where device = $1 order by fix_at',
    [slot],
  );
const start = Date.parse('2026-11-21T05:00:00Z');
const place = (minute: number, lat = 18.5) => ({
  time: start + minute * 60_000,
  lat: lat + minute / 1_000,
  lon: 73.85,
  speedKmh: 36,
  course: 90,
});
const answered = (frame: Buffer) => Buffer.from([0x78, 0x78, 5, frame[3] ?? 0]).toString('hex');

test('a tracker logs in and reports; what it is answered is stored, with the bytes it sent', async () => {
  const { imei, slot } = await newDevice();
  const client = await Client.to(tracking().ports['gt06']);
  const [login, first, second] = [gt06Login(imei), gt06Position(place(0), 2), gt06Position(place(1), 3)];
  client.send(login);
  expect((await client.got(10)).toString('hex')).toMatch(new RegExp(`^${answered(login)}0001`));
  client.send(first, second);
  const replies = (await client.got(30)).subarray(10).toString('hex');
  expect(replies).toMatch(new RegExp(`^${answered(first)}0002.{4}0d0a${answered(second)}0003.{4}0d0a$`));
  const stored = await fixesOf(slot);
  expect(stored.map(({ fix_at, lat_e7 }) => [fix_at, lat_e7])).toEqual([
    ['2026-11-21T05:00:00.000Z', 185_000_000],
    ['2026-11-21T05:01:00.000Z', 185_010_000],
  ]);
  await tracking().settle();
  const raw = await sql<{ protocol: string; count: number; frames: Buffer }>(
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
