import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { can } from '#kit/contract/rights.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { idIn, module, tag } from '../money/calls.ts';
import { readTransactions } from '../money/transactions.store.ts';
import {
  type BookPosting,
  type TransactionOne,
  transactionOne,
  type WalletTransaction,
} from '../wallet-answers.contract.ts';

/** GET /wallet-transaction/{id}: with both sides in the books and their places in the chains. */
export function addTransactionRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/wallet-transaction/{id}',
    summary: 'A transaction with its two postings, their places in the chains, and what was given back of it',
    tag,
    access: { module, action: 'view' },
    scope: 'organisation',
    answer: transactionOne,
    handle: async (call) => {
      const id = idIn(call);
      const scope = scopeOf(call.session);
      const isClient = scope.client === true;
      const data = await transact(kit.db, scope, async (db): Promise<TransactionOne> => {
        const params: Param[] = [id];
        const tenantSql = tenantFilter('wallet-transaction-one', scope, 'x.org_id', params);
        const [row] = await readTransactions(db, `x.id = $1${tenantSql}`, params, isClient);
        if (!row) throw refuse.notFound('Transaction not found');
        const returns = await readTransactions(
          db,
          `x.of_id = $1${tenantSql} order by x.created_at desc, x.id desc limit 100`,
          params,
          isClient,
        );
        const [of] = row.ofId
          ? await readTransactions(db, `x.id = $1${tenantSql}`, [row.ofId, ...params.slice(1)], isClient)
          : [];
        const [maker] = await db.query<{ id: string | null }>(
          'select made_by as id from wallet_transaction where id = $1',
          [id],
        );
        return {
          ...row,
          postings: await postingsOf(db, scope, id),
          returns,
          of: of ?? null,
          can: rightsOf(call.session, row, maker?.id ?? null),
        };
      });
      return { message: 'OK', data };
    },
  });
}

/** The two sides of a transfer whose transaction was read. What else an account of the house holds is no client's business. */
async function postingsOf(db: Queryable, scope: Scope, id: string): Promise<BookPosting[]> {
  const rows = await overall(db, scope, () =>
    db.query<BookPosting>(
      `select a.code as account, a.kind = 'WALLET' as "isWallet", p.paise, p.balance_paise as "balancePaise", p.seq, encode(p.hash, 'hex') as hash
       from ledger_transfer t join ledger_posting p on (p.account_id, p.seq) in ((t.from_id, t.from_seq), (t.to_id, t.to_seq))
         join ledger_account a on a.id = p.account_id
       where t.id = $1 order by p.paise`,
      [id],
    ),
  );
  const isStaff = scope.orgId === null && scope.orgIds === undefined;
  return rows.map((row) =>
    row.isWallet
      ? { ...row, account: 'wallet' }
      : isStaff
        ? row
        : { ...row, balancePaise: null, seq: null, hash: null },
  );
}

/** What may be done with a transaction, as its page offers it; the calls check it again. */
function rightsOf({ grants, user, actor }: Session, row: WalletTransaction, madeBy: string | null) {
  const may = (action: 'create' | 'edit' | 'approve') => actor === undefined && can(grants, module, action);
  const isOpenHold = row.isHold && row.status === 0;
  const isDone = row.status === 1;
  const rest = (row.capturedPaise ?? row.amountPaise) - row.refundedPaise;
  return {
    capture: may('edit') && isOpenHold,
    void: may('create') && isOpenHold,
    refund: may('edit') && isDone && row.ofId === null && rest > 0,
    reverse: may('edit') && isDone && row.reason !== 'REVERSAL' && row.refundedPaise === 0,
    decide: may('approve') && row.needsApproval && row.status === 0 && madeBy !== user.id,
  };
}
