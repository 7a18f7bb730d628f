import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createOnlyOne, type OnlyOne } from './single-process.ts';
import { type BulkWriter, openBulk } from '#kit/server/db/bulk.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { everything, type OpenDatabase, openDatabase, transact } from '#kit/server/db/database.ts';
import { findBinaries } from '#kit/server/postgres/binaries.ts';
import { createCluster, superuserName, writeSettings } from '#kit/server/postgres/cluster.ts';
import { findHome, giveTo, type Home } from '#kit/server/postgres/home.ts';
import { endPostmaster, isStopping, launch, type Postmaster } from '#kit/server/postgres/postmaster.ts';
import { stillRuns } from '#kit/server/postgres/processes.ts';
import { dropSocketFolder, makeSocketFolder, socketFolder } from '#kit/server/postgres/socket-folder.ts';

// A server that nobody of ours looks after, as one that DATABASE_URL names.

let dataDir: string;
let home: Home;
let folder: string;
let server: Postmaster;
let config: ConnectionConfig;

async function launchServer(): Promise<void> {
  await makeSocketFolder(folder, home.identity);
  const options = { home, socketDir: folder, logFile: join(dataDir, 'postgres.log'), log: () => undefined };
  server = await launch({ ...options, signal: new AbortController().signal, onSpawn: (spawned) => (server = spawned) });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rk-own-pg-'));
  home = await findHome(dataDir, { binaries: await findBinaries(), log: () => undefined });
  folder = socketFolder(dataDir, home.identity);
  await createCluster(home, 'only-for-a-test', false);
  await giveTo(home.identity, home.clusterDir);
  await writeSettings(home, { socketDir: folder, durable: false, readOnly: false });
  config = { host: folder, port: 5432, user: superuserName, password: 'only-for-a-test', database: 'postgres' };
  await launchServer();
}, 120_000);
afterAll(async () => {
  await endPostmaster(server);
  await dropSocketFolder(folder);
  await rm(dataDir, { recursive: true, force: true });
});

/** Everything of the product that holds a connection, and a word through each. */
function connected() {
  const log = () => undefined;
  const [db, bulk, onlyOne]: [OpenDatabase, BulkWriter, OnlyOne] = [
    openDatabase(config, { log, connections: 4, readers: 2 }),
    openBulk(config, { connections: 2, log }),
    createOnlyOne(config, log),
  ];
  const one = () => transact(db, everything, (db) => db.query<{ one: number }>('select 1 as one'));
  return {
    db,
    one,
    async all() {
      const answers = await Promise.all([
        one(),
        db.text({ text: 'select 1 as one' }, []),
        db.text({ text: 'select 1 as one' }, []),
        bulk.transact((bulk) => bulk.query<{ one: number }>({ text: 'select 1 as one' }, [])),
      ]);
      return [answers.every((rows) => rows.length === 1), await onlyOne.take()];
    },
    async close() {
      await Promise.all([db.close(), bulk.close(), onlyOne.release()]);
    },
  };
}

test('a server of one\u2019s own that is shut down smartly ends as soon as somebody is refused, and is reached again by itself', {
  timeout: 120_000,
}, async () => {
  const product = connected();
  try {
    expect(await product.all()).toEqual([true, true]);
    process.kill(server.pid, 'SIGTERM');
    // Who is connected is served; the server waits for it, and takes nobody new.
    await expect
      .poll(() =>
        Promise.allSettled(Array.from({ length: 4 }, () => product.one())).then((done) =>
          done.some(({ status }) => status === 'rejected'),
        ),
      )
      .toBe(true);
    await expect.poll(() => stillRuns(server.pid, server.startMark), { timeout: 20_000 }).toBe(false);
    await expect(product.one()).rejects.toMatchObject({ code: 'unavailable' });
    await launchServer();
    await expect.poll(() => product.all().catch(() => null), { timeout: 20_000 }).toEqual([true, true]);
  } finally {
    await product.close();
  }
});

test('it also ends where nobody asks for one more connection', { timeout: 120_000 }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const product = connected();
  try {
    expect(await product.all()).toEqual([true, true]);
    process.kill(server.pid, 'SIGTERM');
    await expect.poll(() => isStopping(home.clusterDir), { timeout: 20_000 }).toBe(true);
    expect(stillRuns(server.pid, server.startMark)).toBe(true);
    vi.advanceTimersByTime(30_000);
    await expect.poll(() => stillRuns(server.pid, server.startMark), { timeout: 20_000 }).toBe(false);
    await launchServer();
    await expect.poll(() => product.all().catch(() => null), { timeout: 20_000 }).toEqual([true, true]);
  } finally {
    vi.useRealTimers();
    await product.close();
  }
});

test('one that is shut down fast or killed is reached again by itself as well', { timeout: 120_000 }, async () => {
  const product = connected();
  try {
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      expect(await product.all()).toEqual([true, true]);
      process.kill(server.pid, signal);
      await expect.poll(() => stillRuns(server.pid, server.startMark), { timeout: 20_000 }).toBe(false);
      await expect(product.one()).rejects.toMatchObject({ code: 'unavailable' });
      await launchServer();
      await expect.poll(() => product.all().catch(() => null), { timeout: 20_000 }).toEqual([true, true]);
    }
  } finally {
    await product.close();
  }
});
