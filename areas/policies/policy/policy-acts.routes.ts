import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addDays, dayInWords } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { inputCheck } from '#kit/server/catalogue/write/check-input.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { checkVersion } from '#kit/server/catalogue/write/write-checks.ts';
import { writableOf } from '#kit/server/catalogue/write/write-values.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { recordChange } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { uuidv7 } from 'uuidv7';
import { claimsOf, uncoveredBy } from '../claims/claimed.store.ts';
import { lockPolicy } from '../payment/paid.store.ts';
import { mustMayRefund, personOf, refundPremium } from '../payment/refund-premium.ts';
import { answering, commonOf, type Parts, reason } from './act-parts.ts';
import { datedOf } from './complete-policy.ts';
import type { appUserPolicy } from './policy.contract.ts';
import { addVersions, refreshStates } from './policies.store.ts';
import { inRupees } from './policy-check.rules.ts';
import { syncDocuments } from './sync-documents.ts';

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

/** What an endorsement changes. The vehicle, the insurer and the number of a policy stay what they are. */
const endorsable: readonly string[] = [
  'appUserId',
  'odTo',
  'tpTo',
  'idvPaise',
  'addOns',
  'odPremiumPaise',
  'tpPremiumPaise',
  'paOwnerPaise',
  'addOnPremiumPaise',
  'discountPaise',
  'gstPaise',
  'totalPaise',
  'deductiblePaise',
  'nominee',
  'financier',
  'agent',
  'note',
];

/** POST /app-user-policy/cancel/{id} and /app-user-policy/endorse/{id}: what happens to an issued policy besides a correction. */
export function addPolicyActs(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  addCancel(app, kit, parts);
  addEndorse(app, kit, parts);
}

