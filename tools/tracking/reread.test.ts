import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addDevices, someVehicles } from '#areas/gateway/testing/devices.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { testDatabase } from '#kit/server/testing/database.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';

let product: TestProduct | undefined;
afterAll(() => product?.close());

interface Ran {
  code: number | null;
  out: string;
  said: string;
}

function run(env: Record<string, string>, given: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, ['tools/tracking/reread.ts', ...given], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, said] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, said: said.split('\n')[0] ?? '' })));
}

test('what is asked is looked at before a database is started, which a refusal would leave behind', async () => {
  // A data folder that holds nothing.
  const nowhere = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: join(tmpdir(), 'roadkeeper-nowhere') };
  expect(await run(nowhere, ['--from', 'yesterday'])).toMatchObject({ code: 2, said: '--from is a time' });
  const { code, said } = await run(nowhere, ['--from', '2026-11-20T00:00:00Z', '--dry-run']);
  expect(code).toBe(2);
  expect(said).toMatch(/^There is no database in /);
});

const urlOf = ({ host, port = 5432, user, password = '', database }: ConnectionConfig): string =>
  `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** As kept frames lie in the store: each behind its length. */
const packed = (frames: readonly Buffer[]): string =>
  Buffer.concat(frames.flatMap((frame) => [Buffer.from([frame.length >> 8, frame.length & 0xff]), frame])).toString(
    'hex',
  );

test('kept frames are read again by the command: of one device, of one protocol, of a time, and for a trial', {
  timeout: 180_000,
}, async () => {
  // The command has the clock of the machine: frames of long ago would not be kept.
  const at = testDatabase().startedAt;
  product = await startTestProduct({ fleet: true, tracking: true, at });
  const hour = Math.floor(Date.parse(at) / 3_600_000) * 3_600_000 - 2 * 3_600_000;
  const moment = (minute: number) => new Date(hour + minute * 60_000).toISOString();
  const placeAt = (minute: number) => ({
    time: hour + minute * 60_000,
    lat: 18.5 + minute / 1_000,
    lon: 73.85,
    speedKmh: 36,
    course: 90,
  });
  const { db } = product.product;
  const sql = <Row>(text: string, params: string[] = []) =>
    transact(db, everything, (db) => db.query<Row>(text, params));
  const { orgId } = await someVehicles(product, 1);
  const [bus, phone] = ['860111222333511', '860111222333529'] as const;
  await addDevices(product, [
    { identifier: bus, orgId },
    { identifier: phone, orgId },
  ]);
  const request = (minute: number) => {
    const { time, lat, lon } = placeAt(minute);
    return Buffer.from(`GET /?id=${phone}&lat=${lat}&lon=${lon}&timestamp=${time}\n\n`);
  };
  const position = (minute: number) => gt06Position(placeAt(minute), minute + 2);
  await sql(`select keep_tracking_day('raw_frame', $1)`, [moment(0).slice(0, 10)]);
  const keep = (identifier: string, protocol: string, at: string, frames: readonly Buffer[]) =>
    sql(
      `insert into raw_frame (received_at, device, protocol, count, frames)
       select $2, slot, $3, $4::int, decode($5, 'hex') from device where identifier = $1`,
      [identifier, at, protocol, String(frames.length), packed(frames)],
    );
  // What was said before belongs to the conversation: the login names the device of later frames.
  await keep(bus, 'gt06', moment(10), [gt06Login(bus), position(1), position(2), position(3)]);
  await keep(bus, 'gt06', moment(30), [position(21), position(22)]);
  await keep(phone, 'osmand', moment(10), [request(1), request(2)]);
  const stored = async (identifier: string) =>
    (
      await sql<{ minute: number }>(
        `select extract(minute from p.fix_at)::int as minute from position p join device d on d.slot = p.device
         where d.identifier = $1 order by p.fix_at`,
        [identifier],
      )
    ).map(({ minute }) => minute);

  const env = {
    DATABASE_URL: urlOf(product.database.app),
    DATABASE_OWNER_URL: urlOf(product.database.owner),
    DATA_DIR: product.dataDir,
  };
  const reread = async (...given: string[]) => {
    const { code, out, said } = await run(env, given);
    if (code !== 0) throw new Error(said);
    return JSON.parse(out) as unknown;
  };
  expect(await run(env, [])).toMatchObject({ code: 2, said: expect.stringMatching(/^Roadkeeper listens to devices/) });
  await product.product.tracking?.close();

  expect(await reread('--dry-run')).toEqual({ devices: 2, frames: 8, unread: 0, fixes: 7, added: 7 });
  expect([await stored(bus), await stored(phone)]).toEqual([[], []]);
  expect(await reread('--protocol', 'osmand')).toEqual({ devices: 1, frames: 2, unread: 0, fixes: 2, added: 2 });
  expect([await stored(bus), await stored(phone)]).toEqual([[], [1, 2]]);
  const later = ['--device', bus, '--from', moment(20)];
  expect(await reread(...later)).toEqual({ devices: 1, frames: 2, unread: 0, fixes: 2, added: 2 });
  expect(await stored(bus)).toEqual([21, 22]);
  const earlier = ['--device', bus, '--protocol', 'gt06', '--to', moment(20)];
  expect(await reread(...earlier)).toEqual({ devices: 1, frames: 4, unread: 0, fixes: 3, added: 3 });
  expect(await stored(bus)).toEqual([1, 2, 3, 21, 22]);
  expect(await reread()).toMatchObject({ fixes: 7, added: 0 });
});
