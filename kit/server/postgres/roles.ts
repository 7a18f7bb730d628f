import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionConfig } from '../db/connection.ts';

export interface Roles {
  owner: string;
  ownerPassword: string;
  app: string;
  appPassword: string;
}

const id = pg.escapeIdentifier;
const text = pg.escapeLiteral;

/** "The database system is starting up", or recovering from a crashed backend. */
const notYet = '57P03';

async function connect(config: ConnectionConfig): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    // With time-outs on our side, because a frozen server keeps none of its own.
    const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 60_000 });
    // A lost connection shows in the query that meets it; without a handler it would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if ((error as { code?: string }).code !== notYet || attempt === 20) throw error;
      await sleep(250);
    }
  }
}

/** Connects, runs `work` and disconnects. Waits up to 5 s for a server that is recovering. */
export async function withClient<T>(config: ConnectionConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(config);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Makes the owner (runs migrations, owns every table) and the runtime role (may bypass nothing, owns nothing), or puts
 * them right when they exist. The time-outs are a safety net behind the client's own, shorter ones.
 */
export async function prepareRoles(client: pg.Client, roles: Roles): Promise<void> {
  const plain = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  for (const [name, password] of [
    [roles.owner, roles.ownerPassword],
    [roles.app, roles.appPassword],
  ] as const) {
    const known = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    const verb = known.rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${id(name)} with ${plain} password ${text(password)}`);
  }
  for (const [setting, value] of [
    ['statement_timeout', '60s'],
    ['lock_timeout', '10s'],
    ['idle_in_transaction_session_timeout', '60s'],
  ] as const)
    await client.query(`alter role ${id(roles.app)} set ${setting} = ${text(value)}`);
}

/** Lets only the two roles connect to a database. Not copied by `create database … template`, so due for each clone. */
export async function closeDatabase(client: pg.Client, database: string, app: string): Promise<void> {
  await client.query(`revoke all on database ${id(database)} from public`);
  await client.query(`grant connect on database ${id(database)} to ${id(app)}`);
}

/**
 * Extensions, and who may do what in schema public. The runtime role's rights on tables are granted by each migration, not
 * by default privileges: those would let it rewrite append-only tables, and a server of the user's own does not have them.
 * @param client connected to the database itself, by its superuser or owner.
 */
export async function prepareSchema(client: pg.Client, app: string): Promise<void> {
  await client.query('create extension if not exists pg_trgm');
  await client.query('revoke create on schema public from public');
  await client.query(`grant usage on schema public to ${id(app)}`);
}
