import type pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '../testing/database.ts';
import { withClient } from '../postgres/roles.ts';
import { type Database, everything, narrow, openDatabase, overall, type Queryable, transact } from './database.ts';
import { storeScopeKey } from './scope-seal.ts';

let database: ClonedDatabase;
let db: Database;
const own = { orgId: uuidv7() };
const other = { orgId: uuidv7() };
const person = uuidv7();

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.app, { connections: 2, readers: 1, log: () => undefined });
  await transact(db, everything, async (db) => {
    for (const [at, { orgId }] of [own, other].entries())
      await db.query(
        `insert into organisation (id, name, kind, created_at, updated_at) values ($1, $2, 'COMPANY', now(), now())`,
        [orgId, `Carrier ${at}`],
      );
    const role = uuidv7();
    await db.query(`insert into role (id, name, level, audience) values ($1, 'Fleet', 1, 'client')`, [role]);
    await db.query(
      `insert into account (id, org_id, kind, name, email, password_hash, role_id, created_at, updated_at)
       values ($1, $2, 'client', 'Asha Menon', 'asha@example.in', 'canary-hash', $3, now(), now())`,
      [person, own.orgId, role],
    );
  });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const seen = async (db: Queryable) =>
  (await db.query<{ id: string }>('select id from organisation')).map(({ id }) => id).sort();
const both = [own.orgId, other.orgId].sort();

test('each scope sees its rows, and a transaction goes from one to the other by the product alone', async () => {
  expect(await transact(db, everything, seen)).toEqual(both);
  expect(await transact(db, own, seen)).toEqual([own.orgId]);
  expect(await transact(db, { orgId: null, orgIds: [other.orgId] }, seen)).toEqual([other.orgId]);
  expect(await transact(db, { orgId: null, orgIds: [] }, seen)).toEqual([]);
  await transact(db, own, async (db) => {
    expect(await overall(db, own, () => seen(db))).toEqual(both);
    expect(await seen(db)).toEqual([own.orgId]);
    await narrow(db, other);
    expect(await seen(db)).toEqual([other.orgId]);
  });
});

test.each([
  ['staff', `set_config('app.scope', 'staff', true)`],
  ['some clients', `set_config('app.scope', 'clients', true), set_config('app.orgs', '${both.join(',')}', true)`],
  ['another organisation', `set_config('app.org', '${other.orgId}', true)`],
  [
    'another organisation without a seal',
    `set_config('app.org', '${other.orgId}', true), set_config('app.seal', '', true)`,
  ],
])('SQL that gets into a client’s transaction does not make itself %s', async (_, setting) => {
  await transact(db, own, async (db) => {
    expect(await seen(db)).toEqual([own.orgId]);
    await db.query(`select ${setting}`);
    expect(await seen(db)).not.toContain(other.orgId);
    expect((await db.query<{ id: string }>('select id from organisation_rows')).map(({ id }) => id)).not.toContain(
      other.orgId,
    );
    expect(await db.query('select id from organisation_all')).toEqual([]);
    expect(await db.query(`update organisation set name = 'Taken' where id = $1 returning id`, [other.orgId])).toEqual(
      [],
    );
  });
});

test('a seal holds for what it was made for', async () => {
  await transact(db, own, async (db) => {
    const own = await db.query<{ seal: string }>(`select current_setting('app.seal') as seal`);
    expect(own[0]?.seal).toMatch(/^[0-9a-f]{64}$/);
    await db.query(`select set_config('app.scope', 'staff', true), set_config('app.org', '', true)`);
    expect(await seen(db)).toEqual([]);
  });
});

test('the key is read by nobody, and no connection shows the seals of another', async () => {
  for (const text of ['select key from scope_key', 'update scope_key set key = key', 'delete from scope_key'])
    await expect(transact(db, everything, (db) => db.query(text))).rejects.toThrow(/permission denied/);
  await transact(db, everything, async (staff) => {
    await seen(staff);
    const seal = staff.seal('staff||');
    const elsewhere = await transact(db, own, (db) =>
      db.query<{ query: string }>('select query from pg_stat_activity where usename = current_user'),
    );
    expect(elsewhere.length).toBeGreaterThan(1);
    expect(elsewhere.filter(({ query }) => query.includes(seal))).toEqual([]);
  });
});

test('hashes of passwords are read with a seal alone, by staff as well', async () => {
  for (const text of ['select password_hash from account', 'select * from account', 'select a from account a'])
    await expect(transact(db, everything, (db) => db.query(text))).rejects.toThrow(/permission denied/);
  await expect(
    transact(db, everything, (db) => db.query(`update account set name = name returning password_hash`)),
  ).rejects.toThrow(/permission denied/);
  const hashOf = (seal: (db: Queryable) => string) =>
    transact(db, everything, (db) =>
      db.query<{ hash: string }>('select password_hash_of($1, $2) as hash', [person, seal(db)]),
    );
  expect(await hashOf((db) => db.seal('password_hash'))).toEqual([{ hash: 'canary-hash' }]);
  await expect(hashOf(() => '')).rejects.toThrow(/with a seal/);
  await expect(hashOf((db) => db.seal('staff||'))).rejects.toThrow(/with a seal/);
});

test('with another password of the runtime role the old seals are worth nothing, and come back with the key', async () => {
  await withClient(database.owner, (client) => storeScopeKey(client, { ...database.app, password: 'another' }));
  expect(await transact(db, everything, seen)).toEqual([]);
  await withClient(database.owner, (client) => storeScopeKey(client, database.app));
  expect(await transact(db, everything, seen)).toEqual(both);
});

test('a key that is there already is not written again', async () => {
  const at = () =>
    withClient(database.owner, async (client: pg.Client) => {
      await storeScopeKey(client, database.app);
      return (await client.query<{ at: string }>('select xmin::text as at from scope_key')).rows[0]?.at;
    });
  expect(await at()).toBe(await at());
});
