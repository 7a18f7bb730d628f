import type { FastifyInstance } from 'fastify';
import { liveOffers, unfit } from '#areas/offers/offers.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { type CatalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { idvFor, ladderOn } from '../premium/premium.rules.ts';
import { readBuilds, readLadders, readTariff } from '../premium/premium.store.ts';
import { bonusOf, tariffFor } from '../policy/complete-policy.ts';
import { policiesOfVehicles, type StoredPolicy } from '../policy/policies.store.ts';
import { type CoverKind, coversOf, goesOnWith } from '../policy/policy-state.rules.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { renewalAnswer, type RenewalAnswer, type RenewalSide } from './renewal.contract.ts';
import { gapOf, nextStart, periodEnd, tooEarly } from './renewal.rules.ts';

type Row = RowOf<typeof appUserPolicy>;

/** GET /app-user-policy/{id}/renewal: the policy beside the one that would renew it. Nothing is written. */
export function addRenewalRoute(
  app: FastifyInstance,
  kit: CatalogueKit,
  { definition, reads }: CatalogueParts<typeof appUserPolicy>,
): void {
  addRoute(app, {
    method: 'GET',
    path: '/app-user-policy/{id}/renewal',
    summary: 'A policy beside its renewal: days, no-claim bonus, insured value and tariff, each with its reason',
    tag: definition.many,
    access: { module: definition.path, action: 'view' },
    scope: 'organisation',
    answer: renewalAnswer,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const id = idOf(call, definition);
      const on = indiaDay(kit.clock.now());
      const data = await transact(kit.db, scope, async (db) =>
        renewalOf(db, (await mustRead(reads, scope, id, db)).row, on),
      );
      return { message: 'OK', data };
    },
  });
}

async function renewalOf(db: Queryable, row: Row, on: string): Promise<RenewalAnswer> {
  if (!row.issued) throw refuse.conflict('A draft is not renewed. Issue it first');
  const own = (await policiesOfVehicles(db, [row.vehicleId])).filter(({ orgId }) => orgId === row.orgId);
  const policy = own.find(({ id }) => id === row.id);
  if (!policy) throw refuse.notFound('Insurance policy not found');
  const early = tooEarly(policy, on);
  if (early !== undefined) throw refuse.conflict(early);
  const covers = coversOf({ ...policy, live: true });
  if (covers.length === 0) throw refuse.conflict('This policy never gave cover');
  const days = Object.fromEntries(
    nextCovers(row, covers, on).map(([kind, from]) => [kind, { from, to: periodEnd(from, 1) }]),
  ) as Partial<Record<CoverKind, { from: string; to: string }>>;
  const next = {
    odFrom: days.OD?.from ?? null,
    odTo: days.OD?.to ?? null,
    tpFrom: days.TP?.from ?? null,
    tpTo: days.TP?.to ?? null,
  };
  const coverType = days.OD && days.TP ? 'PACKAGE' : days.OD ? 'STANDALONE_OD' : 'THIRD_PARTY';
  const build = (await readBuilds(db, [row.vehicleId])).get(row.vehicleId);
  const ladders = await readLadders(db);
  const draft = { ...policy, ...next, id: '', cancelledOn: null, previousPolicyId: row.id };
  const ncb = bonusOf(draft, own, { ladders });
  const listedPricePaise = row.listedPricePaise ?? build?.exShowroomPaise ?? null;
  const idv = idvFor(
    { from: next.odFrom, listedPricePaise, since: build?.since ?? null, previousIdvPaise: row.idvPaise },
    ladderOn(ladders, 'IDV', next.odFrom ?? on),
  );
  const tariff = tariffFor(next, { tariff: await readTariff(db) }, build);
  const [first] = Object.entries(days) as [CoverKind, { from: string }][];
  const old = covers.find(({ kind }) => kind === first?.[0]);
  const offers = await liveOffers(db, on);
  const wanted = { insurerId: row.insurerId, coverType, categoryId: build?.categoryId ?? null, idvPaise: idv.idvPaise };
  return {
    policy: {
      id: row.id,
      policyNo: row.policyNo,
      state: row.state,
      insurerId: row.insurerId,
      insurer: row.insurer?.label ?? '',
    },
    vehicle: { id: row.vehicleId, label: row.vehicle?.label ?? '' },
    on,
    old: sideOf(row),
    next: {
      ...sideOf(row),
      ...next,
      coverType,
      idvPaise: idv.idvPaise ?? (next.odFrom === null ? null : row.idvPaise),
      ncbPercent: ncb.percent,
      odPremiumPaise: null,
      tpPremiumPaise: tariff?.paise ?? null,
      totalPaise: null,
    },
    listedPricePaise,
    ncb,
    idv,
    tariff: tariff ? { name: tariff.row.name, premiumPaise: tariff.paise } : null,
    gapDays: old && first ? gapOf(old, first[1].from) : 0,
    claims: policy.hasClaim ? 1 : 0,
    renewedBy: renewedBy(policy, own, days),
    offers: offers.map((offer) => ({
      id: offer.id,
      title: offer.title,
      code: offer.code,
      validTo: offer.validTo,
      unfit: unfit(offer, wanted, on) ?? null,
    })),
  };
}

/** Covers that a renewal would have. While long-term third-party cover goes on, only own damage is renewed. */
function nextCovers(row: Row, covers: ReturnType<typeof coversOf>, on: string): [CoverKind, string][] {
  const starts = covers.map((cover): [CoverKind, string] => [cover.kind, nextStart(cover, on)]);
  if (row.coverType !== 'BUNDLED') return starts;
  const soonest = starts.map(([, from]) => from).sort()[0];
  return starts.filter(([, from]) => from === soonest);
}

function renewedBy(policy: StoredPolicy, own: readonly StoredPolicy[], days: object): RenewalAnswer['renewedBy'] {
  const next = own.find(
    (one) =>
      one.previousPolicyId === policy.id && goesOnWith(one, policy).some((kind) => Object.keys(days).includes(kind)),
  );
  return next ? { id: next.id, policyNo: next.policyNo } : null;
}

const sideOf = (row: Row): RenewalSide => ({
  coverType: row.coverType,
  odFrom: row.odFrom,
  odTo: row.odTo,
  tpFrom: row.tpFrom,
  tpTo: row.tpTo,
  idvPaise: row.idvPaise,
  ncbPercent: row.ncbPercent,
  addOns: [...(row.addOns ?? [])],
  odPremiumPaise: row.odPremiumPaise,
  tpPremiumPaise: row.tpPremiumPaise,
  paOwnerPaise: row.paOwnerPaise,
  addOnPremiumPaise: row.addOnPremiumPaise,
  totalPaise: row.totalPaise,
});
