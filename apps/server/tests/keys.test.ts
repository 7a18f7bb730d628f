import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { manualClock } from '#kit/server/clock.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import type { ClonedDatabase } from '#kit/server/testing/database.ts';
import { createProduct, type Product } from '../product.ts';
import { cloneSeeded } from '../testing/seeded.ts';

const at = '2026-11-21T06:00:00Z';
let dataDir: string;
let database: ClonedDatabase;
const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const path = (name: string) => join(dataDir, 'keys', name);

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rk-test-'));
  database = await cloneSeeded({ at }, dataDir);
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => void lines.splice(0));

const start = (fileKey?: string): Promise<Product> =>
  createProduct({
    database: database.app,
    dataDir,
    clock: manualClock(at),
    alone: true,
    demo: true,
    secure: false,
    log,
    ...(fileKey ? { fileKey } : {}),
  });
/** Starts, signs in and stops; gives the status of the sign-in. */
async function signIn(fileKey?: string): Promise<number> {
  const product = await start(fileKey);
  const payload = { email: 'admin@roadkeeper.test', password: demoPassword };
  const { statusCode } = await product.app.inject({ method: 'POST', url: '/api/v1/login', payload });
  await product.close();
  return statusCode;
}

const kept = [
  ['files.key', 'stored files and encrypted numbers cannot be read'],
  ['credentials.key', 'two-step verification fails'],
  ['password.key', 'nobody can sign in with a password'],
] as const;

test.each(kept)('a start without %s is refused in one line, and no other is made', async (name, loss) => {
  renameSync(path(name), `${path(name)}.away`);
  await expect(start()).rejects.toThrow(`${path(name)} is missing, and without it ${loss}. Put it back from a backup`);
  expect(existsSync(path(name))).toBe(false);
  renameSync(`${path(name)}.away`, path(name));
  expect(await signIn()).toBe(200);
});

test.each(kept)('a start with another %s is refused in one line', async (name, loss) => {
  const right = readFileSync(path(name));
  writeFileSync(path(name), randomBytes(32).toString('base64'));
  await expect(start()).rejects.toThrow(
    new RegExp(`${name} is not the key of this database \\([0-9a-f]{12}, not [0-9a-f]{12}\\), and with it ${loss}\\.`),
  );
  writeFileSync(path(name), 'short');
  await expect(start()).rejects.toThrow(`${path(name)} is damaged: it does not hold a key of 32 bytes`);
  writeFileSync(path(name), right);
  expect(await signIn()).toBe(200);
});

test('FILE_KEY takes the place of files.key when it is the same key, and is refused when it is another', async () => {
  const same = readFileSync(path('files.key'), 'utf8');
  rmSync(path('files.key'));
  expect(await signIn(same)).toBe(200);
  await expect(start(randomBytes(32).toString('base64'))).rejects.toThrow('FILE_KEY is not the key of this database');
  await expect(start('short')).rejects.toThrow('FILE_KEY must be 32 bytes in base64');
  writeFileSync(path('files.key'), same, { mode: 0o600 });
});

test('a lost session.key is made anew with a word in the log, because nothing that lasts is under it', async () => {
  rmSync(path('session.key'));
  expect(await signIn()).toBe(200);
  expect(lines.join()).toContain(`${path('session.key')} was missing and is made anew`);
  expect(statSync(path('session.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, 'keys')).sort()).toEqual([
    'credentials.key',
    'files.key',
    'password.key',
    'session.key',
  ]);
});

test('a database from before the keys were noted is refused without them, and notes them with the right ones', async () => {
  const sql = (text: string) => withClient(database.owner, (client) => client.query(text));
  await sql('update installation_key set key_id = null');
  rmSync(`${path('password.key')}.away`, { force: true });
  renameSync(path('password.key'), `${path('password.key')}.away`);
  await expect(start()).rejects.toThrow('password.key is missing');
  renameSync(`${path('password.key')}.away`, path('password.key'));
  expect(await signIn()).toBe(200);
  const { rows } = await sql('select name from installation_key where key_id is not null order by name');
  expect(rows.map(({ name }) => name)).toEqual(['credentials.key', 'files.key', 'password.key', 'session.key']);
});
