import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { BookFault, BookProof } from '../proof-answers.contract.ts';

/** How far a proof is: through the postings, account by account, then through the accounts. */
interface Progress {
  phase: 'POSTINGS' | 'ACCOUNTS';
  account: string;
  seq: number;
}

/** Time for a statement of a proof. */
export const proofStatementMs = 20_000;
/** Postings or accounts of one step. */
const stepRows = 10_000;
/** Faults that are kept of a proof, and proofs that are kept. */
const [keptFaults, keptProofs] = [50, 400];
const first = '00000000-0000-0000-0000-000000000000';

/** Begins a proof, unless one is under way. @returns its id; undefined: another goes on */
export async function beginProof(db: Queryable, startedBy: string | null, now: Date): Promise<string | undefined> {
  const progress: Progress = { phase: 'POSTINGS', account: first, seq: 0 };
  const [made] = await db.query<{ id: string }>(
    `insert into ledger_proof (id, state, started_at, started_by, progress, faults) values ($1, 'RUNNING', $2, $3, $4, '[]')
     on conflict (state) where state = 'RUNNING' do nothing returning id`,
    [uuidv7(), now.toISOString(), startedBy, JSON.stringify(progress)],
  );
  await db.query(
    'delete from ledger_proof where id in (select id from ledger_proof order by started_at desc, id desc offset $1)',
    [keptProofs],
  );
  return made?.id;
}

/** One step of a proof. @returns whether there is more to do, and the proof when it has ended */
export async function stepProof(
  db: Queryable,
  id: string,
  now: Date,
): Promise<{ isMore: boolean; ended?: { state: 'WHOLE' | 'BROKEN'; root: string } }> {
  const [row] = await db.query<{ progress: Progress; faults: BookFault[] }>(
    `select progress, faults from ledger_proof where id = $1 and state = 'RUNNING' for update`,
    [id],
  );
  if (!row) return { isMore: false };
  const { progress } = row;
  const look = progress.phase === 'POSTINGS' ? lookAtPostings : lookAtAccounts;
  const { rows, last, found } = await look(db, progress);
  const faults = [...row.faults, ...found].slice(0, keptFaults);
  const next: Progress | null = last
    ? { ...progress, ...last }
    : progress.phase === 'POSTINGS'
      ? { phase: 'ACCOUNTS', account: first, seq: 0 }
      : null;
  if (next) {
    await db.query(
      `update ledger_proof set progress = $2, faults = $3, ${progress.phase === 'POSTINGS' ? 'postings = postings' : 'accounts = accounts'} + $4
       where id = $1`,
      [id, JSON.stringify(next), JSON.stringify(faults), rows],
    );
    return { isMore: true };
  }
  const total = await totalOf(db, id);
  if (total.sum !== 0) faults.unshift({ kind: 'SUM', account: null, seq: null });
  const state = faults.length === 0 ? 'WHOLE' : 'BROKEN';
  await db.query(
    `update ledger_proof set state = $2, finished_at = $3, progress = null, faults = $4, sum_paise = $5, root = $6 where id = $1`,
    [id, state, now.toISOString(), JSON.stringify(faults), total.sum, total.root],
  );
  return { isMore: false, ended: { state, root: total.root } };
}

/** Ends a proof whose last try has failed: it says neither yes nor no. */
export const failProof = (db: Queryable, id: string, now: Date): Promise<unknown> =>
  db.query(
    `update ledger_proof set state = 'FAILED', progress = null, finished_at = $2 where id = $1 and state = 'RUNNING'`,
    [id, now.toISOString()],
  );

/** Proofs, the latest first. */
export const readProofs = (db: Queryable, count: number): Promise<BookProof[]> =>
  db.query<BookProof>(
    `select id, state, started_at as "startedAt", finished_at as "finishedAt", accounts, postings, sum_paise as "sumPaise", root,
       coalesce(faults, '[]') as faults
     from ledger_proof order by started_at desc, id desc limit $1`,
    [count],
  );

/** Whether a proof was begun since a time. */
export async function isProven(db: Queryable, since: Date): Promise<boolean> {
  const rows = await db.query('select from ledger_proof where started_at >= $1 limit 1', [since.toISOString()]);
  return rows.length > 0;
}

interface Looked {
  rows: number;
  /** The last that was looked at; undefined when there was nothing more. */
  last?: { account: string; seq: number };
  found: BookFault[];
}

