import { indiaDayOf, type InForce, type LimitRule, sortRules } from './rule.ts';

/** The id of what is tried: no stored rule has it. */
export const triedId = '00000000-0000-0000-0000-000000000000';

/**
 * Rules of a road as if one more were in force on every day: where it stands among the others is decided by the day from which it is to hold.
 * @param instead ids of its own versions, which it replaces.
 */
export const withTriedRule = (
  rules: readonly LimitRule[],
  tried: LimitRule,
  instead: ReadonlySet<string>,
): readonly LimitRule[] =>
  sortRules([...rules.filter(({ id }) => !instead.has(id)), tried]).map((rule) =>
    rule === tried ? { ...tried, fromDay: Number.NEGATIVE_INFINITY, toDay: null } : rule,
  );

/**
 * Configurations, or limits of the law, as if one more were in force from a moment on, and the latest of those that it stands among.
 * @param insteadId the one that it replaces.
 */
export const withTriedLatest = <C extends InForce & { readonly id: string }>(
  all: readonly C[],
  tried: C,
  insteadId: string | null,
  at: number,
): C[] => [...all.filter(({ id }) => id !== insteadId), { ...tried, fromDay: indiaDayOf(at), toDay: null }];
