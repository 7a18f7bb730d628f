import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addDays, dayInWords } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { ifMatchOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { inputCheck } from '#kit/server/catalogue/write/check-input.ts';
import { type Input, writableOf } from '#kit/server/catalogue/write/write-values.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { uuidv7 } from 'uuidv7';
import { claimsOf, uncoveredBy } from '../claims/claimed.store.ts';
import { mustMayRefund, personOf, refundPremium } from '../payment/refund-premium.ts';
import { suggestedRefund } from '../payment/suggested-refund.ts';
import { addAct, type Parts, reason } from './act-parts.ts';
import { endorsable } from '../premium/endorsable.ts';
import { datedOf } from './complete-policy.ts';
import type { appUserPolicy } from './policy.contract.ts';
import { noteLaterBonuses } from './note-bonus.ts';
import { addVersions, refreshStates } from './policies.store.ts';
import { inRupees } from './policy-check.rules.ts';
import { syncDocuments } from './sync-documents.ts';

type Row = RowOf<typeof appUserPolicy>;

const aDay = { error: 'Must be a date, like 2026-11-21' };
const day = z.string(aDay).check(z.refine(isDay, aDay));
const wholePaise = { error: 'Enter an amount in whole paise, 0 or more' };
const cancelBody = z.strictObject({
  cancelledOn: day,
  reason,
  refundPaise: z.optional(z.nullable(z.int(wholePaise).check(z.gte(0, wholePaise)))),
});
const endorseBody = z.strictObject({
  effectiveOn: day,
  reason,
  changes: z.record(z.string(), z.unknown(), { error: 'Enter what changes' }),
});

/** POST /app-user-policy/cancel/{id} and /app-user-policy/endorse/{id}: what happens to an issued policy besides a correction. */
export function addPolicyActs(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  addCancel(app, kit, parts);
  addEndorse(app, kit, parts);
}

/** @throws 400 where a day is not one of those that the policy was to cover */
function mustBeWithin({ odFrom, odTo, tpFrom, tpTo }: Row, name: string, on: string): void {
  const first = [odFrom, tpFrom].filter((one) => one !== null).sort()[0] ?? on;
  const last =
    [odTo, tpTo]
      .filter((one) => one !== null)
      .sort()
      .at(-1) ?? on;
  if (on < first || on > last)
    throw refuse.badInput({ [name]: `Must be from ${dayInWords(first)} to ${dayInWords(last)}` });
}

function addCancel(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  addAct(app, kit, parts, {
    name: 'cancel',
    summary: 'Cancel an issued policy: it gives no cover from a day on',
    body: cancelBody,
    work: async ({ call, db, scope, writer, id, said, locked, row }) => {
      if (!row.issued) throw refuse.conflict('A draft is deleted, not cancelled');
      if (row.cancelledOn !== null) throw refuse.conflict('This policy is cancelled already');
      mustBeWithin(row, 'cancelledOn', said.cancelledOn);
      await refuseClaimed(db, row, said.cancelledOn);
      if ((said.refundPaise ?? 0) > (row.totalPaise ?? 0))
        throw refuse.badInput({ refundPaise: 'More than the total premium' });
      const refund = locked.payment === 'WALLET' ? (said.refundPaise ?? 0) : 0;
      if (refund > 0) mustMayRefund(call);
      if (refund > locked.paidPaise)
        throw refuse.badInput({ refundPaise: `Only ${inRupees(locked.paidPaise)} was paid from the wallet` });
      const refundPaise = said.refundPaise ?? null;
      // Who does not decide on the refund leaves it to those who may: with what the days that are left come to.
      const suggested = refundPaise === null ? await suggestedRefund(db, row, said.cancelledOn) : undefined;
      const after = {
        cancelledOn: said.cancelledOn,
        cancelReason: said.reason,
        refundPaise,
        refundDuePaise: suggested?.paise ?? null,
      };
      await db.query(
        `update app_user_policy set cancelled_on = $2, cancel_reason = $3, refund_paise = $4, version = version + 1, updated_at = $5, updated_by = $6,
           refund_due_paise = $7, refund_days = $8, refund_by = $9, refund_by_staff = $10 where id = $1`,
        [
          id,
          after.cancelledOn,
          after.cancelReason,
          refundPaise,
          writer.now.toISOString(),
          writer.actorId,
          after.refundDuePaise,
          suggested?.unusedDays ?? null,
          suggested ? writer.actorName : null,
          call.session.user.kind !== 'client',
        ],
      );
      await recordChange(db, writer, {
        action: 'update',
        module: parts.definition.path,
        recordId: id,
        recordTitle: row.title,
        orgId: row.orgId,
        before: { cancelledOn: null, cancelReason: null, refundPaise: null, refundDuePaise: null },
        after,
        fields: Object.keys(after),
      });
      writer.touched.push(['app_user_policy', row.orgId]);
      const version = { kind: 'CANCELLED' as const, effectiveOn: said.cancelledOn, reason: said.reason };
      await addVersions(db, writer, [{ id: uuidv7(), policyId: id, ...version }]);
      if (refund > 0) {
        const cancelled = { ...locked, cancelledOn: said.cancelledOn, versionNo: locked.versionNo + 1 };
        const about = { paise: refund, note: said.reason };
        await refundPremium(db, scope, cancelled, about, { by: personOf(call.session), writer });
      }
      await refreshStates(db, writer, [row.vehicleId], [id]);
      await noteLaterBonuses(db, writer, [row]);
      await syncDocuments(db, writer, kit.sealed, [id]);
      const credited = refund > 0 ? ` ${inRupees(refund)} credited to the wallet.` : '';
      return {
        message: `Policy cancelled. Its last day is ${dayInWords(addDays(said.cancelledOn, -1))}.${credited}`,
      };
    },
  });
}

/** @throws 400 where a claim would be left without cover */
async function refuseClaimed(db: Queryable, row: Row, cancelledOn: string): Promise<void> {
  const policy = datedOf(row, row);
  const claim = uncoveredBy(await claimsOf(db, [row.id]), policy, { ...policy, cancelledOn }).at(-1);
  if (claim)
    throw refuse.badInput({
      cancelledOn: `There is a claim of ${dayInWords(claim.happenedOn)} on this policy. Choose a day after it`,
    });
}

function addEndorse(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  const { definition, writes } = parts;
  const check = inputCheck(kit, definition);
  addAct(app, kit, parts, {
    name: 'endorse',
    summary: 'Endorse an issued policy: a new version of it from a day on',
    body: endorseBody,
    files: ['document'],
    work: async ({ call, db, scope, writer, id, said, files, row }) => {
      const odd = Object.keys(said.changes).find((name) => !(endorsable as readonly string[]).includes(name));
      if (odd !== undefined) throw refuse.badInput({ [`changes.${odd}`]: 'An endorsement cannot change this' });
      if (Object.keys(said.changes).length === 0 && !files['document'])
        throw refuse.badInput({ changes: 'Enter what changes' });
      if (!row.issued) throw refuse.conflict('A draft is changed, not endorsed');
      mustBeWithin(row, 'effectiveOn', said.effectiveOn);
      const { document: _, ...now } = writableOf(definition, row);
      // What is reckoned from the parts is reckoned anew, unless it is said.
      const isPriced = Object.keys(said.changes).some((name) => name.endsWith('Paise') && name !== 'idvPaise');
      const { values, messages } = check(
        { ...now, ...(isPriced ? { gstPaise: null, totalPaise: null } : {}), ...said.changes },
        scope,
      );
      if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
      const written: Input = { values, files };
      const { row: after } = await writes.update(db, scope, writer, id, written, ifMatchOf(call));
      if (after.version === row.version) throw refuse.badInput({ changes: 'Nothing would change' });
      await db.query(
        `update policy_version set kind = 'ENDORSED', effective_on = $2, reason = $3 where policy_id = $1
           and no = (select version_no from app_user_policy where id = $1)`,
        [id, said.effectiveOn, said.reason],
      );
      return { message: 'Policy endorsed.', warnings: written.warnings };
    },
  });
}
