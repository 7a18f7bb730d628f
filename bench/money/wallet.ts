import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { house } from '#areas/wallet/wallet.rules.ts';
import { move } from '#areas/ledger/ledger.server.ts';
import { readStatement } from '#areas/wallet/lists/statement.store.ts';
import { everything, openDatabase, type OpenDatabase, type Queryable, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { median } from '../http/report.ts';
import { startBench } from '../setup.ts';

// What a transfer of the ledger costs beside a plain one, and whether a balance and a page of a statement cost the same however
// many postings there are.
const [accounts, few] = [10_000, 10_000];
const most = Number(process.argv[2] ?? 10_000_000);
const seconds = Number(process.argv[3] ?? 8);
const workers = 16;
const statementMs = 600_000;

const { postgres, close } = await startBench({ catalogue: false });
const db = openDatabase(postgres.app, { connections: workers, log: console.error });
const other = await startBench({ catalogue: false });
const otherDb = openDatabase(other.postgres.app, { connections: 1, log: console.error });
try {
  const [org] = await makeAccounts();
  const lines = [];
  const idOf = (number: number) => `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`;
  const someone = () => idOf(1 + Math.floor(Math.random() * accounts));
  const now = new Date();
  const mover = { madeBy: null, now };
  const ledger = (to: () => string) => (db: Queryable) =>
    move(db, { id: randomUUID(), from: house.ADJUSTMENT, to: to(), paise: 100, reason: 'BENCH' }, mover);
  const between = (db: Queryable) => {
    const [from, to] = [someone(), someone()];
    return from === to ? Promise.resolve() : move(db, { id: randomUUID(), from, to, paise: 1, reason: 'BENCH' }, mover);
  };
  const plain = (pick: () => [string, string]) => async (db: Queryable) => {
    // In the order of their ids, as anybody writes it who has met a deadlock.
    const [from, to] = pick();
    for (const [id, paise] of [
      [from, -1],
      [to, 1],
    ].toSorted() as [string, number][])
      await db.send('update bench_account set paise = paise + $2 where id = $1', [id, paise]);
    await db.query('insert into bench_transfer (id, from_id, to_id, paise, at) values ($1, $2, $3, 1, now())', [
      randomUUID(),
      from,
      to,
    ]);
  };
  for (let round = 0; round < 2; round += 1) {
    lines.push(
      await measure(
        'plain SQL, one hot account',
        plain(() => [idOf(0), someone()]),
      ),
    );
    lines.push(await measure('ledger, one hot account', ledger(someone)));
    lines.push(
      await measure(
        `plain SQL, ${accounts} accounts`,
        plain(() => [someone(), someone()]),
      ),
    );
    lines.push(await measure(`ledger, ${accounts} accounts`, between));
  }
  console.table(lines);

  // Two databases, asked in turns: whatever else the machine does then falls on both.
  await withClient(other.postgres.owner, async (client) => {
    await client.query(`select set_config('app.scope', 'staff', false)`);
    await client.query(`insert into organisation (id, name, kind) values ($1, 'Bench', 'COMPANY')`, [org]);
    await addAccounts(client, org);
    await fill(client, few, org);
  });
  await withClient(postgres.owner, (client) => fill(client, most, org));
  console.table(await readInTurns([few, otherDb], [most, db]));
} finally {
  await db.close();
  await otherDb.close();
  await other.close();
  await close();
}

/** Accounts with money and the tables of the plain transfer. @returns the organisation whose they are */
async function makeAccounts(): Promise<[string]> {
  const org = randomUUID();
  await withClient(postgres.owner, async (client) => {
    await client.query(`select set_config('app.scope', 'staff', false)`);
    await client.query(`insert into organisation (id, name, kind) values ($1, 'Bench', 'COMPANY')`, [org]);
    await addAccounts(client, org);
    await client.query(`create table bench_account (id uuid primary key, paise bigint not null);
      create table bench_transfer (id uuid primary key, from_id uuid not null references bench_account, to_id uuid not null references bench_account, paise bigint not null, at timestamptz not null);
      insert into bench_account select id, 1000000 from ledger_account;
      grant select, insert, update on bench_account, bench_transfer to "${postgres.app.user}"`);
    await client.query('vacuum analyze ledger_account, bench_account');
  });
  return [org];
}

/** Accounts of one organisation, each with money in it. */
async function addAccounts(client: pg.Client, org: string): Promise<void> {
  await client.query(
    `insert into ledger_account (id, org_id, code, kind, floor_paise, credited_paise, balance_paise, created_at)
     select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, $1, 'bench:' || n, 'WALLET', 0, 1000000, 1000000, now()
     from generate_series(0, $2::int) n`,
    [org, accounts],
  );
}

/** Transfers a second by all workers together, and how long one takes. */
async function measure(name: string, work: (db: Queryable) => Promise<unknown>) {
  const taken: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < until) {
        const start = performance.now();
        await transact(db, everything, work);
        taken.push(performance.now() - start);
      }
    }),
  );
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (part: number) => Number((sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1));
  return {
    name,
    'per second': Math.round((taken.length / (performance.now() - began)) * 1_000),
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
  };
}

