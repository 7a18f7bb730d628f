import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../postgres/roles.ts';
import { type ClonedDatabase, cloneDatabase, testDatabase } from '../testing/database.ts';
import { type Database, everything, openDatabase, type Queryable, transact } from './database.ts';
import { timeouts } from './timeouts.ts';

let database: ClonedDatabase;
let owner: pg.Client;
let db: Database;
beforeAll(async () => {
  database = await cloneDatabase();
  owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(
    `create table line (place text primary key, statement bigint not null default 0);
     create function note_statements() returns trigger language plpgsql as $$
       begin update line set statement = statement + 1 where place = 'statements'; return null; end $$;
     create trigger noted after insert on line for each statement execute function note_statements();
     grant select, insert, update on line to "${database.app.user}"`,
  );
  // One connection: what one transaction leaves behind, the next one finds.
  db = openDatabase(database.app, { connections: 1, readers: 1, log: () => undefined });
});
afterAll(async () => {
  await db?.close();
  await owner?.end();
  await database?.drop();
});

const add = (db: Queryable, place: string) => db.send('insert into line (place) values ($1)', [place]);
const placesNow = async () =>
  (await owner.query<{ place: string }>('select place from line order by place')).rows.map(({ place }) => place);
const backend = async (db: Queryable) =>
  (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid as number;

test('what is sent without waiting is done in order and kept with the commit', async () => {
  const seen = await transact(db, everything, async (db) => {
    await add(db, 'a');
    await add(db, 'b');
    return db.query<{ place: string }>('select place from line order by place');
  });
  expect(seen).toEqual([{ place: 'a' }, { place: 'b' }]);
  expect(await placesNow()).toEqual(['a', 'b']);
});

test('a statement that was sent and failed is the failure of the next one that is waited for, and of the commit', async () => {
  const next = transact(db, everything, async (db) => {
    await add(db, 'c');
    await add(db, 'a');
    await db.query('select 1');
  });
  await expect(next).rejects.toMatchObject({ code: '23505' });
  const last = transact(db, everything, (db) => add(db, 'a'));
  await expect(last).rejects.toMatchObject({ code: '23505' });
  expect(await placesNow()).toEqual(['a', 'b']);
});

test('work that put a failure right with a savepoint goes on', async () => {
  await transact(db, everything, async (db) => {
    await db.query('savepoint trial');
    await add(db, 'a');
    await expect(db.query('release savepoint trial')).rejects.toMatchObject({ code: '23505' });
    await db.query('rollback to savepoint trial');
    await add(db, 'd');
  });
  expect(await placesNow()).toEqual(['a', 'b', 'd']);
});

test('nothing is asked of a connection after its transaction, and work that asks nothing gives it back', async () => {
  let late: Queryable | undefined;
  await transact(db, everything, async (db) => {
    late = db;
    await db.query('select 1');
  });
  await expect(late?.query('select 1')).rejects.toThrow('The transaction is over');
  for (let count = 0; count < 3; count += 1)
    await expect(transact(db, everything, () => Promise.reject(new Error('never mind')))).rejects.toThrow('never mind');
  expect(await transact(db, everything, backend)).toBeGreaterThan(0);
});

test('a connection that died while it lay idle is replaced, with all that was asked of it', async () => {
  const pid = await transact(db, everything, backend);
  await withClient(testDatabase().admin, async (admin) => {
    // Sent, and nothing is read until it is done: the program does not know of it when the next transaction begins.
    const gone = admin.query('select pg_terminate_backend($1)', [pid]);
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    const work = transact(db, everything, async (db) => {
      await add(db, 'e');
      await add(db, 'f');
      const [row] = await db.query<{ count: number }>('select count(*) from line');
      return { pid: await backend(db), count: row?.count };
    });
    const { pid: other, count } = await work;
    expect(other).not.toBe(pid);
    expect(count).toBe(5);
    await gone;
  });
});

test('two statements that stand apart go out as one, two of the same do not', async () => {
  await owner.query(`truncate line; insert into line (place) values ('statements'); update line set statement = 0`);
  const one = (name: string, place: string) => ({
    name,
    apart: true as const,
    text: `insert into line (place, statement) values ('${place}' || $1, $2::int)`,
  });
  await transact(db, everything, async (db) => {
    await db.send(one('first', 'first'), ['!', 1]);
    await db.send(one('second', 'second'), ['?', 2]);
  });
  const { rows } = await owner.query('select place, statement::int from line order by place');
  // A trigger of both is run once for the one statement that they are.
  expect(rows).toEqual([
    { place: 'first!', statement: 1 },
    { place: 'second?', statement: 2 },
    { place: 'statements', statement: 1 },
  ]);
  await transact(db, everything, async (db) => {
    await db.send(one('first', 'first'), ['3', 3]);
    await db.send(one('first', 'first'), ['4', 4]);
  });
  const [after] = (await owner.query(`select statement::int from line where place = 'statements'`)).rows;
  expect(after).toEqual({ statement: 3 });
});

test('a statement that comes often is prepared, and fails by itself as before', async () => {
  const prepared = () =>
    transact(db, everything, (db) =>
      db.query<{ statement: string }>('select statement from pg_prepared_statements where statement like $1', [
        'insert into line %often%',
      ]),
    );
  const addOften = (db: Queryable, place: string) =>
    db.send('insert into line (place) values ($1) /* often */', [place]);
  for (const place of ['o1', 'o2']) await transact(db, everything, (db) => addOften(db, place));
  expect(await prepared()).toEqual([]);
  await transact(db, everything, (db) => addOften(db, 'o3'));
  expect(await prepared()).toEqual([{ statement: 'insert into line (place) values ($1) /* often */' }]);
  const twice = transact(db, everything, async (db) => {
    await addOften(db, 'o3');
    await addOften(db, 'o4');
  });
  await expect(twice).rejects.toMatchObject({ code: '23505' });
  await transact(db, everything, async (db) => {
    await db.query('savepoint trial');
    await addOften(db, 'o3');
    await expect(db.query('release savepoint trial')).rejects.toMatchObject({ code: '23505' });
    await db.query('rollback to savepoint trial');
    await addOften(db, 'o5');
  });
  expect((await placesNow()).filter((place) => place.startsWith('o'))).toEqual(['o1', 'o2', 'o3', 'o5']);
});

test('what is prepared for the first time behind a failure is prepared again, and the failure is told', async () => {
  const count = (db: Queryable) =>
    db.query<{ count: number }>('select count(*) as count from line where place >= $1 /* late */', ['']);
  // The third time it has a name.
  for (let time = 0; time < 2; time += 1)
    await db.query('select count(*) as count from line where place >= $1 /* late */', ['']);
  const behind = transact(db, everything, async (db) => {
    await add(db, 'o1');
    await Promise.all([count(db), count(db)]);
  });
  await expect(behind).rejects.toMatchObject({ code: '23505' });
  expect((await transact(db, everything, count))[0]?.count).toBeGreaterThan(0);
});

test('a connection on which something took too long is kept: to make another takes long as well', async () => {
  const before = await transact(db, everything, backend);
  await owner.query('begin; lock table line in access exclusive mode');
  const late = transact(db, everything, async (db) => {
    await db.query(`select set_config('lock_timeout', '300', true)`);
    await db.query('select count(*) from line');
  });
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  await owner.query('rollback');
  const slow = transact(db, everything, (db) =>
    db.query(`select set_config('statement_timeout', '20', true); select pg_sleep(1)`),
  );
  await expect(slow).rejects.toMatchObject({ code: 'unavailable' });
  expect(await transact(db, everything, backend)).toBe(before);
  expect((await transact(db, everything, (db) => db.query<{ n: number }>('select 1 as n')))[0]?.n).toBe(1);
});

test('a connection that takes longer to be made than anybody may wait is there for who asks next', async () => {
  const { host, port = 5432 } = database.app;
  let made = 0;
  const patient = timeouts.connectMs;
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => (letThrough = resolve));
  const slow = createServer((socket) => {
    made += 1;
    socket.on('error', () => undefined).pause();
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    server.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => server.destroy());
    void isLetThrough.then(() => socket.pipe(server).pipe(socket));
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const away = { ...database.app, host: '127.0.0.1', port: (slow.address() as AddressInfo).port };
  const db = openDatabase(away, { connections: 1, readers: 1, log: () => undefined });
  const asks = [
    () => db.query('select 1'),
    () => transact(db, everything, (db) => db.query('select 1')),
    () => db.text({ text: 'select 1' }, []),
  ];
  try {
    timeouts.connectMs = 300;
    await Promise.all(asks.map((ask) => expect(ask()).rejects.toMatchObject({ code: 'unavailable' })));
    timeouts.connectMs = patient;
    letThrough();
    for (const ask of asks) await expect(ask()).resolves.toHaveLength(1);
    expect(made, 'one of the pool, one for reading').toBe(2);
  } finally {
    timeouts.connectMs = patient;
    await db.close();
    slow.close();
  }
});
