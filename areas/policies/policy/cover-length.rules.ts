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
  const odd = new Map<string, string>();
  for (const [, name, fromName, toName] of covers) {
    const [from, to] = [values[fromName] ?? null, values[toName] ?? null];
    if (from === null || to === null || (before?.[fromName] === from && before[toName] === to)) continue;
    if (to > periodEnd(from, mostYears)) messages[toName] ??= `A cover lasts at most ${mostYears} years`;
    else if (to > periodEnd(from, usual)) odd.set(name, yearsText(from, to));
  }
  for (const text of new Set(odd.values())) {
    const names = [...odd].filter(([, one]) => one === text).map(([name]) => name);
    const [name = ''] = names;
    warnings.push(
      names.length > 1 ? `This cover lasts ${text}. Check the dates` : `${name} cover lasts ${text}. Check the dates`,
    );
  }
}

/** '6 years', or 'over 6 years' where there are days besides. */
function yearsText(from: string, to: string): string {
  let years = 1;
  while (periodEnd(from, years + 1) <= to) years += 1;
  return `${periodEnd(from, years) < to ? 'over ' : ''}${years} years`;
}