function addCancel(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  const { definition, reads } = parts;
  const answered = answering(kit, parts);
  addRoute(app, {
    ...commonOf(kit, definition),
    path: '/app-user-policy/cancel/{id}',
    summary: 'Cancel an issued policy: it gives no cover from a day on',
    body: cancelBody,
    handle: async (call) => {
      const id = idOf(call, definition);
      const said = call.body as z.infer<typeof cancelBody>;
      const scope = scopeOf(call.session);
      return writeAnswer(kit, definition, call, { values: { ...said }, files: {} }, async (db, writer) => {
        const locked = await lockPolicy(db, scope, id);
        const { row } = await mustRead(reads, scope, id, db);
        checkVersion(ifMatchOf(call), row);
        if (!row.issued) throw refuse.conflict('A draft is deleted, not cancelled');
        if (row.cancelledOn !== null) throw refuse.conflict('This policy is cancelled already');
        const first = [row.odFrom, row.tpFrom].filter((one) => one !== null).sort()[0] ?? said.cancelledOn;
        const last =
          [row.odTo, row.tpTo]
            .filter((one) => one !== null)
            .sort()
            .at(-1) ?? said.cancelledOn;
        if (said.cancelledOn < first || said.cancelledOn > last)
          throw refuse.badInput({ cancelledOn: `Must be from ${dayInWords(first)} to ${dayInWords(last)}` });
        await refuseClaimed(db, row, said.cancelledOn);
        if ((said.refundPaise ?? 0) > (row.totalPaise ?? 0))
          throw refuse.badInput({ refundPaise: 'More than the total premium' });
        const refund = locked.payment === 'WALLET' ? (said.refundPaise ?? 0) : 0;
        if (refund > 0) mustMayRefund(call);
        if (refund > locked.paidPaise)
          throw refuse.badInput({ refundPaise: `Only ${inRupees(locked.paidPaise)} was paid from the wallet` });
        const after = {
          cancelledOn: said.cancelledOn,
          cancelReason: said.reason,
          refundPaise: said.refundPaise ?? null,
        };
        await db.query(
          `update app_user_policy set cancelled_on = $2, cancel_reason = $3, refund_paise = $4, version = version + 1, updated_at = $5, updated_by = $6
           where id = $1`,
          [id, after.cancelledOn, after.cancelReason, after.refundPaise, writer.now.toISOString(), writer.actorId],
        );
        await recordChange(db, writer, {
          action: 'update',
          module: definition.path,
          recordId: id,
          recordTitle: row.title,
          orgId: row.orgId,
          before: { cancelledOn: null, cancelReason: null, refundPaise: null },
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
        await syncDocuments(db, writer, kit.sealed, [id]);
        return answered(
          db,
          call,
          scope,
          id,
          `Policy cancelled. Its last day is ${dayInWords(addDays(said.cancelledOn, -1))}.${refund > 0 ? ` ${inRupees(refund)} credited to the wallet.` : ''}`,
        );
      });
    },
  });
}

/** @throws 400 where a claim would be left without cover */
async function refuseClaimed(db: Queryable, row: RowOf<typeof appUserPolicy>, cancelledOn: string): Promise<void> {
  const policy = datedOf(row, row);
  const claim = uncoveredBy(await claimsOf(db, [row.id]), policy, { ...policy, cancelledOn }).at(-1);
  if (claim)
    throw refuse.badInput({
      cancelledOn: `There is a claim of ${dayInWords(claim.happenedOn)} on this policy. Choose a day after it`,
    });
}

function addEndorse(app: FastifyInstance, kit: CatalogueKit, parts: Parts): void {
  const { definition, reads, writes } = parts;
  const answered = answering(kit, parts);
  const check = inputCheck(kit, definition);
  addRoute(app, {
    ...commonOf(kit, definition),
    path: '/app-user-policy/endorse/{id}',
    summary: 'Endorse an issued policy: a new version of it from a day on',
    body: endorseBody,
    handle: async (call) => {
      const id = idOf(call, definition);
      const said = call.body as z.infer<typeof endorseBody>;
      const scope = scopeOf(call.session);
      const odd = Object.keys(said.changes).find((name) => !endorsable.includes(name));
      if (odd !== undefined) throw refuse.badInput({ [`changes.${odd}`]: 'An endorsement cannot change this' });
      if (Object.keys(said.changes).length === 0) throw refuse.badInput({ changes: 'Enter what changes' });
      const input = { values: { ...said } as Record<string, unknown>, files: {} };
      return writeAnswer(kit, definition, call, input, async (db, writer) => {
        await lockPolicy(db, scope, id);
        const { row } = await mustRead(reads, scope, id, db);
        if (!row.issued) throw refuse.conflict('A draft is changed, not endorsed');
        const first = [row.odFrom, row.tpFrom].filter((one) => one !== null).sort()[0] ?? said.effectiveOn;
        const last =
          [row.odTo, row.tpTo]
            .filter((one) => one !== null)
            .sort()
            .at(-1) ?? said.effectiveOn;
        if (said.effectiveOn < first || said.effectiveOn > last)
          throw refuse.badInput({ effectiveOn: `Must be from ${dayInWords(first)} to ${dayInWords(last)}` });
        const { document: _, ...now } = writableOf(definition, row);
        // What is reckoned from the parts is reckoned anew, unless it is said.
        const parts = Object.keys(said.changes).some((name) => name.endsWith('Paise') && name !== 'idvPaise');
        const { values, messages } = check(
          { ...now, ...(parts ? { gstPaise: null, totalPaise: null } : {}), ...said.changes },
          scope,
        );
        if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
        const written = { values, files: {} };
        const { row: after } = await writes.update(db, scope, writer, id, written, ifMatchOf(call));
        if (after.version === row.version) throw refuse.badInput({ changes: 'Nothing would change' });
        await db.query(
          `update policy_version set kind = 'ENDORSED', effective_on = $2, reason = $3 where policy_id = $1
             and no = (select version_no from app_user_policy where id = $1)`,
          [id, said.effectiveOn, said.reason],
        );
        return {
          ...(await answered(db, call, scope, id, 'Policy endorsed.')),
          warnings: (written as { warnings?: string[] }).warnings,
        };
      });
    },
  });
}
