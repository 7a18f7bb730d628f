import { addDays, birthday, daysBetween } from '#kit/contract/days.ts';
import { coversOf, type DatedPolicy, lapseDays } from '../policy/policy-state.rules.ts';

/** One row of the third-party tariff. Bands are above (not included) up to (included). */
export interface TariffRow {
  name: string;
  tariffClass: string;
  years: number;
  basis: string;
  above: number | null;
  upto: number | null;
  premiumPaise: number;
  perPassengerPaise: number | null;
  effectiveFrom: string;
  effectiveTo: string | null;
}

/** The row that a vehicle falls into on a day; of several the one that came into force last. */
export function tariffRowFor(
  rows: readonly TariffRow[],
  asked: { tariffClass: string; value: number | null; years: number; day: string },
): TariffRow | undefined {
  return rows
    .filter(
      (row) =>
        row.tariffClass === asked.tariffClass &&
        row.years === asked.years &&
        row.effectiveFrom <= asked.day &&
        (row.effectiveTo === null || row.effectiveTo >= asked.day) &&
        (row.basis === 'flat' ||
          (asked.value !== null &&
            (row.above === null || asked.value > row.above) &&
            (row.upto === null || asked.value <= row.upto))),
    )
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1))[0];
}

/** A step of a ladder. */
export interface LadderStep {
  ladder: 'IDV' | 'NCB' | 'GST';
  step: number;
  percent: number;
  effectiveFrom: string;
}

/** The steps of a ladder that are in force on a day, smallest first. */
export function ladderOn(steps: readonly LadderStep[], ladder: LadderStep['ladder'], day: string): LadderStep[] {
  const newest = new Map<number, LadderStep>();
  for (const one of steps)
    if (one.ladder === ladder && one.effectiveFrom <= day) {
      const known = newest.get(one.step);
      if (!known || known.effectiveFrom < one.effectiveFrom) newest.set(one.step, one);
    }
  return [...newest.values()].sort((a, b) => a.step - b.step);
}

export const percentOf = (paise: number, percent: number): number => Math.round((paise * percent) / 100);

/** Why a suggested value is what it is; screens have the words. */
export type NcbReason = 'NO_OD' | 'FIRST' | 'NEXT_STEP' | 'KEPT' | 'CLAIM' | 'PROTECTED' | 'LAPSED' | 'TOP';
export interface NcbSuggestion {
  percent: number;
  reason: NcbReason;
}

/** The own-damage cover before, as far as a bonus goes by it. */
export interface BeforeForNcb extends DatedPolicy {
  ncbPercent: number;
  protectsNcb: boolean;
  /** A claim on own damage in its time that was not rejected or withdrawn. */
  hasClaim: boolean;
}

/**
 * The no-claim bonus of a policy by the rules: a step for each claim-free year, nothing after a claim, nothing after more than 90 days
 * without own-damage cover. It is never on third-party cover.
 */
export function ncbFor(
  odFrom: string | null,
  before: BeforeForNcb | undefined,
  ladder: readonly LadderStep[],
): NcbSuggestion {
  if (odFrom === null) return { percent: 0, reason: 'NO_OD' };
  const cover = before && coversOf(before).find(({ kind }) => kind === 'OD');
  if (!before || !cover) return { percent: 0, reason: 'FIRST' };
  if (daysBetween(cover.to, odFrom) > lapseDays) return { percent: 0, reason: 'LAPSED' };
  if (before.hasClaim)
    return before.protectsNcb ? { percent: before.ncbPercent, reason: 'PROTECTED' } : { percent: 0, reason: 'CLAIM' };
  const years = wholeYears(cover.from, addDays(cover.to, 1));
  if (years === 0) return { percent: before.ncbPercent, reason: 'KEPT' };
  const steps = ladder.map(({ percent }) => percent);
  const at = steps.findLastIndex((percent) => percent <= before.ncbPercent);
  const next = Math.min(steps.length - 1, Math.max(0, at) + years);
  return { percent: steps[next] ?? 0, reason: next === at ? 'TOP' : 'NEXT_STEP' };
}

/** Whole years from one day to another; a year that begins on 29 February is over on 28 February, as insurers write it. */
export function wholeYears(from: string, to: string): number {
  let years = 0;
  while (years < 50 && yearLater(from, years + 1) <= to) years += 1;
  return years;
}

/** The same day so many years later; 29 February becomes 28 February. */
export function yearLater(day: string, years: number): string {
  const later = birthday(day, years);
  return day.endsWith('-02-29') && !later.endsWith('-02-29') ? addDays(later, -1) : later;
}

export type IdvReason = 'BY_AGE' | 'BY_AGREEMENT' | 'UNKNOWN_PRICE' | 'UNKNOWN_AGE' | 'NO_OD';
export interface IdvSuggestion {
  idvPaise: number | null;
  percent: number | null;
  months: number | null;
  reason: IdvReason;
}

/** Whole months from one day to another, begun ones included: a car of six months and a day is over six months old. */
function monthsBegun(from: string, to: string): number {
  const whole =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  const rest = Number(to.slice(8)) - Number(from.slice(8));
  return rest > 0 ? whole + 1 : whole;
}

/**
 * The insured declared value by the ladder: the price when new less depreciation by age. Beyond the last step it is a matter of
 * agreement: then a tenth less than before is suggested.
 */
export function idvFor(
  asked: {
    from: string | null;
    listedPricePaise: number | null;
    since: string | null;
    previousIdvPaise: number | null;
  },
  ladder: readonly LadderStep[],
): IdvSuggestion {
  const none = { idvPaise: null, percent: null, months: null };
  if (asked.from === null) return { ...none, reason: 'NO_OD' };
  if (asked.since === null) return { ...none, reason: 'UNKNOWN_AGE' };
  const months = Math.max(0, monthsBegun(asked.since, asked.from));
  const step = ladder.find(({ step }) => months <= step);
  if (!step)
    return {
      idvPaise: asked.previousIdvPaise === null ? null : percentOf(asked.previousIdvPaise, 90),
      percent: null,
      months,
      reason: 'BY_AGREEMENT',
    };
  if (asked.listedPricePaise === null) return { ...none, percent: step.percent, months, reason: 'UNKNOWN_PRICE' };
  return {
    idvPaise: asked.listedPricePaise - percentOf(asked.listedPricePaise, step.percent),
    percent: step.percent,
    months,
    reason: 'BY_AGE',
  };
}

/** Parts of a premium in whole paise. */
export interface PremiumParts {
  odPremiumPaise: number;
  tpPremiumPaise: number;
  paOwnerPaise: number;
  addOnPremiumPaise: number;
  discountPaise: number;
}

/** What is taxed: the parts less the discount. */
export const netOf = (parts: PremiumParts): number =>
  parts.odPremiumPaise + parts.tpPremiumPaise + parts.paOwnerPaise + parts.addOnPremiumPaise - parts.discountPaise;

/** GST on the parts: third-party cover may have a rate of its own. Each is rounded to whole paise. */
export const gstOf = (parts: PremiumParts, percent: number, tpPercent: number): number =>
  percentOf(netOf(parts) - parts.tpPremiumPaise, percent) + percentOf(parts.tpPremiumPaise, tpPercent);
