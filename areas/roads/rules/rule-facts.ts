import type { RuleFacts } from './rules.store.ts';

/** The values of a form as facts of a rule: what was left out is null. */
export const factsOf = (values: object): RuleFacts => {
  const given = values as Partial<RuleFacts>;
  return {
    fromM: given.fromM ?? null,
    toM: given.toM ?? null,
    direction: given.direction ?? 'BOTH',
    speedClass: given.speedClass ?? null,
    categoryId: given.categoryId ?? null,
    limitKmh: given.limitKmh ?? 0,
    days: given.days ?? [],
    fromTime: given.fromTime ?? null,
    toTime: given.toTime ?? null,
    seasonFrom: given.seasonFrom ?? null,
    seasonTo: given.seasonTo ?? null,
    priority: given.priority ?? 0,
    effectiveFrom: given.effectiveFrom ?? '',
    effectiveTo: given.effectiveTo ?? null,
  };
};
