import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { withClient } from '../postgres/roles.ts';
import { migrate } from './migrate.ts';

const { admin, owner, app, template } = testDatabase();
const database = `${template}_migrate_${process.pid}`;
const theirs = { ...owner, database };
const name = pg.escapeIdentifier(database);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rk-migrations-'));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});
beforeEach(() =>
  withClient(admin, (client) =>
    client.query(`create database ${name} template template0 owner ${pg.escapeIdentifier(owner.user)}`),
  ),
);
afterEach(async () => {
  await withClient(admin, (client) => client.query(`drop database ${name} with (force)`));
  await rm(directory, { recursive: true, force: true });
});

/** Migrates with exactly these files. */
async function run(files: Record<string, string>, waitMs?: number): Promise<string[]> {
  await ship(files);
  return migrate(theirs, { directory, app, ...(waitMs === undefined ? {} : { waitMs }) });
}
async function ship(files: Record<string, string>): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  directory = await mkdtemp(join(tmpdir(), 'rk-migrations-'));
  for (const [path, sql] of Object.entries(files)) await writeFile(join(directory, path), sql);
}
const tables = () =>
  withClient(theirs, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration' order by 1`,
    );
    return rows.map((row) => row.name);
  });
const count = (sql: string) =>
  withClient(admin, async (client) => Number((await client.query(sql, [database])).rows[0].count));

const first = { '0001_a.sql': 'create table a (id integer)' };
const second = { '0002_b.sql': 'create table b (id integer)' };
const third = { '0003_c.sql': 'create table c (id integer)' };

it('runs what is new in the order of the names, each once', async () => {
  expect(await run({ ...second, ...first })).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(await run({ ...first, ...second, ...third })).toEqual(['0003_c.sql']);
  expect(await run({ ...first, ...second, ...third })).toEqual([]);
  expect(await tables()).toEqual(['a', 'b', 'c']);
});

it('refuses a database that a newer version has upgraded, in one line that says what to do, and leaves it alone', async () => {
  await run({ ...first, ...second });
  await expect(run(first)).rejects.toThrow(
    'This database was upgraded by a newer Roadkeeper: it has had 0002_b.sql, which this version does not know. ' +
      'Start the newer version, or restore the backup that was made before the upgrade',
  );
  // Not even what is new here is run.
  await expect(run({ ...first, ...third })).rejects.toThrow('upgraded by a newer Roadkeeper');
  expect(await tables()).toEqual(['a', 'b']);
});

it('refuses a migration that was changed after it had run before it runs any other', async () => {
  await run({ ...first, ...second });
  await expect(run({ ...first, '0002_b.sql': 'create table other (id integer)', ...third })).rejects.toThrow(
    'Migration 0002_b.sql was changed after it had run. Put it back and write a new one',
  );
  expect(await tables()).toEqual(['a', 'b']);
});

it('refuses a migration that should have run before one that has run', async () => {
  await run({ ...first, ...third });
  await expect(run({ ...first, ...second, ...third })).rejects.toThrow(
    'Migration 0002_b.sql comes before 0003_c.sql, which this database has had already. ' +
      'Start the version that the database belongs to, or give the migration a later number',
  );
  expect(await tables()).toEqual(['a', 'c']);
});

it('undoes a migration that fails and keeps those before it', async () => {
  await expect(
    run({ ...first, '0002_b.sql': 'create table b (id integer); select 1 / 0; create table d (id integer)' }),
  ).rejects.toThrow('Migration 0002_b.sql failed: division by zero');
  expect(await tables()).toEqual(['a']);
  expect(await run({ ...first, ...second })).toEqual(['0002_b.sql']);
});

it('writes nothing to a database that is up to date, so that a start on a full disk gets further', async () => {
  await run(first);
  await withClient(admin, (client) => client.query(`alter database ${name} set default_transaction_read_only = on`));
  expect(await run(first)).toEqual([]);
});

it('waits for another process that migrates, and does not run anything twice', async () => {
  await ship({ ...first, '0002_b.sql': 'select pg_sleep(0.3); create table b (id integer)' });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const runs = await Promise.all([1, 2, 3].map(() => migrate(theirs, { directory, app, log })));
  expect(runs.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect(lines.filter((line) => line.startsWith('another process is migrating'))).toHaveLength(2);
});

it('gives up on another process in one line that says what to do', async () => {
  await run(first);
  await withClient(theirs, async (client) => {
    await client.query('select pg_advisory_lock(7240531)');
    await expect(run(first, 200)).rejects.toThrow(
      'Another process is still migrating this database. Wait until it has finished, then start again',
    );
  });
});

it('a process killed in the midst of a migration leaves what was complete, and the next one goes on', async () => {
  await ship({ ...first, '0002_b.sql': 'create table b (id integer); select pg_sleep(60)' });
  const script = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))};
    await migrate(${JSON.stringify(theirs)}, { directory: ${JSON.stringify(directory)}, app: ${JSON.stringify(app)} });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  const sleeping = `select count(*) from pg_stat_activity where datname = $1 and query like '%pg_sleep(60)%' and state = 'active'`;
  await expect.poll(() => count(sleeping)).toBe(1);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  expect(await run({ ...first, ...second })).toEqual(['0002_b.sql']);
  expect(await tables()).toEqual(['a', 'b']);
});
