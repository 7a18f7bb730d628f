import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type ConnectionConfig, parseDatabaseUrl } from '#kit/server/db/connection.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { endLeftover, endOldLeftovers } from '#kit/server/postgres/leftover.ts';
import { childrenOf, signal } from '#kit/server/postgres/processes.ts';
import { closeDatabase, prepareRoles, prepareSchema, withClient } from '#kit/server/postgres/roles.ts';
import type { TestDatabase } from '#kit/server/testing/database.ts';

/** Data folders of test runs start with this, so that a later run can clear what a killed one left. */
const prefix = 'roadkeeper-test-';
/** What a killed run left on a server of the user's own is dropped after this time. */
const leftoverMs = 6 * 3_600_000;

interface Server {
  /** Superuser, or a role that may make roles and databases. */
  admin: ConnectionConfig;
  isForeign: boolean;
  /** For files of the run's databases; `stop` removes it. */
  folder: string;
  stop(): Promise<void>;
}

/** Vitest's global set-up: one PostgreSQL for the run with a migrated template, from which test files clone theirs. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let server: Server | undefined;
  let made: Made | undefined;
  try {
    const url = process.env['TEST_DATABASE_URL'];
    server = url ? await foreignServer(url) : await embeddedServer();
    made = await makeTemplate(server);
    project.provide('database', made.facts);
  } catch (error) {
    // Tests that need no database still run; those that do fail with this reason.
    const problem = error instanceof Error ? error.message : String(error);
    console.error(`No test database: ${problem}`);
    project.provide('database', { problem });
  }
  return async () => {
    if (made && server?.isForeign) await dropAll(made.facts.admin, made.name);
    await server?.stop();
  };
}

async function embeddedServer(): Promise<Server> {
  await endOldLeftovers(prefix);
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  try {
    const server = await startPostgres({ dataDir, durable: false, log: () => undefined });
    await withClient(server.superuser, async (client) => {
      // Databases live for seconds here. The log of writes is read by the test of what must stand in no file.
      await client.query('alter system set autovacuum = off');
      await client.query("alter system set wal_keep_size = '256MB'");
      await client.query('select pg_reload_conf()');
    });
    const callOff = onSuddenEnd(() => {
      const pid = server.pid();
      if (pid) for (const one of [...childrenOf(pid), pid]) signal(one, 'SIGKILL');
      for (const folder of [server.superuser.host, dataDir])
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    return {
      admin: server.superuser,
      isForeign: false,
      folder: await makeFolder(join(dataDir, 'files')),
      async stop() {
        await server.stop();
        await rm(dataDir, { recursive: true, force: true });
        callOff();
      },
    };
  } catch (error) {
    await endLeftover(dataDir);
    throw error;
  }
}

/** Does `work` when a signal ends the run, which Vitest does without its tear-down. @returns what calls that off. */
function onSuddenEnd(work: () => void): () => void {
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const handlers = Object.entries(codes).map(([name, code]) => [name, () => process.exit(code)] as const);
  process.once('exit', work);
  for (const [name, handler] of handlers) process.once(name, handler);
  return () => {
    process.off('exit', work);
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}

async function foreignServer(url: string): Promise<Server> {
  const admin = parseDatabaseUrl(url, 'TEST_DATABASE_URL');
  await withClient(admin, async (client) => {
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    if (rows[0].version < 150_000) throw new Error('TEST_DATABASE_URL needs PostgreSQL 15 or newer');
    const runs = await client.query(
      "select datname as name from pg_database where datname ~ '^rk_test_[0-9a-z]+_[0-9a-z]+$'",
    );
    for (const { name } of runs.rows as { name: string }[])
      if (Date.now() - Number.parseInt(name.split('_')[2] ?? '', 36) > leftoverMs) await dropAll(admin, name);
  });
  const folder = await mkdtemp(join(tmpdir(), 'rk-test-files-'));
  return { admin, isForeign: true, folder, stop: () => rm(folder, { recursive: true, force: true }) };
}

async function makeFolder(path: string): Promise<string> {
  await mkdir(path);
  return path;
}

interface Made {
  /** Of the run: its template's name, and the start of all its other databases' and roles' names. */
  name: string;
  facts: TestDatabase;
}

async function makeTemplate({ admin, isForeign, folder }: Server): Promise<Made> {
  // Names of its own keep two runs on one server apart, whose passwords differ.
  const name = `rk_test_${Date.now().toString(36)}_${randomBytes(3).readUIntBE(0, 3).toString(36)}`;
  const password = () => randomBytes(32).toString('base64url');
  const roles = { owner: `${name}_owner`, ownerPassword: password(), app: `${name}_app`, appPassword: password() };
  const owner = { ...admin, user: roles.owner, password: roles.ownerPassword, database: name };
  const app = { ...admin, user: roles.app, password: roles.appPassword, database: name };
  const id = pg.escapeIdentifier;
  try {
    await withClient(admin, async (client) => {
      await prepareRoles(client, roles);
      // Who is no superuser makes databases for, and ends connections of, only the roles that it is a member of.
      await client.query(`grant ${id(roles.owner)}, ${id(roles.app)} to current_user`);
      await client.query(
        `create database ${id(name)} template template0 owner ${id(roles.owner)} ${await codePointOrder(client)}`,
      );
      await closeDatabase(client, name, roles.app);
    });
    await withClient({ ...admin, database: name }, (client) => prepareSchema(client, roles.app));
    await migrate(owner, { directory: join(import.meta.dirname, '../db/migrations'), app });
    await withClient(admin, (client) => client.query(`alter database ${id(name)} with allow_connections false`));
  } catch (error) {
    await dropAll(admin, name).catch(() => undefined);
    throw error;
  }
  const startedAt = new Date().toISOString();
  return { name, facts: { admin, owner, app, template: name, folder, startedAt, isForeign } };
}

/** The order of text that the built-in database has, in the words of the server's version. */
async function codePointOrder(client: pg.Client): Promise<string> {
  const { rows } = await client.query("select current_setting('server_version_num')::int as version");
  if (rows[0].version >= 170_000) return "encoding 'UTF8' locale_provider builtin locale 'C' builtin_locale 'C.UTF-8'";
  const known = await client.query("select collname as name from pg_collation where collname in ('C.utf8', 'C.UTF-8')");
  return `encoding 'UTF8' locale_provider libc locale '${known.rows[0]?.name ?? 'C'}'`;
}

/** Drops a run's databases and roles. */
async function dropAll(admin: ConnectionConfig, run: string): Promise<void> {
  const id = pg.escapeIdentifier;
  const ofRun = `${run.replaceAll('_', '\\_')}\\_%`;
  await withClient(admin, async (client) => {
    const databases = await client.query(
      'select datname as name from pg_database where datname = $1 or datname like $2',
      [run, ofRun],
    );
    for (const { name } of databases.rows) await client.query(`drop database if exists ${id(name)} with (force)`);
    const roles = await client.query('select rolname as name from pg_roles where rolname like $1', [ofRun]);
    for (const { name } of roles.rows) await client.query(`drop role if exists ${id(name)}`);
  });
}
