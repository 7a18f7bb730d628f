import { dayInWords } from '#kit/contract/days.ts';
import type { MessagesOf, ValuesOf } from '#kit/contract/rows.ts';
import { gstOf, type LadderStep, ladderOn, netOf, type PremiumParts } from '../premium/premium.rules.ts';
import type { Claimed } from '../claims/claimed.store.ts';
import { tooEarly } from '../renewal/renewal.rules.ts';
import {
  type CoverKind,
  coversOf,
  coversOfType,
  type DatedPolicy,
  firstDay,
  goesOnWith,
} from './policy-state.rules.ts';
import type { appUserPolicy } from './policy.contract.ts';

type Values = ValuesOf<typeof appUserPolicy>;
type Messages = MessagesOf<typeof appUserPolicy>;

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const inRupees = (paise: number): string => rupees.format(paise / 100);

export const coverNames: Readonly<Record<CoverKind, string>> = { OD: 'Own damage', TP: 'Third party' };
const daysOf = { OD: ['odFrom', 'odTo'], TP: ['tpFrom', 'tpTo'] } as const;

/** Periods that do not fit the type of cover: each cover of the type has both days, others have none. */
export function checkPeriods(values: Values, messages: Messages): void {
  const own = coversOfType[values.coverType] ?? [];
  for (const kind of ['OD', 'TP'] as const) {
    const [from, to] = daysOf[kind];
    for (const name of [from, to]) {
      const given = (values[name] ?? null) !== null;
      if (own.includes(kind) && !given) messages[name] = `${coverNames[kind]}: enter the day`;
      else if (!own.includes(kind) && given)
        messages[name] = `This type of cover has no ${coverNames[kind].toLowerCase()} period`;
    }
  }
  if (values.coverType === 'THIRD_PARTY' && (values.ncbPercent ?? 0) > 0)
    messages.ncbPercent = 'The no-claim bonus is on own-damage cover only';
}

const partNames = ['odPremiumPaise', 'tpPremiumPaise', 'paOwnerPaise', 'addOnPremiumPaise', 'discountPaise'] as const;

/**
 * The parts of the premium add up, in whole paise. GST and the total are filled in where they are left out; without any part there is
 * nothing to add up.
 */
export function completePremium(
  values: Values,
  messages: Messages,
  ladders: readonly LadderStep[],
  isGoods: boolean,
): void {
  if (partNames.every((name) => (values[name] ?? null) === null)) {
    if ((values.totalPaise ?? null) !== null) messages.totalPaise = 'Enter the parts of the premium as well';
    return;
  }
  const parts = Object.fromEntries(partNames.map((name) => [name, values[name] ?? 0])) as unknown as PremiumParts;
  if (parts.discountPaise > parts.odPremiumPaise + parts.paOwnerPaise + parts.addOnPremiumPaise) {
    messages.discountPaise = 'More than the premium without third-party cover, which has no discounts';
    return;
  }
  const day = values.odFrom ?? values.tpFrom ?? '9999-12-31';
  const rates = ladderOn(ladders, 'GST', day);
  const rate = rates.find(({ step }) => step === 0)?.percent ?? 0;
  const tpRate = (isGoods ? rates.find(({ step }) => step === 1)?.percent : undefined) ?? rate;
  values.gstPaise ??= gstOf(parts, rate, tpRate);
  const sum = netOf(parts) + values.gstPaise;
  values.totalPaise ??= sum;
  if (values.totalPaise !== sum) messages.totalPaise = `The parts add up to ${inRupees(sum)}`;
}

/** The first other policy that covers the same on one of the days, as a message at the day. */
export function checkOverlaps(
  draft: DatedPolicy,
  others: readonly (DatedPolicy & { policyNo: string })[],
  messages: Messages,
): void {
  for (const mine of coversOf(draft))
    for (const other of others) {
      if (other.id === draft.id) continue;
      const theirs = coversOf(other).find(
        ({ kind, from, to }) => kind === mine.kind && from <= mine.to && to >= mine.from,
      );
      if (theirs)
        messages[daysOf[mine.kind][0]] ??=
          `${coverNames[mine.kind]} is covered from ${dayInWords(theirs.from)} to ${dayInWords(theirs.to)} by policy ${other.policyNo}`;
    }
}

type Other = DatedPolicy & { policyNo: string };

/**
 * A policy renews an issued one of the same vehicle and owner that began before it, and not long before that one ends.
 * @param own the policies of the vehicle and owner
 * @param day today; null where what it renews was said before
 */
export function checkPrevious(
  draft: DatedPolicy,
  own: readonly (Other & { state: string; nextEnd: string | null })[],
  messages: Messages,
  day: string | null,
): void {
  if (draft.previousPolicyId === null) return;
  const previous = own.find(({ id }) => id === draft.previousPolicyId);
  const [begins, mine] = [previous && firstDay(previous), firstDay(draft)];
  if (!previous) messages.previousPolicyId = 'Choose a policy of the same vehicle';
  else if (previous.id === draft.id) messages.previousPolicyId = 'A policy cannot renew itself';
  else if (!previous.issued) messages.previousPolicyId = 'This policy is a draft. Choose an issued policy';
  else if (begins && mine && begins >= mine)
    messages.previousPolicyId = `This policy begins on ${dayInWords(begins)}. Choose one that begins before ${dayInWords(mine)}`;
  else {
    const early = day === null ? undefined : tooEarly(previous, day);
    if (early !== undefined) messages.previousPolicyId = early;
  }
}

/** A policy is renewed once for each kind of cover. */
export function checkSecondRenewal(draft: DatedPolicy, own: readonly Other[], messages: Messages): void {
  const previous = own.find(({ id }) => id === draft.previousPolicyId);
  if (!previous) return;
  const kinds = goesOnWith(draft, previous);
  const other = own.find(
    (one) =>
      one.id !== draft.id &&
      one.previousPolicyId === previous.id &&
      goesOnWith(one, previous).some((kind) => kinds.includes(kind)),
  );
  if (other) messages.previousPolicyId = `This policy is renewed already, by policy ${other.policyNo}`;
}

/** Days of claims that a change would leave without cover, as messages at the day that does so. */
export function checkClaims(claims: readonly Claimed[], values: Values, messages: Messages): void {
  for (const { claimType, happenedOn } of claims) {
    const kinds = coversOfType[values.coverType] ?? [];
    const wanted: CoverKind = claimType === 'THIRD_PARTY' ? 'TP' : 'OD';
    const kind = claimType === 'ADD_ON' && !kinds.includes(wanted) ? 'TP' : wanted;
    const [from, to] = daysOf[kind];
    const isLate = (values[from] ?? '') > happenedOn;
    const name = !kinds.includes(kind) ? 'coverType' : isLate ? from : to;
    messages[name] ??=
      `There is a claim of ${dayInWords(happenedOn)} on this policy, and ${coverNames[kind].toLowerCase()} must cover that day`;
  }
}
