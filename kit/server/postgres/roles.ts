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

/** Connects, runs `work` and disconnects, with time-outs on our side, because a frozen server keeps none of its own. */
export async function withClient<T>(config: ConnectionConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000, query_timeout: 60_000 });
  // A lost connection shows in the query that meets it; without a handler it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
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
 * Extensions, and what the runtime role may do in schema public: read and write the rows of whatever tables the owner makes.
 * @param client connected to the database itself, by its superuser or by a member of the owner's role.
 */
export async function prepareSchema(client: pg.Client, roles: Pick<Roles, 'owner' | 'app'>): Promise<void> {
  const inPublic = `alter default privileges for role ${id(roles.owner)} in schema public grant`;
  await client.query('create extension if not exists pg_trgm');
  await client.query('revoke create on schema public from public');
  await client.query(`grant usage on schema public to ${id(roles.app)}`);
  await client.query(`${inPublic} select, insert, update, delete on tables to ${id(roles.app)}`);
  await client.query(`${inPublic} usage on sequences to ${id(roles.app)}`);
}