/** Postings until there are so many: half of them are of one account. Their hashes are made up, for nobody proves these books. */
async function fill(client: pg.Client, postings: number, org: string): Promise<void> {
  await client.query(
    `select set_config('app.scope', 'staff', false), set_config('statement_timeout', '${statementMs}', false)`,
  );
  await client.query(`alter table ledger_posting drop constraint if exists ledger_posting_transfer_id_fkey, drop constraint if exists ledger_posting_account_id_fkey,
      drop constraint if exists ledger_posting_org_id_fkey;
    alter table ledger_transfer drop constraint if exists ledger_transfer_from_id_fkey, drop constraint if exists ledger_transfer_to_id_fkey,
      drop constraint if exists ledger_transfer_org_id_fkey, drop constraint if exists ledger_transfer_of_id_fkey`);
  const { rows } = await client.query<{ count: string }>('select count(*) from ledger_posting');
  const from = Number(rows[0]?.count) / 2;
  const to = Math.max(from, postings / 2);
  const step = 250_000;
  for (let at = from; at < to; at += step)
    await client.query(
      `with made as (
         select n, md5('bench' || n)::uuid as id, ('00000000-0000-7000-9000-' || lpad((1 + n % $4)::text, 12, '0'))::uuid as other
         from generate_series($1::bigint + 1, $2::bigint) n),
       moved as (
         insert into ledger_transfer (id, org_id, kind, from_id, to_id, paise, reason, from_seq, to_seq, at)
         select id, $3, 'TRANSFER', '00000000-0000-7000-9000-000000000000', other, 1, 'BENCH', 100000000 + n, 100000000 + n, now() from made)
       insert into ledger_posting (account_id, seq, org_id, transfer_id, paise, balance_paise, at, hash)
       select '00000000-0000-7000-9000-000000000000', 100000000 + n, $3::uuid, id, -1, 0, now(), '\\x00'::bytea from made
       union all select other, 100000000 + n, $3, id, 1, 0, now(), '\\x00' from made`,
      [at, Math.min(to, at + step), org, accounts],
    );
  await client.query(
    `update ledger_account set entries = 100000000 + $1::bigint where id = '00000000-0000-7000-9000-000000000000'`,
    [to],
  );
  await client.query('vacuum analyze ledger_posting, ledger_transfer, ledger_account');
}

/** Milliseconds of a balance and of a page of fifty lines, of the account with most postings, in databases that are asked in turns. */
async function readInTurns(...sides: [postings: number, open: OpenDatabase][]) {
  const hot = '00000000-0000-7000-9000-000000000000';
  const page = (before: number | null) => (db: Queryable) =>
    readStatement(db, hot, { from: null, to: null, before, take: 50 });
  const [rounds, first] = [600, 100];
  const rows = sides.map(([postings, open]) => ({
    open,
    asks: {
      'balance ms': (db: Queryable) =>
        db.query('select balance_paise, held_paise from ledger_account where id = $1', [hot]),
      'page of 50 ms': page(null),
      'page in the middle ms': page(100_000_000 + postings / 4),
    },
    taken: new Map<string, number[]>(),
    postings,
  }));
  for (let at = 0; at < rounds; at += 1)
    for (const { open, asks, taken } of rows)
      for (const [name, ask] of Object.entries(asks)) {
        const start = performance.now();
        await transact<unknown>(open, everything, ask);
        if (at >= first) taken.set(name, [...(taken.get(name) ?? []), performance.now() - start]);
      }
  return rows.map(({ postings, taken }) => ({
    postings,
    ...Object.fromEntries([...taken].map(([name, all]) => [name, Number(median(all).toFixed(2))])),
  }));
}
