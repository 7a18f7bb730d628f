import {
  giveBackOfferUse,
  offerAsApplied,
  offersOf,
  recordOfferUse,
  takenOffers,
} from '#areas/offers/offers.server.ts';
import { ownerOf } from '#areas/rights/rights.server.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { isTakenOut, type RowChange, type RowPolicy } from '#kit/server/catalogue/policy.ts';
import { lockRows } from '#kit/server/catalogue/write/lock-rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { uuidv7 } from 'uuidv7';
import { claimsOf, uncoveredBy } from '../claims/claimed.store.ts';
import { readBuilds, readLadders, readTariff } from '../premium/premium.store.ts';
import { noteBonus, noteLaterBonuses } from './note-bonus.ts';
import { addVersions, policiesOfVehicles, refreshStates } from './policies.store.ts';
import { refuseSecond } from './refuse-second.ts';
import { type Around, completePolicy, datedOf } from './complete-policy.ts';
import { syncDocuments } from './sync-documents.ts';
import type { appUserPolicy } from './policy.contract.ts';

type Row = RowOf<typeof appUserPolicy>;
type Change = RowChange<typeof appUserPolicy>;

const everyAction = [...actions];
const unchanged = everyAction.filter((action) => action !== 'edit');
const lookOnly = everyAction.filter((action) => !['edit', 'delete', 'status'].includes(action));

/** Rules of policies, with what the number of a policy is encrypted with as that of a document. */
export const policyPolicy = (sealed: SealedTexts): RowPolicy<typeof appUserPolicy> => ({
  async prepare(db, writer, values) {
    if ((values.orgId ?? null) === null) values.orgId = await orgOfVehicle(db, writer, values.vehicleId);
  },
  async complete(db, writer, drafts) {
    const ids = drafts.map(({ values }) => values.vehicleId);
    // Who writes policies of one vehicle at the same time takes turns, and is told what the other covered.
    const lock = { strength: 'no key update', fields: ['orgId'] } as const;
    const orgs = drafts.flatMap(({ before, values }) => values.orgId ?? before?.orgId ?? []);
    const locked = await lockRows<{ orgId: string }>(db, vehicle, lock, ' and t.org_id = any($2::uuid[])', [ids, orgs]);
    const around: Around = {
      vehicles: new Set(locked.map(({ id, orgId }) => `${id} ${orgId}`)),
      policies: await policiesOfVehicles(db, ids),
      builds: await readBuilds(db, ids),
      tariff: await readTariff(db),
      ladders: await readLadders(db),
      offers: await offersOf(
        db,
        drafts.flatMap(({ values }) => values.offerId ?? []),
        drafts.some(({ before, values }) => values.issued && !before?.issued),
      ),
      frozen: await takenOffers(
        db,
        drafts.flatMap(({ before }) => before?.id ?? []),
      ),
      claims: await claimsOf(
        db,
        drafts.flatMap(({ before }) => before?.id ?? []),
      ),
      day: indiaDay(writer.now),
    };
    for (const draft of drafts) completePolicy(draft, around);
  },
  async check(db, _writer, change) {
    const { action, before, values } = change;
    if (action === 'update') {
      if (before.state === 'CANCELLED') throw refuse.conflict('This policy is cancelled and cannot be changed');
      if (before.cancelledOn !== null)
        throw refuse.conflict(
          `This policy is cancelled from ${dayInWords(before.cancelledOn)} and cannot be changed. Reinstate it first`,
        );
      if (before.issued && values.vehicleId !== before.vehicleId)
        throw refuse.badInput({ vehicleId: 'An issued policy stays with its vehicle' });
      if (before.issued && !values.issued)
        throw refuse.badInput({ issued: 'An issued policy cannot become a draft again' });
      if (before.issued && (before.offerId ?? null) !== (values.offerId ?? null))
        throw refuse.badInput({ offerId: 'The offer of an issued policy stays as it was applied' });
    }
    if (action === 'delete' && before.paidPaise > 0)
      throw refuse.conflict('This premium was paid from the wallet. Cancel the policy and refund the premium first');
    // With claims on it a policy is not deleted either: they refer to it.
    if (action === 'status' && values.status === 0) {
      const policy = datedOf(before, before);
      const claim = uncoveredBy(await claimsOf(db, [before.id]), policy, { ...policy, live: false }).at(-1);
      if (claim)
        throw refuse.conflict(
          `There is a claim of ${dayInWords(claim.happenedOn)} on this policy, so it cannot be deactivated`,
        );
    }
    if (action === 'restore' || (action === 'status' && values.status === 1)) await refuseSecond(db, before);
  },
  async afterMany(db, writer, changes, rows) {
    await applyOffers(db, writer, changes, rows);
    await noteBonus(db, rows);
    await noteLaterBonuses(db, writer, rows);
    await addVersions(db, writer, versionsOf(changes, rows));
    await refreshStates(
      db,
      writer,
      rows.map(({ vehicleId }) => vehicleId),
      rows.map(({ id }) => id),
    );
    await syncDocuments(
      db,
      writer,
      sealed,
      rows.map(({ id }) => id),
    );
  },
  rights: (_, row) => (row.state === 'CANCELLED' ? lookOnly : row.cancelledOn === null ? everyAction : unchanged),
  rightsBy: () => 'all',
});

/** The organisation of the vehicle, for those who may write there. */
async function orgOfVehicle(db: Queryable, writer: Writer, vehicleId: string): Promise<string> {
  const [row] = await db.query<{ orgId: string }>('select org_id as "orgId" from vehicles_vehicle where id = $1', [
    vehicleId,
  ]);
  return ownerOf(db, writer, 'vehicleId', row?.orgId);
}

/**
 * A policy that counts has a use of its offer. One that is deleted or deactivated gives it back, and takes it again when it comes back; a
 * cancelled one keeps it, as the offer was used.
 */
async function applyOffers(
  db: Queryable,
  writer: Writer,
  changes: readonly Change[],
  rows: readonly Row[],
): Promise<void> {
  // Offers are locked in one order by all who use several at once.
  const inOrder = [...rows.entries()].sort(([, a], [, b]) => ((a.offerId ?? '') < (b.offerId ?? '') ? -1 : 1));
  for (const [at, row] of inOrder) {
    const change = changes[at];
    if (!row.offerId || !row.issued || !change || change.action === 'purge') continue;
    if (isTakenOut(change)) {
      if (row.cancelledOn === null) await giveBackOfferUse(db, writer, row.id);
      continue;
    }
    if (row.status !== 1) continue;
    const { id: policyId, orgId, offerId } = row;
    await recordOfferUse(db, writer, { offerId, policyId, orgId, discountPaise: row.discountPaise ?? 0 });
    const offer = (await offersOf(db, [offerId])).get(offerId);
    if (offer && row.offerText === null)
      await db.query('update app_user_policy set offer_text = $2 where id = $1', [policyId, offerAsApplied(offer)]);
  }
}

/** The first version of a policy is that it was issued; what is written to it later corrects it, unless it is endorsed. */
const versionsOf = (changes: readonly Change[], rows: readonly Row[]) =>
  rows.flatMap((row, at) => {
    const action = changes[at]?.action;
    if (!row.issued || (action !== 'create' && action !== 'update')) return [];
    const from = [row.odFrom, row.tpFrom].filter((day) => day !== null).sort()[0];
    if (from === undefined) return [];
    const kind = row.versionNo === 0 ? ('ISSUED' as const) : ('CORRECTED' as const);
    return [{ id: uuidv7(), policyId: row.id, kind, effectiveOn: from, reason: null }];
  });
