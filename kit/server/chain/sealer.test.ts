import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { everything, type Queryable, scopeParams, scopeStatement, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { testDatabase } from '#kit/server/testing/database.ts';
import { readHead } from './head.ts';
import { createSealer } from './sealer.ts';
import { type Chained, startChained } from './testing/chained.ts';

let chained: Chained;
beforeEach(async () => {
  chained = await startChained();
});
afterEach(() => chained.close());

const count = async (sql: string) => Number((await chained.owner.query(`select count(*) as n from ${sql}`)).rows[0].n);
const another = () =>
  createSealer({ db: chained.db, clock: chained.clock, dataDir: chained.dataDir, log: () => undefined });

test('rows of 200 writers at once, some rolled back and some slow, are chained once each while they come', async () => {
  const pool = new pg.Pool({ ...chained.database.app, max: 40, options: '-c timezone=UTC' });
  let committed = 0;
  const writer = async (number: number) => {
    const client = await pool.connect();
    const query = async (...given: [never, never]) => (await client.query(...given)).rows;
    const db = { query, send: query, seal: chained.db.seal } as unknown as Queryable;
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        await client.query('begin');
        await client.query(scopeStatement.text, scopeParams(everything, chained.db.seal));
        await chained.write(db, number * 10 + turn);
        // Every tenth holds its transaction open while later ones commit and are chained.
        if (number % 10 === 0) await sleep(150);
        const fails = (number + turn) % 4 === 0;
        await client.query(fails ? 'rollback' : 'commit');
        if (!fails) committed += 1;
      }
    } finally {
      client.release();
    }
  };
  const written = new AbortController();
  const sealing = Promise.all(
    [chained.sealer, another()].map(async (sealer) => {
      while (!written.signal.aborted) {
        // A busy machine may put a round off, as it may in the product.
        await sealer.seal().catch(() => 0);
        // What fails without asking the database must not keep the rest from running.
        await nextTurn();
      }
    }),
  );
  try {
    await Promise.all(Array.from({ length: 200 }, (_, number) => writer(number)));
  } finally {
    written.abort();
    await sealing;
  }
  await chained.sealer.seal();
  await pool.end();
  expect(committed).toBe(750);
  expect([await count('history'), await count('history_chain'), await count('history_open')]).toEqual([750, 750, 0]);
  expect(await chained.verify()).toMatchObject({ seq: 750, broken: null });
});

test('a sealer that dies half-way leaves no gap, and the next one goes on', async () => {
  await transact(chained.db, everything, async (db) => {
    for (let number = 1; number <= 700; number += 1) await chained.write(db, number);
  });
  const over = new AbortController();
  const kills = withClient(testDatabase().admin, async (client) => {
    for (let round = 0; round < 15; round += 1) {
      await client.query(
        'select pg_terminate_backend(pid, 1000) from pg_stat_activity where datname = $1 and usename = $2',
        [chained.database.name, chained.database.app.user],
      );
      await sleep(4);
    }
  }).finally(() => over.abort());
  let failed = 0;
  while (!over.signal.aborted) {
    await another()
      .seal()
      .catch(() => (failed += 1));
    await nextTurn();
  }
  await kills;
  expect(failed).toBeGreaterThan(0);
  await chained.sealer.seal();
  expect(await chained.verify()).toMatchObject({ seq: 700, broken: null });
  expect((await readHead(chained.dataDir))?.seq).toBe(700);
});

test('the head is noted outside the database, for its owner only, and catches up when a process died before noting it', async () => {
  await chained.chain(3);
  const path = join(chained.dataDir, 'history.head');
  const [last] = (await chained.owner.query(`select *, encode(hash, 'hex') as hex from history_chain where seq = 3`))
    .rows;
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    seq: 3,
    hash: last.hex,
    id: last.history_id,
    at: '2026-11-21T06:00:00.000Z',
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(chained.dataDir)).toEqual(['history.head']);
  const old = await readFile(path);
  await chained.chain(2);
  await writeFile(path, old);
  expect(await chained.finding()).toBe('whole');
  await another().seal();
  expect((await readHead(chained.dataDir))?.seq).toBe(5);
  expect(chained.said).toEqual([]);
});

test('a damaged note stops nothing but is told', async () => {
  await chained.chain(2);
  await writeFile(join(chained.dataDir, 'history.head'), '{"seq":');
  const sealer = another();
  await transact(chained.db, everything, (db) => chained.write(db, 3));
  await expect(sealer.seal()).rejects.toThrow('history.head is damaged');
  expect(await count('history_chain')).toBe(3);
});

test('a database that is away is waited for, and told of once', async () => {
  const said: string[] = [];
  const sealer = createSealer({
    db: chained.db,
    clock: chained.clock,
    dataDir: chained.dataDir,
    log: (line) => said.push(line),
  });
  const { admin } = testDatabase();
  const { name } = chained.database;
  const connections = (may: boolean) =>
    withClient(admin, async (client) => {
      await client.query(`alter database "${name}" with allow_connections ${may}`);
      if (!may)
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = $2',
          [name, chained.database.app.user],
        );
    });
  await chained.chain(2);
  await connections(false);
  sealer.start(10);
  await expect.poll(() => said.length).toBeGreaterThan(0);
  await sleep(100);
  expect(said).toHaveLength(1);
  await connections(true);
  await transact(chained.db, everything, (db) => chained.write(db, 3));
  await expect.poll(() => count('history_chain')).toBe(3);
  await sealer.stop();
});

test('what was written last is chained before the product ends', async () => {
  const sealer = another();
  sealer.start(60_000);
  await transact(chained.db, everything, (db) => chained.write(db, 1));
  await sealer.stop();
  expect(await count('history_chain')).toBe(1);
});

test('a row that is committed long after its date is given time, and one that nobody chains is told of', async () => {
  await chained.chain(2);
  await transact(chained.db, everything, (db) => chained.write(db, 3));
  expect(await chained.verify()).toMatchObject({ broken: null, waiting: 1 });
  chained.clock.move(120_000);
  expect(await chained.finding()).toBe('unchained - Record 3');
  await chained.sealer.seal();
  expect(await chained.finding()).toBe('whole');
});

test('what was written before there was a chain is taken in whatever its date, and does not count as broken meanwhile', async () => {
  await chained.chain(2);
  chained.clock.move(90 * 86_400_000);
  await chained.owner.query('delete from history_chain');
  await chained.owner.query('insert into history_open select id, true from history');
  await rm(join(chained.dataDir, 'history.head'));
  expect(await chained.verify()).toMatchObject({ broken: null, waiting: 2 });
  expect(await another().seal()).toBe(2);
  expect(await chained.finding()).toBe('whole');
});

test('the product’s own role adds to the chain and can neither change nor shorten it', async () => {
  await chained.chain(1);
  await withClient(chained.database.app, async (client) => {
    for (const sql of [
      'update history_chain set seq = seq + 1',
      'delete from history_chain',
      'truncate history_chain',
      `update history set actor_name = ''`,
      'delete from history',
      'alter table history disable trigger history_opened',
    ])
      await expect(client.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
  });
});
