import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { module, tag } from '../money/calls.ts';
import { readTransactions, transactionsSql } from '../money/transactions.store.ts';
import { walletTransaction } from '../wallet-answers.contract.ts';
import { readTransactionQuery, transactionFilters, transactionPages } from './transaction-query.ts';

/** GET /wallet-transaction and GET /client/wallet-transaction: one list under two names, so that neither has less of a fence. */
export function addTransactionList(app: FastifyInstance, kit: CatalogueKit): void {
  for (const path of ['/wallet-transaction', '/client/wallet-transaction'])
    addRoute(app, {
      method: 'GET',
      path,
      summary: 'Transactions of wallets, the latest first',
      tag,
      access: { module, action: 'view' },
      scope: 'organisation',
      query: { ...transactionFilters, ...transactionPages },
      answer: z.array(walletTransaction),
      beside: { count: z.int() },
      searches: true,
      handle: (call) => listOf(kit, call),
    });
}

async function listOf(kit: CatalogueKit, { session, query }: Call) {
  const { terms, params, skip, take } = readTransactionQuery(query);
  const scope = scopeOf(session);
  const where = ['true', ...terms].join(' and ') + tenantFilter('wallet-transactions', scope, 'x.org_id', params);
  return transact(kit.db, scope, async (db) => {
    const order = 'order by x.created_at desc, x.id desc';
    const data = await readTransactions(
      db,
      `${where} ${order} limit ${take} offset ${skip}`,
      params,
      scope.client === true,
    );
    // A page that is not full is the last one, and says how many there are.
    if (data.length < take && (data.length > 0 || skip === 0))
      return { message: 'OK', data, count: skip + data.length };
    const [total] = await db.query<{ count: number }>(`select count(*) from ${transactionsSql} where ${where}`, params);
    return { message: 'OK', data, count: total?.count ?? 0 };
  });
}
