import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { idIn, module, tag } from '../money/calls.ts';
import { mustFindWallet } from '../money/wallets.store.ts';
import { statement } from '../wallet-answers.contract.ts';
import { exportBody, exportStatement } from './statement-file.ts';
import { mustFollow } from './statement-days.ts';
import { readStatement } from './statement.store.ts';

const [usualTake, mostTake] = [50, 100];
const day = (about: string) => ({
  about,
  schema: { type: 'string' as const, examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});

/** What came into a wallet and went out of it, as its books say. */
export function addStatementRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/wallet/{id}/statement',
    summary: 'Statement of a wallet, the latest first, with its balances before and after',
    tag,
    access: { module, action: 'view' },
    scope: 'organisation',
    query: {
      from: day('From this day (of India) or ISO time on'),
      to: day('Until this day (of India), which is in it, or ISO time'),
      before: { about: 'Only postings before this number', schema: { type: 'integer', minimum: 1 } },
      take: {
        about: 'Lines of a page',
        schema: { type: 'integer', minimum: 1, maximum: mostTake, default: usualTake },
      },
    },
    answer: statement,
    handle: async (call) => {
      const read = queryReader(call.query);
      const asked = {
        from: read.instant('from')?.at ?? null,
        to: read.instant('to', true)?.at ?? null,
        before: read.whole('before', 1, Number.MAX_SAFE_INTEGER) ?? null,
        take: read.whole('take', 1, mostTake) ?? usualTake,
      };
      read.done();
      mustFollow(asked.from, asked.to);
      const id = idIn(call, 'Wallet');
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) => {
        await mustFindWallet(db, scope, id);
        return readStatement(db, id, asked);
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    method: 'POST',
    path: '/wallet/{id}/statement/export',
    summary: 'Export the statement of a wallet: CSV of any length, or a PDF of up to 2,000 lines',
    tag,
    access: { module, action: 'export' },
    scope: 'organisation',
    body: exportBody,
    raw: ['text/csv', 'application/pdf'],
    long: true,
    handle: (call) => exportStatement(kit, call),
  });
}
