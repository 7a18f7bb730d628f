import type { FastifyInstance } from 'fastify';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { recordChange } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { addAct, type Parts, reason } from './act-parts.ts';
import { noteLaterBonuses } from './note-bonus.ts';
import { addVersions, refreshStates } from './policies.store.ts';
import { refuseSecond } from './refuse-second.ts';
import { syncDocuments } from './sync-documents.ts';

/**
 * POST /app-user-policy/reinstate/{id}: a cancelled policy covers again what it said, as far as no other policy covers it by now. What
 * was refunded to a wallet is to be paid again; states go by the days, so one that is over stays so.
 */
export function addReinstate(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  addAct(app, kit, parts, {
    name: 'reinstate',
    summary: 'Reinstate a cancelled policy: it covers again, where no other policy does',
    body: z.strictObject({ reason }),
    locksVehicle: true,
    work: async ({ db, writer, id, said, locked, row }) => {
      if (row.cancelledOn === null) throw refuse.conflict('This policy is not cancelled');
      const before = { cancelledOn: row.cancelledOn, cancelReason: row.cancelReason, refundPaise: row.refundPaise };
      const after = { cancelledOn: null, cancelReason: null, refundPaise: null };
      await refuseSecond(db, { ...row, cancelledOn: null });
      // Nothing of it is left in the books: how it is paid is open again.
      const payment = locked.payment === 'WALLET' && locked.paidPaise === 0 ? 'NONE' : locked.payment;
      await db.query(
        `update app_user_policy set cancelled_on = null, cancel_reason = null, refund_paise = null, refund_due_paise = null, payment = $2, version = version + 1,
           updated_at = $3, updated_by = $4 where id = $1`,
        [id, payment, writer.now.toISOString(), writer.actorId],
      );
      await recordChange(db, writer, {
        action: 'update',
        module: parts.definition.path,
        recordId: id,
        recordTitle: row.title,
        orgId: row.orgId,
        before: { ...before, payment: locked.payment },
        after: { ...after, payment },
        fields: [...Object.keys(after), 'payment'],
      });
      writer.touched.push(['app_user_policy', row.orgId]);
      const version = { kind: 'REINSTATED' as const, effectiveOn: row.cancelledOn, reason: said.reason };
      await addVersions(db, writer, [{ id: uuidv7(), policyId: id, ...version }]);
      await refreshStates(db, writer, [row.vehicleId], [id]);
      await noteLaterBonuses(db, writer, [row]);
      await syncDocuments(db, writer, kit.sealed, [id]);
      return { message: 'Policy reinstated.' };
    },
  });
}
