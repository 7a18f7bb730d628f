import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionConfig } from './connection.ts';
import { storeScopeKey } from './scope-seal.ts';

export interface MigrateOptions {
  /** Folder of `NNNN_name.sql` files, run in the order of their names. */
  directory: string;
  /** How the product reaches the database as its runtime role, which the files write as `:app`. */
  app: ConnectionConfig;
  log?: (line: string) => void;
  /** How long another process that migrates the same database is waited for. Default 10 minutes. */
  waitMs?: number;
}

interface Migration {
  name: string;
  sha256: string;
}

/** One migrator at a time per database, whatever the number of processes. */
const lockKey = 7_240_531;
/** How long a migration waits for a table that somebody is using. */
const lockTimeoutMs = 10_000;

/**
 * Brings a database up to this program: runs the migrations that it has not had yet, each in a transaction of its own, as the owner. Waits for another
 * process that does the same; one that is killed half-way leaves the migrations that were complete. Then gives it the key of
 * seals, see scope-seal.ts.
 * @returns the names that were run.
 * @throws Error of one line, before anything is run, when the database has had migrations that are unknown, were changed
 * since, or should have come later than one that is waiting.
 */
export async function migrate(owner: ConnectionConfig, options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000, options: '-c timezone=UTC' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client, options);
    const known = await readMigrations(options.directory);
    const applied = await appliedTo(client);
    refuseMisfit(known, applied);
    const waiting = known.filter(({ name }) => !applied.some((one) => one.name === name));
    for (const migration of waiting) await run(client, migration, options);
    await storeScopeKey(client, options.app);
    return waiting.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function takeTurn(client: pg.Client, { log, waitMs = 600_000 }: MigrateOptions): Promise<void> {
  // A server without this setting only notices a killed migrator later.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined);
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
  if (!rows[0]?.mine) {
    log?.('another process is migrating this database: waiting for it');
    await client.query(`set lock_timeout = ${waitMs}`);
    try {
      await client.query('select pg_advisory_lock($1)', [lockKey]);
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      throw new Error(
        'Another process is still migrating this database. Wait until it has finished, then start again',
        { cause: error },
      );
    }
  }
  await client.query(`set lock_timeout = ${lockTimeoutMs}`);
}

const lockNotAvailable = '55P03';

/** What the program brings, in the order it is run. */
async function readMigrations(directory: string): Promise<(Migration & { sql: string })[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** What the database has had. */
async function appliedTo(client: pg.Client): Promise<Migration[]> {
  // Asked first: where nothing is to be migrated, a start must not write.
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('schema_migration') is not null as exists`,
  );
  if (!rows[0]?.exists)
    await client.query(
      'create table schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
  return (await client.query<Migration>('select name, sha256 from schema_migration order by name collate "C"')).rows;
}

/** @throws Error of one line that says what to do. */
function refuseMisfit(known: readonly Migration[], applied: readonly Migration[]): void {
  const shipped = new Map(known.map(({ name, sha256 }) => [name, sha256]));
  const foreign = applied.filter(({ name }) => !shipped.has(name)).map(({ name }) => name);
  if (foreign.length > 0)
    throw new Error(
      `This database was upgraded by a newer Roadkeeper: it has had ${listed(foreign)}, which this version does not know. ` +
        'Start the newer version, or restore the backup that was made before the upgrade',
    );
  const changed = applied.find(({ name, sha256 }) => shipped.get(name) !== sha256);
  if (changed)
    throw new Error(`Migration ${changed.name} was changed after it had run. Put it back and write a new one`);
  const last = applied.at(-1)?.name ?? '';
  const late = known.find(({ name }) => name < last && !applied.some((one) => one.name === name));
  if (late)
    throw new Error(
      `Migration ${late.name} comes before ${last}, which this database has had already. ` +
        'Start the version that the database belongs to, or give the migration a later number',
    );
}

const listed = (names: readonly string[]) =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

async function run(
  client: pg.Client,
  { name, sha256, sql }: Migration & { sql: string },
  { app, log }: MigrateOptions,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql.replaceAll(':app', pg.escapeIdentifier(app.user)));
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  log?.(`migrated ${name}`);
}
