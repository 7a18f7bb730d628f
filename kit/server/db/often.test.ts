import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '../testing/database.ts';
import { type Database, everything, openDatabase, type Queryable, transact } from './database.ts';
import { namesWhenOften } from './often.ts';

test('a text has a name from the third time on, the same for ever and none of another’s', () => {
  const nameOf = namesWhenOften();
  const [one, other] = ['select $1 /* one */', 'select $1 /* other */'];
  expect([nameOf(one), nameOf(one)]).toEqual([undefined, undefined]);
  const name = nameOf(one);
  expect(name).toMatch(/^o[0-9a-f]{16}$/);
  expect(nameOf(one)).toBe(name);
  for (let time = 0; time < 2; time += 1) nameOf(other);
  expect(nameOf(other)).toMatch(/^o[0-9a-f]{16}$/);
  expect(nameOf(other)).not.toBe(name);
});

test('texts that come once are forgotten, and whatever has come often before, the next text still gets a name', () => {
  const nameOf = namesWhenOften();
  for (let text = 0; text < 5_000; text += 1) expect(nameOf(`select ${text}`)).toBeUndefined();
  const named = new Set<string>();
  for (let text = 0; text < 4_000; text += 1)
    for (let time = 0; time < 3; time += 1) {
      const name = nameOf(`select $1 + ${text}`);
      if (name) named.add(name);
    }
  expect(named.size).toBe(4_000);
  // The first was forgotten meanwhile, and is named like before when it is asked often.
  const again = [1, 2, 3].map(() => nameOf('select $1 + 0'));
  expect(again.slice(0, 2)).toEqual([undefined, undefined]);
  expect(named.has(String(again[2]))).toBe(true);
});

describe('on a connection', () => {
  let database: ClonedDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database?.drop());

  const prepared = async (ask: Queryable['query']) =>
    (await ask<{ statement: string }>('select statement from pg_prepared_statements order by 1')).map(
      ({ statement }) => statement,
    );
  const text = (number: number) => `select $1::int + ${number} as sum`;
  const askAll = async (db: Queryable, from: number, to: number) => {
    for (let number = from; number < to; number += 1)
      for (let time = 0; time < 3; time += 1) expect(await db.query(text(number), [1])).toEqual([{ sum: number + 1 }]);
  };

  test.each([
    [
      'in transactions',
      (db: Database) => (from: number, to: number) => transact(db, everything, (db) => askAll(db, from, to)),
    ],
    ['outside of them', (db: Database) => (from: number, to: number) => askAll(db, from, to)],
  ])('no more than some four hundred statements stay prepared, those that were used last, %s', async (_, askIn) => {
    const db = openDatabase(database.app, { connections: 1, readers: 1, log: () => undefined });
    try {
      const ask = askIn(db);
      for (let from = 0; from < 600; from += 20) {
        await ask(from, from + 20);
        // One that is used all the time.
        await ask(0, 1);
      }
      const left = await prepared(db.query.bind(db));
      expect(left.length).toBeGreaterThan(350);
      expect(left.length).toBeLessThan(420);
      expect(left).toContain(text(599));
      expect(left).toContain(text(0));
      expect(left).not.toContain(text(1));
      // What was freed is prepared anew when it comes again.
      await ask(1, 3);
      expect(await prepared(db.query.bind(db))).toContain(text(1));
    } finally {
      await db.close();
    }
  });

  test('what failed to prepare, or failed in a transaction, keeps nothing from being freed', async () => {
    const db = openDatabase(database.app, { connections: 1, readers: 1, log: () => undefined });
    try {
      for (let number = 0; number < 50; number += 1)
        for (let time = 0; time < 4; time += 1) {
          const failed = transact(db, everything, async (db) => {
            await db.query(text(number), [1]);
            await db.query(`select $1::int from nowhere_${number}`, [1]);
          });
          await expect(failed).rejects.toMatchObject({ code: '42P01' });
        }
      await transact(db, everything, (db) => askAll(db, 50, 600));
      await transact(db, everything, (db) => askAll(db, 0, 50));
      for (let round = 0; round < 8; round += 1) await transact(db, everything, (db) => askAll(db, 0, 1));
      expect((await prepared(db.query.bind(db))).length).toBeLessThan(420);
    } finally {
      await db.close();
    }
  });

  test('a reader of rows as text keeps no more either', async () => {
    const db = openDatabase(database.app, { connections: 1, readers: 1, log: () => undefined });
    try {
      const asked = Array.from({ length: 600 }, (_, number) =>
        db.text({ text: `select $1::int + ${number}`, name: `sum ${number}` }, [1]),
      );
      expect((await Promise.all(asked)).map((rows) => rows[0]?.[0])).toEqual(
        Array.from({ length: 600 }, (_, number) => String(number + 1)),
      );
      for (let round = 0; round < 8; round += 1) await db.text({ text: 'select $1::int + 1', name: 'sum 1' }, [1]);
      const left = await db.text({ text: 'select count(*) from pg_prepared_statements where $1' }, [true]);
      expect(Number(left[0]?.[0])).toBeLessThan(420);
    } finally {
      await db.close();
    }
  });
});
