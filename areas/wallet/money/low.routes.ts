import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { wallet } from '../wallet-answers.contract.ts';
import { threshold } from './bodies.ts';
import { idIn, module, tag } from './calls.ts';
import { tellLow } from './low.store.ts';
import { mustFindWallet } from './wallets.store.ts';

const newLow = z.strictObject({ lowPaise: threshold });
const named = { one: 'Wallet', fields: {}, unique: [], base: 'wallet' };

/** Below which amount those who may top a wallet up are warned. */
export function addLowRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    tag,
    method: 'PUT',
    path: '/wallet/{id}/low-balance',
    summary: 'Choose the amount below which a wallet counts as low; 0: never',
    access: { module, action: 'create' },
    scope: 'organisation',
    body: newLow,
    answer: wallet,
    handle: async (call) => {
      const id = idIn(call, 'Wallet');
      const scope = scopeOf(call.session);
      const { lowPaise } = call.body as z.infer<typeof newLow>;
      const writer = writerOf(call.session, call.request, kit.clock.now());
      const data = await runWrite(kit, call, { scope, writer, definition: named, input: null }, async (db) => {
        // Asked twice at once it is chosen once, and told once.
        await db.query('select pg_advisory_xact_lock(hashtextextended($1, 11))', [id]);
        const before = await mustFindWallet(db, scope, id);
        if (before.lowPaise === lowPaise) return before;
        await db.query('update wallet set low_paise = $2 where id = $1', [id, lowPaise]);
        writer.touched.push(['wallet', before.orgId]);
        await recordChange(db, writer, {
          action: 'update',
          module,
          recordId: id,
          recordTitle: before.appUser ?? before.org,
          orgId: before.orgId,
          before: { lowPaise: before.lowPaise },
          after: { lowPaise },
          fields: ['lowPaise'],
        });
        const after = await mustFindWallet(db, scope, id);
        if (after.isLow && !before.isLow) await tellLow(db, writer, after, `${id}:${writer.now.getTime()}`);
        return after;
      });
      return { message: 'Warning amount saved.', data };
    },
  });
}
