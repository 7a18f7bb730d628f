import { uuidv7 } from 'uuidv7';
import { discountOf, type OfferFacts } from '#areas/offers/offers.rules.ts';
import { offerAsApplied } from '#areas/offers/offers.store.ts';
import { coversOf, type DatedPolicy, lapseDays } from '#areas/policies/policy/policy-state.rules.ts';
import { type Build, tariffOf } from '#areas/policies/premium/premium.store.ts';
import {
  gstOf,
  idvFor,
  type LadderStep,
  ladderOn,
  ncbFor,
  netOf,
  percentOf,
  type TariffRow,
  tariffRowFor,
} from '#areas/policies/premium/premium.rules.ts';
import { ncbWords } from '#areas/policies/premium/ncb-words.ts';
import { periodEnd } from '#areas/policies/renewal/renewal.rules.ts';
import { addDays, daysBetween } from '#kit/contract/days.ts';
import type { Planned } from '../demo-fleet-rows.ts';

/** A verified insurance document. */
export interface Paper {
  id: string;
  number: string | null;
  from: string;
  to: string;
  fileId: string | null;
}
export interface DemoVehicle {
  id: string;
  orgId: string;
  plate: string;
  registeredOn: string | null;
  appUserId: string | null;
  papers: readonly Paper[];
}
/** An offer that policies begun in its time may have used. */
export interface DemoOffer extends Pick<OfferFacts, 'id' | 'title' | 'code' | 'discountPercent' | 'discountPaise'> {
  from: string;
  to: string;
}
export interface PremiumFacts {
  builds: ReadonlyMap<string, Build>;
  tariff: readonly TariffRow[];
  ladders: readonly LadderStep[];
}
interface Facts extends PremiumFacts {
  now: Date;
  day: string;
  insurers: readonly string[];
  offers: readonly DemoOffer[];
}
interface Period {
  from: string;
  to: string;
  paper: Paper | null;
}

/** How many days lie between one policy and the next, by the place of a vehicle: most are renewed in time. */
const waits = [0, 0, 0, 0, 11, 0, 0, 120, 0, 0, 3, 0, 0] as const;

/** Periods of the documents, and of the years before the first of them. */
function periodsOf({ papers, registeredOn }: DemoVehicle, at: number): Period[] {
  const known: Period[] = [];
  for (const paper of papers) {
    const last = known.at(-1);
    const from = last && paper.from <= last.to ? addDays(last.to, 1) : paper.from;
    if (from <= paper.to) known.push({ from, to: paper.to, paper });
  }
  const first = known[0];
  if (!first) return [];
  const before: Period[] = [];
  let start = first.from;
  for (let years = 0; years < 1 + (at % 4); years += 1) {
    const to = addDays(start, -1 - (waits[(at + years * 5) % waits.length] ?? 0));
    const from = addDays(periodEnd(to, -1), 2);
    if (registeredOn !== null && from < registeredOn) break;
    before.unshift({ from, to, paper: null });
    start = from;
  }
  return [...before, ...known];
}

