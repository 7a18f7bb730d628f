import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../postgres/roles.ts';
import { type ClonedDatabase, cloneDatabase, testDatabase } from './database.ts';

let one: ClonedDatabase;
let other: ClonedDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([cloneDatabase(), cloneDatabase()]);
});
afterAll(async () => {
  await Promise.all([one?.drop(), other?.drop()]);
});

describe('a cloned database', () => {
  it('has every migration, and its tables belong to the owner', async () => {
    const rows = await withClient(one.owner, async (client) => {
      const owners = await client.query("select distinct tableowner from pg_tables where schemaname = 'public'");
      const applied = await client.query('select count(*)::int as count from schema_migration');
      return { owners: owners.rows, applied: applied.rows[0].count };
    });
    expect(rows.owners).toEqual([{ tableowner: one.owner.user }]);
    expect(rows.applied).toBeGreaterThan(0);
  });

  it('shares nothing with another clone', async () => {
    await withClient(one.owner, (client) => client.query('create table only_here (id integer)'));
    const found = await withClient(other.owner, (client) => client.query("select to_regclass('only_here') as name"));
    expect(found.rows).toEqual([{ name: null }]);
  });

  it('sorts text by code point, and knows the lower case of letters beyond ASCII', async () => {
    const { rows } = await withClient(one.app, (client) =>
      client.query(
        "select array(select word from unnest(array['b', 'B', 'a', 'é']) as word order by word) as words, lower('É') as lower",
      ),
    );
    expect(rows).toEqual([{ words: ['B', 'a', 'b', 'é'], lower: 'é' }]);
  });

  it('lets the runtime role do only what the migrations grant', async () => {
    await withClient(one.app, async (client) => {
      await expect(client.query('update history set id = id')).rejects.toThrow('permission denied');
      await expect(client.query('create table mine (id integer)')).rejects.toThrow('permission denied');
      await expect(client.query('create temporary table mine (id integer)')).rejects.toThrow('permission denied');
    });
  });

  it('is gone after drop(), connections or not', async () => {
    const third = await cloneDatabase();
    await withClient(third.app, async () => third.drop());
    const { rowCount } = await withClient(testDatabase().admin, (client) =>
      client.query('select 1 from pg_database where datname = $1', [third.name]),
    );
    expect(rowCount).toBe(0);
  });
});
