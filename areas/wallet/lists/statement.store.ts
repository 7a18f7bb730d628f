import type { Queryable } from '#kit/server/db/database.ts';
import type { Statement, StatementLine } from '../wallet-answers.contract.ts';

export interface StatementAsked {
  /** ISO; null: from the first posting on. */
  from: string | null;
  /** ISO, no longer in it; null: until now. */
  to: string | null;
  /** Only postings before this one; null: from the end on. */
  before: number | null;
  take: number;
}

/**
 * Postings of a wallet that the caller has found within their scope, the latest first. Each step goes by the key of the
 * postings, so that it costs the same however many there are.
 */
export async function readStatement(db: Queryable, walletId: string, asked: StatementAsked): Promise<Statement> {
  const [bounds] = await db.query<{ low: number; high: number }>(
    `select case when $2::timestamptz is null then 1 else ledger_seq_at(a.id, $2) end as low,
       case when $3::timestamptz is null then a.entries else ledger_seq_at(a.id, $3) - 1 end as high
     from ledger_account a where a.id = $1`,
    [walletId, asked.from, asked.to],
  );
  const { low, high } = bounds ?? { low: 1, high: 0 };
  const [around] = await db.query<{ opening: number; closing: number }>(
    `select coalesce((select balance_paise from ledger_posting where account_id = $1 and seq = $2::bigint - 1), 0) as opening,
       coalesce((select balance_paise from ledger_posting where account_id = $1 and seq = $3::bigint), 0) as closing`,
    [walletId, low, Math.max(high, low - 1)],
  );
  const last = asked.before === null ? high : Math.min(high, asked.before - 1);
  const lines = await db.query<StatementLine>(
    `select p.seq, p.at, x.id as "transactionId", x.ref, coalesce(x.reason, t.reason) as reason, x.subject, x.note, p.paise,
       p.balance_paise as "balancePaise"
     from ledger_posting p join ledger_transfer t on t.id = p.transfer_id left join wallet_transaction x on x.id = t.id
     where p.account_id = $1 and p.seq between $2 and $3 order by p.seq desc limit $4`,
    [walletId, low, last, asked.take],
  );
  return {
    walletId,
    from: asked.from,
    to: asked.to,
    openingPaise: around?.opening ?? 0,
    closingPaise: around?.closing ?? 0,
    entries: Math.max(0, high - low + 1),
    lines,
  };
}