/** Policies of a vehicle, oldest first, each the renewal of the one before; with claims of some. */
export function planPolicies(vehicle: DemoVehicle, at: number, facts: Facts) {
  const policies: (Planned & { paperId: string | null })[] = [];
  const claims: Planned[] = [];
  const isThirdParty = at % 9 === 4;
  let before: (DatedPolicy & { ncbPercent: number; hasClaim: boolean; idvPaise: number | null }) | undefined;
  for (const [index, { from, to, paper }] of periodsOf(vehicle, at).entries()) {
    const id = uuidv7();
    const od = isThirdParty ? { odFrom: null, odTo: null } : { odFrom: from, odTo: to };
    const { percent, reason } = ncbFor(
      od.odFrom,
      before && { ...before, protectsNcb: false },
      ladderOn(facts.ladders, 'NCB', from),
    );
    const offer = isThirdParty || at % 2 ? undefined : facts.offers.find((one) => one.from <= from && from <= one.to);
    const money = moneyOf(
      vehicle.id,
      { from, odFrom: od.odFrom, ncb: percent, offer },
      facts,
      before?.idvPaise ?? null,
    );
    const hasClaim = !isThirdParty && to < facts.day && (at * 3 + index * 7) % 11 === 0;
    // Whoever comes back after so long takes a new policy, and the old one has lapsed.
    const renews = before?.tpTo && daysBetween(before.tpTo, from) <= lapseDays ? before.id : null;
    const dated: DatedPolicy = {
      id,
      issued: true,
      live: true,
      ...od,
      tpFrom: from,
      tpTo: to,
      cancelledOn: null,
      previousPolicyId: renews,
    };
    const policyNo = paper?.number ?? `SPEC/INS/${from.slice(0, 4)}/${String(at * 10 + index).padStart(6, '0')}`;
    policies.push({
      id,
      orgId: vehicle.orgId,
      title: policyNo,
      // Nothing was entered later than now.
      at: [`${from}T05:${String(at % 60).padStart(2, '0')}:00.000Z`, facts.now.toISOString()].sort()[0] as string,
      paperId: paper?.id ?? null,
      columns: {
        policy_no: policyNo,
        insurer_id: facts.insurers[(at + Math.floor(index / 2)) % facts.insurers.length],
        vehicle_id: vehicle.id,
        app_user_id: vehicle.appUserId,
        cover_type: isThirdParty ? 'THIRD_PARTY' : 'PACKAGE',
        issued: true,
        od_from: od.odFrom,
        od_to: od.odTo,
        tp_from: from,
        tp_to: to,
        ncb_percent: isThirdParty ? null : String(percent),
        ncb_reason: isThirdParty ? null : `${percent} %: ${ncbWords[reason]}`,
        add_ons: !isThirdParty && at % 3 === 0 ? ['ZERO_DEP', 'RSA'] : [],
        document_id: paper?.fileId ?? null,
        // The next year is still to be paid.
        payment: from > facts.day ? 'NONE' : 'INSURER',
        previous_policy_id: renews,
        offer_id: offer?.id ?? null,
        offer_text: offer ? offerAsApplied(offer) : null,
        ...money,
      },
    });
    if (hasClaim) claims.push(claimOf(vehicle, id, addDays(from, 90 + (at % 100)), at, index));
    before = { ...dated, ncbPercent: percent, hasClaim, idvPaise: money.idv_paise };
    if (coversOf(dated).length === 0) break;
  }
  return { policies, claims };
}

/** Value and premium by the tables, as an insurer would have reckoned them. */
export function moneyOf(
  vehicleId: string,
  { from, odFrom, ncb, offer }: { from: string; odFrom: string | null; ncb: number; offer: DemoOffer | undefined },
  { builds, tariff, ladders }: PremiumFacts,
  previousIdvPaise: number | null,
) {
  const build = builds.get(vehicleId);
  const listed = build?.exShowroomPaise ?? 120_000_000;
  const idv = idvFor(
    {
      from: odFrom,
      listedPricePaise: listed,
      since: build?.since ?? from,
      previousIdvPaise: previousIdvPaise ?? percentOf(listed, 45),
    },
    ladderOn(ladders, 'IDV', from),
  ).idvPaise;
  const asked = build && tariffOf(build, tariff);
  const row = asked && tariffRowFor(tariff, { ...asked, years: 1, day: from });
  const tp = row ? row.premiumPaise + (row.perPassengerPaise ?? 0) * (asked?.passengers ?? 0) : 784_800;
  const odPremiumPaise = idv === null ? 0 : percentOf(percentOf(idv, 1.75), 100 - ncb);
  const parts = {
    odPremiumPaise,
    tpPremiumPaise: tp,
    paOwnerPaise: 37_500,
    addOnPremiumPaise: 0,
    discountPaise: offer ? discountOf(offer, odPremiumPaise, 37_500) : 0,
  };
  const isGoods = build?.tpPremiumClass?.startsWith('GOODS') === true;
  const gst = gstOf(parts, 18, isGoods ? 12 : 18);
  return {
    listed_price_paise: odFrom === null ? null : listed,
    idv_paise: idv,
    od_premium_paise: odFrom === null ? null : parts.odPremiumPaise,
    tp_premium_paise: tp,
    tp_tariff_paise: row ? tp : null,
    pa_owner_paise: parts.paOwnerPaise,
    discount_paise: offer ? parts.discountPaise : null,
    gst_paise: gst,
    total_paise: netOf(parts) + gst,
  };
}

const claimOf = ({ orgId, plate }: DemoVehicle, policyId: string, on: string, at: number, index: number): Planned => {
  const claimNo = `CL/${on.slice(0, 4)}/${String(at * 10 + index).padStart(5, '0')}`;
  const amount = 1_800_000 + (at % 17) * 350_000;
  return {
    id: uuidv7(),
    orgId,
    title: claimNo,
    at: `${on}T08:00:00Z`,
    columns: {
      claim_no: claimNo,
      policy_id: policyId,
      claim_type: 'OWN_DAMAGE',
      happened_on: on,
      amount_paise: amount,
      paid_paise: percentOf(amount, 82),
      claim_state: 'PAID',
      note: `Front damage of ${plate}, repaired at the workshop of the insurer.`,
    },
  };
};
