import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '../testing/database.ts';
import { BinaryRows } from './binary-rows.ts';
import { type BulkWriter, openBulk } from './bulk.ts';

let database: ClonedDatabase;
let owner: pg.Client;
let bulk: BulkWriter;
beforeAll(async () => {
  database = await cloneDatabase();
  owner = new pg.Client({ ...database.owner, options: '-c timezone=UTC' });
  await owner.connect();
  await owner.query(
    `create table many (at timestamptz, small smallint, whole integer, word text, facts jsonb, bytes bytea);
     grant select, insert on many to "${database.app.user}"`,
  );
  bulk = openBulk(database.app, { connections: 1, log: () => undefined });
});
afterAll(async () => {
  await bulk?.close();
  await owner?.end();
  await database?.drop();
});

const columns = 'many (at, small, whole, word, facts, bytes)';
const rowsOf = (times: readonly number[], guess?: number) => {
  const rows = new BinaryRows(guess);
  for (const time of times) {
    rows.row(6);
    rows.time(time);
    rows.int2(-32_768);
    rows.int4(2_147_483_647);
    rows.text('é✓');
    rows.json('{"a":"ß"}');
    rows.pieces([Buffer.from([1, 2]), Buffer.from([]), Buffer.from([255])]);
  }
  return rows;
};
const stored = async () => (await owner.query(`select count(*)::int as count from many`)).rows[0].count as number;

test('every kind of value arrives as it was, and none where there is none, however small the guess of their size', async () => {
  const times = ['1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2026-11-22T06:00:00.123Z'];
  const rows = rowsOf(times.map(Date.parse), 1);
  rows.row(6);
  rows.time(Date.parse('2100-01-01T00:00:00.001Z'));
  rows.int2(null);
  rows.int4(null);
  rows.null();
  rows.json(null);
  rows.null();
  expect(rows.count).toBe(4);
  await bulk.transact((bulk) => bulk.copy(columns, rows));
  const found = await owner.query(
    `select to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, small, whole, word, facts, bytes from many order by many.at`,
  );
  const full = {
    small: -32_768,
    whole: 2_147_483_647,
    word: 'é✓',
    facts: { a: 'ß' },
    bytes: Buffer.from([0, 2, 1, 2, 0, 0, 0, 1, 255]),
  };
  expect(found.rows).toEqual([
    ...times.map((time) => ({ at: time.replace('Z', '000'), ...full })),
    { at: '2100-01-01T00:00:00.001000', small: null, whole: null, word: null, facts: null, bytes: null },
  ]);
});

test('nothing of a transaction that fails is there, and the next one goes through', async () => {
  const before = await stored();
  const broken = bulk.transact(async (bulk) => {
    await bulk.copy(columns, rowsOf([0, 1]));
    await bulk.copy('many (at)', rowsOf([2]));
  });
  await expect(broken).rejects.toThrow('row field count is 6, expected 1');
  expect(await stored()).toBe(before);
  await bulk.transact((bulk) => bulk.copy(columns, rowsOf([0])));
  expect(await stored()).toBe(before + 1);
});

test('a connection that is lost in the midst fails the transaction and no other', async () => {
  const before = await stored();
  const cut = bulk.transact(async (bulk) => {
    await bulk.copy(columns, rowsOf([0]));
    await bulk.query({ text: 'select pg_terminate_backend(pg_backend_pid())' }, []).catch(() => undefined);
    await bulk.copy(columns, rowsOf([1]));
  });
  await expect(cut).rejects.toThrow(/not queryable|terminat/i);
  expect(await stored()).toBe(before);
  await bulk.transact((bulk) => bulk.copy(columns, rowsOf([0])));
  expect(await stored()).toBe(before + 1);
});
