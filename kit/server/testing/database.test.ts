import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../postgres/roles.ts';
import { type ClonedDatabase, cloneDatabase, cloneFilled, testDatabase } from './database.ts';

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

describe('a filled database', () => {
  it('is filled once, whoever asks; each gets rows and files of their own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rk-filled-'));
    const key = `mark_${process.pid}`;
    let times = 0;
    const clone = (name: string) =>
      cloneFilled(key, join(folder, name), async ({ database, dataDir }) => {
        times += 1;
        await withClient(database.owner, (client) => client.query('create table mark as select 7 as seven'));
        await writeFile(join(dataDir, 'key'), 'seven');
      });
    const [first, second] = await Promise.all([clone('first'), clone('second')]);
    try {
      expect(times).toBe(1);
      await withClient(first.owner, (client) => client.query('delete from mark'));
      const { rows } = await withClient(second.owner, (client) => client.query('select seven from mark'));
      expect(rows).toEqual([{ seven: 7 }]);
      await writeFile(join(folder, 'first/key'), 'eight');
      expect(await readFile(join(folder, 'second/key'), 'utf8')).toBe('seven');
    } finally {
      await Promise.all([first.drop(), second.drop()]);
      await rm(folder, { recursive: true });
    }
  });

  it('is not there when filling fails, and whoever asks next fills it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rk-filled-'));
    const key = `failed_${process.pid}`;
    const fails = cloneFilled(key, join(folder, 'first'), async () => {
      throw new Error('No rows today');
    });
    await expect(fails).rejects.toThrow('No rows today');
    const made = await cloneFilled(key, join(folder, 'second'), async () => undefined);
    await made.drop();
    await rm(folder, { recursive: true });
  });
});
