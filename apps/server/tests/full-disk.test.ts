import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { loadDemo, loadReference } from '#db/seed/run.ts';
import { systemClock } from '#kit/server/clock.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { type PostgresServer, startPostgres } from '#kit/server/postgres/launcher.ts';
import { mountSmallDisk, type SmallDisk } from '#kit/server/testing/small-disk.ts';
import { createProduct, type Product } from '../product.ts';

const mebibyte = 2 ** 20;
const database = await mountSmallDisk(360);
const uploads = database && (await mountSmallDisk(12));
if (!uploads) console.warn('Skipped: disks cannot be mounted here, so none can be filled.');

describe.skipIf(!uploads)('on a full disk', () => {
  const disk = database as SmallDisk;
  const files = uploads as SmallDisk;
  const lines: string[] = [];
  let postgres: PostgresServer;
  let product: Product | undefined;
  let token: string;

  beforeAll(async () => {
    postgres = await startPostgres({
      dataDir: join(disk.path, 'data'),
      log: (line) => void lines.push(line),
      disk: { lowBytes: 48 * mebibyte, enoughBytes: 64 * mebibyte },
    });
    const directory = join(import.meta.dirname, '../../../db/migrations');
    await migrate(postgres.owner, { directory, app: postgres.app });
    const made = await createProduct({
      database: postgres.app,
      dataDir: files.path,
      clock: systemClock,
      alone: true,
      demo: true,
      secure: false,
      log: false,
      attention: () => (postgres.isDiskFull() ? [{ name: 'disk_full', text: 'The disk is full' }] : []),
    });
    product = made;
    await loadReference(made.db, new Date());
    await loadDemo(made.db, made.passwords, new Date());
    token = (await signIn()).json().accessToken;
  });
  afterAll(async () => {
    await product?.close();
    await postgres?.stop();
    await Promise.all([disk.close(), files.close()]);
  });

  const running = () => product as Product;
  const call = (method: 'GET' | 'POST', url: string, payload?: object | Buffer, headers = {}) =>
    running().app.inject({
      method,
      url: `/api/v1${url}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(payload ? { payload } : {}),
    });
  const signIn = () => call('POST', '/login', { email: 'admin@roadkeeper.test', password: demoPassword });
  let serial = 0;
  const write = () => call('POST', '/vehicle-brand', { name: `Brand ${(serial += 1)}` });
  const read = async () => (await call('GET', `/vehicle-brand?take=5&q=${(serial += 1)}`)).statusCode;
  const upload = async () => {
    const form = new FormData();
    form.append('name', `Brand ${(serial += 1)}`);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    form.append('logo', new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
    const sent = new Response(form);
    return call('POST', '/vehicle-brand', Buffer.from(await sent.arrayBuffer()), {
      'content-type': String(sent.headers.get('content-type')),
    });
  };
  const stored = () =>
    readdirSync(join(files.path, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const count = async () => (await call('GET', '/vehicle-brand?take=1')).json().count as number;
  const writable = async () => {
    const since = performance.now();
    await expect.poll(async () => (await write()).statusCode, { timeout: 30_000 }).toBe(201);
    return performance.now() - since;
  };

  test('of the database, reads go on, writes are refused with the reason, and it heals by itself', async () => {
    expect((await write()).statusCode).toBe(201);
    disk.fill(20 * mebibyte);
    await expect.poll(() => postgres.isDiskFull(), { timeout: 5_000 }).toBe(true);
    await expect.poll(async () => (await write()).statusCode, { timeout: 5_000 }).toBe(503);
    const refused = await write();
    expect(refused.json()).toMatchObject({
      code: 'unavailable',
      message:
        'The database is read-only right now, most often because the server’s disk is full, so nothing can be saved',
    });
    expect(refused.headers['retry-after']).toBe('30');
    const ready = await running().app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json().attention]).toEqual([
      200,
      [{ name: 'disk_full', text: 'The disk is full' }],
    ]);
    const metrics = async () => (await running().app.inject({ url: '/metrics' })).body;
    expect(await metrics()).toContain('attention_needed{name="disk_full"} 1');
    const outside = await running().app.inject({ url: '/readyz', remoteAddress: '203.0.113.7' });
    expect(outside.json()).toEqual({ status: 'ok' });
    const before = await count();
    expect([await read(), (await upload()).statusCode, (await signIn()).statusCode]).toEqual([200, 503, 503]);
    expect(await count()).toBe(before);
    expect(stored()).toEqual([]);
    await disk.empty();
    expect(await writable()).toBeLessThan(10_000);
    expect(await metrics()).not.toContain('attention_needed{');
    expect(lines.filter((line) => line.includes('nothing is written until there is more room'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('writing goes on'))).toHaveLength(1);
  });

  test('of the database, filled at once to the last byte, a server that dies comes back and is read from', async () => {
    await expect.poll(() => readdirSync(join(disk.path, 'data')), { timeout: 5_000 }).toContain('postgres.reserve');
    disk.fill();
    expect(disk.freeBytes()).toBe(0);
    const pid = postgres.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => ![undefined, pid].includes(postgres.pid()), { timeout: 20_000 }).toBe(true);
    await expect.poll(read, { timeout: 10_000 }).toBe(200);
    expect((await write()).statusCode).toBe(503);
    // What does not fit into memory is refused with the reason, too.
    const large = 'select count(*) from (select md5(g::text) from generate_series(1, 600000) g order by 1) x';
    disk.fill();
    await expect(running().db.query(large)).rejects.toMatchObject({ code: 'unavailable', message: /disk is full/ });
    await disk.empty();
    expect(await writable()).toBeLessThan(10_000);
  });

  test('of the files, what is stored is read, uploads are refused with the reason, and nothing is half there', async () => {
    const kept = await upload();
    expect(kept.statusCode, kept.body).toBe(201);
    const before = { count: await count(), stored: stored().length };
    files.fill();
    const refused = await upload();
    expect([refused.statusCode, refused.json().message]).toEqual([
      503,
      'The server’s disk is full, so no file can be stored right now',
    ]);
    expect((await call('GET', `/file/${kept.json().data.logo.id}`)).statusCode).toBe(200);
    expect((await write()).statusCode, 'records without a file').toBe(201);
    expect({ count: await count(), stored: stored().length }).toEqual({ ...before, count: before.count + 1 });
    await files.empty();
    expect((await upload()).statusCode).toBe(201);
  });

  test('a start is refused in one line', async () => {
    await product?.close();
    product = undefined;
    await postgres.stop();
    disk.fill(20 * mebibyte);
    const dataDir = join(disk.path, 'data');
    await expect(startPostgres({ dataDir, log: () => undefined })).rejects.toThrow(
      `The disk of ${join(dataDir, 'postgres')} is nearly full: make room, then start again.`,
    );
  });
});
