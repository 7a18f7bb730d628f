import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { manualClock } from '#kit/server/clock.ts';
import { type Database, everything, openDatabase, transact } from '#kit/server/db/database.ts';
import { cloneDatabase } from '#kit/server/testing/database.ts';
import { createJobs, type Task } from './jobs.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
const clock = manualClock('2026-11-21T06:00:00Z');
const done: string[] = [];
let failures = 0;

const tasks: Record<string, Task> = {
  note: async (db, payload, now) => {
    await db.query('insert into seed_run (name, at) values ($1, $2)', [String(payload['name']), now.toISOString()]);
    if (failures > 0) {
      failures -= 1;
      throw new Error('not today');
    }
    done.push(String(payload['name']));
  },
};
const jobs = () => createJobs({ db, clock, tasks, log: () => undefined });
const add = (job: Parameters<ReturnType<typeof jobs>['add']>[1]) =>
  transact(db, everything, (db) => jobs().add(db, job));
const notes = async () =>
  (await db.query<{ name: string }>('select name from seed_run order by name')).map((row) => row.name);

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.app, { log: () => undefined });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
beforeEach(() => {
  done.length = 0;
  failures = 0;
});

test('a job waits until the clock says that it is due', async () => {
  await add({ name: 'note', payload: { name: 'later' }, runAt: new Date('2026-11-21T07:00:00Z') });
  expect(await jobs().runDue()).toBe(0);
  clock.move(3_600_000);
  expect(await jobs().runDue()).toBe(1);
  expect(done).toEqual(['later']);
  expect(await jobs().runDue()).toBe(0);
});

test('a failed job leaves nothing behind, is tried again later, and then its effect is there once', async () => {
  failures = 2;
  await add({ name: 'note', payload: { name: 'stubborn' } });
  await jobs().runDue();
  expect(await notes()).not.toContain('stubborn');
  expect(await jobs().runDue()).toBe(0);
  clock.move(10_000);
  await jobs().runDue();
  clock.move(40_000);
  expect(await jobs().runDue()).toBe(1);
  expect((await notes()).filter((name) => name === 'stubborn')).toHaveLength(1);
});

test('a job that fails six times is put aside with its error', async () => {
  failures = 100;
  await add({ name: 'note', payload: { name: 'hopeless' } });
  for (let round = 0; round < 8; round += 1) {
    await jobs().runDue();
    clock.move(3_600_000);
  }
  failures = 0;
  expect(await jobs().runDue()).toBe(0);
  const [row] = await db.query<{ attempts: number; last_error: string; failed_at: string | null }>('select * from job');
  expect(row).toMatchObject({ attempts: 6, last_error: 'not today' });
  expect(row?.failed_at).not.toBeNull();
});

test('the same key waits only once, and eight workers do forty jobs exactly once each', async () => {
  await add({ name: 'note', payload: { name: 'keyed' }, key: 'k' });
  await add({ name: 'note', payload: { name: 'keyed' }, key: 'k' });
  for (let index = 0; index < 40; index += 1) await add({ name: 'note', payload: { name: `job-${index}` } });
  const counts = await Promise.all(Array.from({ length: 8 }, () => jobs().runDue()));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(41);
  expect(new Set(done).size).toBe(41);
});

test('a job added in a transaction that fails does not exist', async () => {
  const adding = transact(db, everything, async (db) => {
    await jobs().add(db, { name: 'note', payload: { name: 'ghost' } });
    throw new Error('changed my mind');
  });
  await expect(adding).rejects.toThrow('changed my mind');
  expect(await jobs().runDue()).toBe(0);
});

test('the long work of one organisation stands behind no more than one job of another', async () => {
  const own = (tenant: string, name: string) => add({ name: 'note', payload: { name }, tenant });
  for (let at = 1; at <= 5; at += 1) await own('much', `much ${at}`);
  await own('little', 'little 1');
  await add({ name: 'note', payload: { name: 'a mail' } });
  await own('third', 'third 1');
  await own('little', 'little 2');
  expect(await jobs().runDue()).toBe(9);
  expect(done).toEqual(['a mail', 'much 1', 'little 1', 'third 1', 'much 2', 'little 2', 'much 3', 'much 4', 'much 5']);
});

/** Jobs of which one does not end until it is let go, and the names of those that began. */
function jobsHeldAt(name: string) {
  const held = Promise.withResolvers<void>();
  const began: string[] = [];
  const note: Task = async (_, payload) => {
    began.push(String(payload['name']));
    if (payload['name'] === name) await held.promise;
  };
  return { going: createJobs({ db, clock, tasks: { note }, log: () => undefined }), began, held };
}

test('while long work goes on, what is short is done, and so is the long work of others', async () => {
  const { going, began, held } = jobsHeldAt('endless');
  const own = (tenant: string, name: string) => add({ name: 'note', payload: { name }, tenant });
  await own('much', 'endless');
  going.start(3_600_000);
  try {
    going.wake();
    await expect.poll(() => began).toEqual(['endless']);
    for (let at = 1; at <= 3; at += 1) await own('much', `more ${at}`);
    await add({ name: 'note', payload: { name: 'a mail' } });
    await own('little', 'an export');
    going.wake();
    await expect.poll(() => began.toSorted()).toEqual(['a mail', 'an export', 'endless']);
    // One at a time of a tenant, though a worker is free.
    held.resolve();
    await expect.poll(() => began.slice(3)).toEqual(['more 1', 'more 2', 'more 3']);
  } finally {
    held.resolve();
    await going.stop();
  }
});

test('what ends in something short, and begins something long, is done in one go', async () => {
  const seen: string[] = [];
  const going = createJobs({
    db,
    clock,
    log: () => undefined,
    tasks: {
      note: async (db, payload) => {
        const name = String(payload['name']);
        seen.push(name);
        if (name === 'asked for') await going.add(db, { name: 'note', payload: { name: 'made' }, tenant: 'one' });
        if (name === 'made') await going.add(db, { name: 'note', payload: { name: 'told' } });
      },
    },
  });
  await add({ name: 'note', payload: { name: 'asked for' } });
  going.start(3_600_000);
  try {
    going.wake();
    await expect.poll(() => seen).toEqual(['asked for', 'made', 'told']);
  } finally {
    await going.stop();
  }
});

test('what is short is done one after the other, and by no worker of long work, though that has nothing to do', async () => {
  const { going, began, held } = jobsHeldAt('first');
  await add({ name: 'note', payload: { name: 'first' } });
  await add({ name: 'note', payload: { name: 'second' } });
  going.start(3_600_000);
  try {
    going.wake();
    await expect.poll(() => began).toEqual(['first']);
    // A worker of long work that comes by takes what is a tenant's, and then nothing.
    await add({ name: 'note', payload: { name: 'long' }, tenant: 'one' });
    going.wake();
    await expect.poll(() => began).toEqual(['first', 'long']);
    await add({ name: 'note', payload: { name: 'longer' }, tenant: 'two' });
    going.wake();
    await expect.poll(() => began).toEqual(['first', 'long', 'longer']);
    held.resolve();
    await expect.poll(() => began).toEqual(['first', 'long', 'longer', 'second']);
  } finally {
    held.resolve();
    await going.stop();
  }
});
