import type { MessagesOf, RowOf, ValuesOf } from '#kit/contract/rows.ts';
import { periodEnd } from '../renewal/renewal.rules.ts';
import type { CoverKind } from './policy-state.rules.ts';
import type { appUserPolicy } from './policy.contract.ts';

type Values = ValuesOf<typeof appUserPolicy>;

/** Longest terms that insurers sell in India: three years, of two-wheelers five. Longer ones are looked at twice. */
const usualYears = 3;
const usualTwoWheelerYears = 5;
/** What no cover lasts: a slip of the keys. */
const mostYears = 15;

const covers = [
  ['OD', 'Own damage', 'odFrom', 'odTo'],
  ['TP', 'Third party', 'tpFrom', 'tpTo'],
] as const satisfies readonly [CoverKind, string, string, string][];

/**
 * Covers that last unusually long, with a warning each, or longer than any does, with a message at the last day. Days that were entered
 * before are left alone.
 */
export function checkLength(
  values: Values,
  before: RowOf<typeof appUserPolicy> | null,
  tariffClass: string | null | undefined,
  { messages, warnings }: { messages: MessagesOf<typeof appUserPolicy>; warnings: string[] },
): void {
  const usual = tariffClass?.toUpperCase().startsWith('TWO_WHEELER') ? usualTwoWheelerYears : usualYears;
  const odd = new Map<string, Length>();
  for (const [, name, fromName, toName] of covers) {
    const [from, to] = [values[fromName] ?? null, values[toName] ?? null];
    if (from === null || to === null || (before?.[fromName] === from && before[toName] === to)) continue;
    if (to > periodEnd(from, mostYears)) messages[toName] ??= `A cover lasts at most ${mostYears} years`;
    else if (to > periodEnd(from, usual)) odd.set(name, lengthOf(from, to));
  }
  const [own, thirdParty] = covers.map(([, name]) => odd.get(name));
  const areAlike = own && thirdParty && own.years === thirdParty.years && own.isOver === thirdParty.isOver;
  if (areAlike) warnings.push(bothLast(own));
  else for (const [name, length] of odd) warnings.push(oneLasts(name, length));
}

/** Whole years, and whether there are days besides. */
interface Length {
  years: number;
  isOver: boolean;
}
function lengthOf(from: string, to: string): Length {
  let years = 1;
  while (periodEnd(from, years + 1) <= to) years += 1;
  return { years, isOver: periodEnd(from, years) < to };
}

const bothLast = ({ years, isOver }: Length): string =>
  isOver ? `This cover lasts over ${years} years. Check the dates` : `This cover lasts ${years} years. Check the dates`;
const oneLasts = (name: string, { years, isOver }: Length): string =>
  isOver
    ? `${name} cover lasts over ${years} years. Check the dates`
    : `${name} cover lasts ${years} years. Check the dates`;
