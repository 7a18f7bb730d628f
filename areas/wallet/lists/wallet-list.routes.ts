import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { id } from '../money/bodies.ts';
import { idIn, module, tag } from '../money/calls.ts';
import { isLowSql, mustFindWallet, openWallet, readWallets, walletsSql } from '../money/wallets.store.ts';
import { wallet } from '../wallet-answers.contract.ts';

const limits = { maxSkip: 9_999, maxTake: 100, take: 25 };
const named = { one: 'Wallet', fields: {}, unique: [], base: 'wallet' };
const newWallet = z.strictObject({ orgId: z.optional(id('Organisation')), appUserId: z.optional(id('App user')) });

/** Wallets and what is in them. */
export function addWalletRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const common = { tag, scope: 'organisation', access: { module, action: 'view' } } as const;
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/wallet',
    summary: 'Wallets with their balances, by name',
    query: {
      orgId: { about: 'Of these organisations', schema: { type: 'string' } },
      appUserId: { about: 'Of these app users', schema: { type: 'string' } },
      low: { about: 'Only those that are low, or are not', schema: { type: 'string', enum: ['true', 'false'] } },
      ...listPage,
    },
    answer: z.array(wallet),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const terms = ['true', ...read.words(`concat_ws(' ', o.name, u.name)`)];
      for (const [name, column] of [
        ['orgId', 'w.org_id'],
        ['appUserId', 'w.owner_id'],
      ] as const) {
        const ids = read.ids(name);
        if (ids) terms.push(`${column} = any(${read.bind(ids)}::uuid[])`);
      }
      const low = read.oneOf('low', ['true', 'false']);
      if (low !== undefined) terms.push(low === 'true' ? isLowSql : `not (${isLowSql})`);
      const { skip, take } = read.page(limits);
      const scope = scopeOf(session);
      const where = `${terms.join(' and ')}${tenantFilter('wallets', scope, 'w.org_id', read.params)}`;
      return transact(kit.db, scope, async (db) => {
        const order = 'order by lower(o.name), w.owner_id is not null, lower(u.name), w.id';
        const data = await readWallets(db, `${where} ${order} limit ${take} offset ${skip}`, read.params);
        const [total] = await db.query<{ count: number }>(
          `select count(*) from ${walletsSql} where ${where}`,
          read.params,
        );
        return { message: 'OK', data, count: total?.count ?? 0 };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'GET',
    path: '/wallet/{id}',
    summary: 'A wallet with its balance',
    answer: wallet,
    handle: async (call) => {
      const walletId = idIn(call, 'Wallet');
      const scope = scopeOf(call.session);
      return transact(kit.db, scope, async (db) => ({
        message: 'OK',
        data: await mustFindWallet(db, scope, walletId),
      }));
    },
  });
  addRoute(app, {
    tag,
    scope: 'organisation',
    method: 'POST',
    path: '/wallet',
    summary: 'Open the wallet of an organisation or of one of its app users; one that is there is answered as it is',
    access: { module, action: 'create' },
    status: 201,
    body: newWallet,
    answer: wallet,
    handle: async (call) => {
      const { session, request } = call;
      const given = call.body as z.infer<typeof newWallet>;
      const scope = scopeOf(session);
      const orgId = given.orgId ?? session.orgId;
      if (orgId === null) throw refuse.badInput({ orgId: 'Choose an organisation' });
      const writer = writerOf(session, request, kit.clock.now());
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        const opened = await openWallet(db, scope, { orgId, appUserId: given.appUserId ?? null }, writer);
        const params: Param[] = [opened];
        const [row] = await readWallets(db, 'w.id = $1', params);
        return row;
      });
      return { message: 'Wallet opened.', data };
    },
  });
}
