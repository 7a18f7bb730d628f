import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { aloneFor, limitOf, setLimit } from '#areas/ledger/ledger.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { adjustmentLimit } from '../wallet-answers.contract.ts';
import { house } from '../wallet.rules.ts';
import { wholeScope } from '../whole-scope.ts';
import { threshold } from './bodies.ts';
import { module, tag } from './calls.ts';

const reason = 'ADJUSTMENT';
const newLimit = z.strictObject({ alonePaise: threshold });
const named = { one: 'Approval limit', fields: {}, unique: [], base: 'ledger_limit' };

/** Up to which amount one person corrects a wallet alone. */
export function addLimitRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const path = '/wallet/adjustment-limit';
  addRoute(app, {
    tag,
    method: 'GET',
    path,
    summary: 'The amount up to which one person may adjust a wallet alone',
    access: { module, action: 'view' },
    scope: 'organisation',
    answer: adjustmentLimit,
    handle: (call) =>
      transact(kit.db, scopeOf(call.session), async (db) => {
        const limit = await limitOf(db, reason);
        const ownPaise = limit ? aloneFor(limit, call.session.user.id) : null;
        return { message: 'OK', data: { alonePaise: limit?.alonePaise ?? null, ownPaise } };
      }),
  });
  addRoute(app, {
    tag,
    method: 'PUT',
    path,
    summary:
      'Change the amount up to which one person may adjust a wallet alone; what waits for approval goes on waiting',
    access: { module, action: 'approve' },
    scope: 'global',
    body: newLimit,
    answer: adjustmentLimit,
    handle: async (call) => {
      const scope = wholeScope(call);
      const { alonePaise } = call.body as z.infer<typeof newLimit>;
      const writer = writerOf(call.session, call.request, kit.clock.now());
      const ownPaise = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        const before = await setLimit(db, reason, alonePaise, call.session.user.id);
        if (before === null) throw refuse.conflict('Adjustments have no approval limit on this installation');
        const limit = await limitOf(db, reason);
        const own = limit ? aloneFor(limit, call.session.user.id) : null;
        if (before === alonePaise) return own;
        await recordChange(db, writer, {
          action: 'update',
          module,
          recordId: house.ADJUSTMENT,
          recordTitle: 'Approval limit of adjustments',
          orgId: null,
          before: { alonePaise: before },
          after: { alonePaise },
          fields: ['alonePaise'],
        });
        return own;
      });
      return { message: 'Approval limit changed.', data: { alonePaise, ownPaise } };
    },
  });
}
