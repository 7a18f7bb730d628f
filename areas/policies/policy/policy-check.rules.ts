import { dayInWords } from '#kit/contract/days.ts';
import type { MessagesOf, ValuesOf } from '#kit/contract/rows.ts';
import { gstOf, type LadderStep, ladderOn, netOf, type PremiumParts } from '../premium/premium.rules.ts';
import { type CoverKind, coversOf, type DatedPolicy } from './policy-state.rules.ts';
import type { appUserPolicy } from './policy.contract.ts';

type Values = ValuesOf<typeof appUserPolicy>;
type Messages = MessagesOf<typeof appUserPolicy>;

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
export const inRupees = (paise: number): string => rupees.format(paise / 100);

/** Which covers a type of policy has. */
export const coversOfType: Readonly<Record<string, readonly CoverKind[]>> = {
  THIRD_PARTY: ['TP'],
  PACKAGE: ['OD', 'TP'],
  STANDALONE_OD: ['OD'],
  BUNDLED: ['OD', 'TP'],
};
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