/** Each posting beside the one before it, its transfer, and the other side of that. */
async function lookAtPostings(db: Queryable, { account, seq }: Progress): Promise<Looked> {
  const rows = await db.query<{ account: string; seq: number; code: string; fault: BookFault['kind'] | null }>(
    {
      timeoutMs: proofStatementMs,
      text: `with batch as (
         select p.* from ledger_posting p where (p.account_id, p.seq) > ($1, $2) order by p.account_id, p.seq limit $3),
       looked as (
         select b.account_id, b.seq, case
           when b.seq <> coalesce(q.seq, 0) + 1 then 'ORDER'
           when b.at < q.at then 'ORDER'
           when b.balance_paise <> coalesce(q.balance_paise, 0) + b.paise then 'BALANCE'
           when t.id is null or (b.at, b.seq, b.paise) is distinct from
             (t.at, case b.account_id when t.to_id then t.to_seq when t.from_id then t.from_seq end,
              case b.account_id when t.to_id then t.paise when t.from_id then -t.paise end) then 'AMOUNT'
           when not exists (select from ledger_posting o where o.transfer_id = t.id and o.paise = -b.paise
             and (o.account_id, o.seq) in ((t.from_id, t.from_seq), (t.to_id, t.to_seq)) and o.account_id <> b.account_id) then 'OTHER_SIDE'
           when b.hash <> ledger_hash(coalesce(q.hash, '\\x'), ledger_text(t, b.account_id, b.seq, b.paise, b.balance_paise)) then 'CHAIN'
           end as fault
         from batch b left join ledger_transfer t on t.id = b.transfer_id
           left join ledger_posting q on q.account_id = b.account_id and q.seq = b.seq - 1)
       (select l.account_id as account, l.seq, '' as code, null as fault from looked l order by l.account_id desc, l.seq desc limit 1)
       union all (select null, count(*), '', null from looked)
       union all (select l.account_id, l.seq, a.code, l.fault from looked l join ledger_account a on a.id = l.account_id
         where l.fault is not null order by l.account_id, l.seq limit $4)`,
    },
    [account, seq, stepRows, keptFaults],
  );
  const found = rows.flatMap(({ code, seq: at, fault }) => (fault ? [{ kind: fault, account: code, seq: at }] : []));
  const count = rows.find((row) => row.account === null)?.seq ?? 0;
  const last = count > 0 ? rows[0] : undefined;
  return { rows: count, found, ...(last ? { last: { account: last.account, seq: last.seq } } : {}) };
}

/** Each account beside its last posting and its open holds, as both are in one moment. */
async function lookAtAccounts(db: Queryable, { account }: Progress): Promise<Looked> {
  const rows = await db.query<{ account: string; code: string; seq: number; fault: BookFault['kind'] | null }>(
    {
      timeoutMs: proofStatementMs,
      text: `select a.id as account, a.code, a.entries as seq, case
           when a.entries <> coalesce(p.seq, 0) then 'ORDER'
           when a.balance_paise <> coalesce(p.balance_paise, 0) then 'BALANCE'
           when a.hash <> coalesce(p.hash, '\\x') then 'CHAIN'
           when a.held_paise <> coalesce(h.paise, 0) then 'HELD' end as fault
         from ledger_account a
           left join lateral (select l.seq, l.balance_paise, l.hash from ledger_posting l where l.account_id = a.id
             order by l.seq desc limit 1) p on true
           left join lateral (select sum(o.paise) as paise from ledger_hold o where o.account_id = a.id and o.state = 'OPEN') h on true
         where a.id > $1 order by a.id limit $2`,
    },
    [account, stepRows],
  );
  const last = rows.at(-1);
  return {
    rows: rows.length,
    found: rows.flatMap(({ code, seq, fault }) => (fault ? [{ kind: fault, account: code, seq }] : [])),
    ...(last ? { last: { account: last.account, seq: 0 } } : {}),
  };
}

/** Sum of all balances, and the hash of the ends of all chains behind that of the proof before, all of one moment. */
async function totalOf(db: Queryable, id: string): Promise<{ sum: number; root: string }> {
  const [total] = await db.query<{ sum: number; root: string }>(
    {
      timeoutMs: proofStatementMs,
      text: `select coalesce(sum(a.balance_paise), 0) as sum, encode(sha256(convert_to(concat(
           (select b.root from ledger_proof b where b.id <> $1 and b.root is not null order by b.started_at desc, b.id desc limit 1),
           string_agg(concat(a.id, encode(a.hash, 'hex')), ',' order by a.id)), 'UTF8')), 'hex') as root
         from ledger_account a`,
    },
    [id],
  );
  if (!total) throw new Error('There is no sum');
  return total;
}
