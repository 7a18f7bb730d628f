import type { OfferFacts } from '#areas/offers/offers.server.ts';
import { dayInWords } from '#kit/contract/days.ts';
import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { Draft } from '#kit/server/catalogue/policy.ts';
import { type Claimed, uncoveredBy } from '../claims/claimed.store.ts';
import { ncbWords } from '../premium/ncb-words.ts';
import { type LadderStep, ladderOn, ncbFor, type TariffRow, tariffRowFor } from '../premium/premium.rules.ts';
import { type Build, tariffOf } from '../premium/premium.store.ts';
import { checkParts } from '../premium/cover-parts.rules.ts';
import { applyDiscount } from '../premium/offer-discount.ts';
import type { StoredPolicy } from './policies.store.ts';
import {
  checkClaims,
  checkOverlaps,
  checkPeriods,
  checkPrevious,
  checkSecondRenewal,
  completePremium,
  inRupees,
} from './policy-check.rules.ts';
import { checkLength } from './cover-length.rules.ts';
import { coversOf, type DatedPolicy } from './policy-state.rules.ts';
import type { appUserPolicy } from './policy.contract.ts';

type Row = RowOf<typeof appUserPolicy>;
type Values = ValuesOf<typeof appUserPolicy>;

/** What drafts are looked at beside. */
export interface Around {
  /** Vehicles with whose they are: another organisation's is refused where references are checked, like one that never was. */
  vehicles: ReadonlySet<string>;
  policies: readonly StoredPolicy[];
  builds: ReadonlyMap<string, Build>;
  tariff: readonly TariffRow[];
  ladders: readonly LadderStep[];
  offers: ReadonlyMap<string, OfferFacts>;
  /** Offers as policies took them, by the ids of the policies. */
  frozen: ReadonlyMap<string, OfferFacts>;
  /** On the policies that are changed. */
  claims: readonly Claimed[];
  day: string;
}

/** Fills in what a policy lacks, and says what is wrong or odd about it. */
export function completePolicy(written: Draft<typeof appUserPolicy>, around: Around): void {
  const { before, values, messages, warnings } = written;
  const build = around.builds.get(values.vehicleId);
  const orgId = values.orgId ?? before?.orgId;
  if (!around.vehicles.has(`${values.vehicleId} ${orgId}`)) return;
  const own = around.policies.filter((one) => one.vehicleId === values.vehicleId && one.orgId === orgId);
  checkPeriods(values, messages);
  checkLength(values, before, build?.tpPremiumClass, { messages, warnings });
  const draft = datedOf(values, before);
  const isSaidBefore = before !== null && before.previousPolicyId === draft.previousPolicyId;
  checkPrevious(draft, own, messages, isSaidBefore ? null : around.day);
  if (Object.keys(messages).length > 0) return;
  // The same policy once more is told as such, by its number.
  const isTwin = own.some(
    ({ id, policyNo, insurerId }) => id !== draft.id && insurerId === values.insurerId && policyNo === values.policyNo,
  );
  if (values.issued && (before?.status ?? 1) === 1 && !isTwin) checkOverlaps(draft, own, messages);
  if (values.issued && (before?.status ?? 1) === 1) checkSecondRenewal(draft, own, messages);
  if (before) checkClaims(uncoveredBy(around.claims, datedOf(before, before), draft), values, messages);
  if (Object.keys(messages).length === 0) checkParts(values, before, messages);
  applyDiscount(written, around, build);
  completePremium(values, messages, around.ladders, build?.tpPremiumClass?.startsWith('GOODS') === true);
  for (const odd of [
    tariffWarning(values, around, build),
    bonusWarning(values, draft, own, around),
    gapWarning(draft, own),
  ])
    if (odd !== undefined) warnings.push(odd);
}

export const datedOf = (values: Values, before: Row | null): DatedPolicy => ({
  id: before?.id ?? '',
  issued: values.issued,
  live: true,
  odFrom: values.odFrom ?? null,
  odTo: values.odTo ?? null,
  tpFrom: values.tpFrom ?? null,
  tpTo: values.tpTo ?? null,
  cancelledOn: before?.cancelledOn ?? null,
  previousPolicyId: values.previousPolicyId ?? null,
});

/** The tariff for the third-party cover of a policy; undefined where none is known. */
export function tariffFor(
  values: Pick<Values, 'tpFrom' | 'tpTo'>,
  { tariff }: Pick<Around, 'tariff'>,
  build: Build | undefined,
) {
  const asked = build && tariffOf(build, tariff);
  if (!asked || !values.tpFrom || !values.tpTo) return undefined;
  const years = Math.max(1, Math.round((Date.parse(values.tpTo) - Date.parse(values.tpFrom)) / 31_557_600_000));
  const row = tariffRowFor(tariff, { ...asked, years, day: values.tpFrom });
  return row && { row, paise: row.premiumPaise + (row.perPassengerPaise ?? 0) * asked.passengers };
}

function tariffWarning(values: Values, around: Around, build: Build | undefined): string | undefined {
  const typed = values.tpPremiumPaise ?? null;
  const found = tariffFor(values, around, build);
  if (typed === null || !found || found.paise === typed) return undefined;
  return `The third-party tariff for this vehicle is ${inRupees(found.paise)} (${found.row.name}), not ${inRupees(typed)}`;
}

/** The own-damage cover before a day, and what a bonus after it would be. */
export function bonusOf(
  draft: DatedPolicy,
  own: readonly StoredPolicy[],
  { ladders }: Pick<Around, 'ladders'>,
): ReturnType<typeof ncbFor> {
  const from = draft.odFrom;
  const before = own
    .filter(({ id }) => id !== draft.id)
    .flatMap((policy) => coversOf(policy).flatMap((cover) => (cover.kind === 'OD' ? [{ policy, cover }] : [])))
    .filter(({ cover }) => from !== null && cover.from < from)
    .sort((a, b) => (a.cover.to < b.cover.to ? 1 : -1))[0]?.policy;
  return ncbFor(
    from,
    before && { ...before, ncbPercent: before.ncbPercent ?? 0, protectsNcb: before.addOns.includes('NCB_PROTECT') },
    ladderOn(ladders, 'NCB', from ?? '9999-12-31'),
  );
}

function bonusWarning(
  values: Values,
  draft: DatedPolicy,
  own: readonly StoredPolicy[],
  around: Around,
): string | undefined {
  if (draft.odFrom === null) return undefined;
  const { percent, reason } = bonusOf(draft, own, around);
  const typed = values.ncbPercent ?? 0;
  return typed === percent ? undefined : `The no-claim bonus by the rules is ${percent} %: ${ncbWords[reason]}`;
}

function gapWarning(draft: DatedPolicy, own: readonly StoredPolicy[]): string | undefined {
  for (const cover of coversOf(draft)) {
    const last = own
      .filter(({ id }) => id !== draft.id)
      .flatMap(coversOf)
      .filter(({ kind, from }) => kind === cover.kind && from < cover.from)
      .map(({ to }) => to)
      .sort()
      .at(-1);
    const days = last === undefined ? 0 : Math.round((Date.parse(cover.from) - Date.parse(last)) / 86_400_000) - 1;
    if (last !== undefined && days > 0)
      return `The vehicle has no ${cover.kind === 'TP' ? 'third-party' : 'own-damage'} cover for ${days} ${days === 1 ? 'day' : 'days'} after ${dayInWords(last)}`;
  }
  return undefined;
}
