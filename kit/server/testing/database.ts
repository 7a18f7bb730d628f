import { existsSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { ConnectionConfig } from '../db/connection.ts';
import { closeDatabase, withClient } from '../postgres/roles.ts';

/** What the run's global set-up gives to test files: a server with a migrated template database. */
export interface TestDatabase {
  /** May make and drop databases. */
  admin: ConnectionConfig;
  owner: ConnectionConfig;
  app: ConnectionConfig;
  /** Name of the migrated database. Nobody may connect to it, so it can be copied at any time. */
  template: string;
  /** Of the run, for files that belong to its databases; it goes when the run ends. */
  folder: string;
  /** When the run began, ISO. */
  startedAt: string;
  /** The server is the user's own (TEST_DATABASE_URL): it cannot be killed or frozen by a test. */
  isForeign: boolean;
}
declare module 'vitest' {
  interface ProvidedContext {
    /** Or why there is none. */
    database: TestDatabase | { problem: string };
  }
}

export interface ClonedDatabase {
  /** Its name on the server. */
  name: string;
  owner: ConnectionConfig;
  app: ConnectionConfig;
  drop(): Promise<void>;
}

/** The run's server. Throws when it could not be made ready. */
export function testDatabase(): TestDatabase {
  const database = inject('database');
  if ('problem' in database) throw new Error(`There is no test database: ${database.problem}`);
  return database;
}

/** "Source database is being accessed by other users": another file copies it, or a connection is only just ending. */
const isInUse = '55006';

/** A fresh, migrated, empty database for one test file: call it in `beforeAll` and `drop()` it in `afterAll`. */
export const cloneDatabase = (): Promise<ClonedDatabase> => cloneFrom(testDatabase().template);

async function cloneFrom(source: string): Promise<ClonedDatabase> {
  const { admin, owner, app, template, isForeign } = testDatabase();
  const name = `${template}_${process.pid}_${Date.now().toString(36)}${Math.trunc(Math.random() * 36 ** 4).toString(36)}`;
  const [to, from, by] = [name, source, owner.user].map(pg.escapeIdentifier);
  // Copying files takes half the time, but a checkpoint too, which only a server without fsync has for nothing.
  const strategy = isForeign ? 'wal_log' : 'file_copy';
  await withClient(admin, async (client) => {
    await patiently(client, `create database ${to} template ${from} owner ${by} strategy ${strategy}`);
    await closeDatabase(client, name, app.user);
  });
  return {
    name,
    owner: { ...owner, database: name },
    app: { ...app, database: name },
    drop: () =>
      withClient(admin, async (client) => void (await client.query(`drop database if exists ${to} with (force)`))),
  };
}

async function patiently(client: pg.Client, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== isInUse || attempt === 20) throw error;
      await sleep(100);
    }
  }
}

/** A database together with the files that belong to it. */
export interface Stocked {
  database: ClonedDatabase;
  /** Keys and files that the rows of the database refer to. */
  dataDir: string;
}

/**
 * A folder of this run that is made once: by whoever asks first, others wait for that.
 * @param key names it: lower case letters, digits, _, -.
 * @param make fills the folder that it is given; when it fails, whoever asks next tries again.
 */
export async function madeOnce(key: string, make: (draft: string) => Promise<void>): Promise<string> {
  const { admin, template, folder } = testDatabase();
  const made = join(folder, key);
  const draft = `${made}.draft`;
  // A connection of its own holds the lock, so it ends with a worker that is killed as well.
  await withClient(admin, async (client) => {
    // Asked again and again: on a busy machine others make it for longer than a statement may take.
    const isMine = async () => {
      const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as mine', [`${template} ${key}`]);
      return rows[0].mine === true;
    };
    while (!(await isMine())) await sleep(100);
    if (existsSync(made)) return;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft);
    await make(draft);
    await rename(draft, made);
  });
  return made;
}

/**
 * A clone of a database that is filled once in this run, and a copy of its files at `dataDir`.
 * @param key says what is in it: lower case letters, digits, _.
 * @param fill must leave no connection open.
 */
export async function cloneFilled(
  key: string,
  dataDir: string,
  fill: (stocked: Stocked) => Promise<void>,
): Promise<ClonedDatabase> {
  const { admin, template } = testDatabase();
  const name = `${template}_${key}`;
  const files = await madeOnce(key, async (draft) => {
    const database = await cloneDatabase();
    await fill({ database, dataDir: draft });
    // Clones take over what is known for planning; nothing has to be looked through again there.
    await withClient(database.owner, (client) => client.query('vacuum (analyze)'));
    const [from, to] = [database.name, name].map(pg.escapeIdentifier);
    await withClient(admin, async (client) => {
      await client.query(`alter database ${from} with allow_connections false`);
      await patiently(client, `alter database ${from} rename to ${to}`);
    });
  });
  const [database] = await Promise.all([cloneFrom(name), cp(files, dataDir, { recursive: true })]);
  return database;
}
