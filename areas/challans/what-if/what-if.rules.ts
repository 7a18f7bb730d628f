import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { askedBy, type FineRule, fittingRules, type Offence } from '../rules/rule-pick.rules.ts';
import type { WhatIf, WhatIfAsked } from './what-if.contract.ts';

/** A confirmed violation as rules ask about it, with how many challans of each offence there were before it. */
export interface PastViolation {
  id: string;
  at: string;
  vehicleId: string;
  plate: string;
  plateUse: PlateUse | null;
  of: Omit<Offence, 'offenceNo' | 'challanTypeId' | 'speed'> & { speed: NonNullable<Offence['speed']> };
  /** By the id of the offence. */
  earlier: Readonly<Record<string, number>>;
}

/** What the rules ask for a violation, in the way in which a challan takes it: the offence first, then which one it is. */
function pick(rules: readonly FineRule[], { of, earlier }: PastViolation) {
  const [first] = fittingRules(rules, { ...of, challanTypeId: null, offenceNo: 1 });
  if (!first) return { asked: null, offenceNo: 1 };
  const { challanTypeId } = first;
  const offenceNo = (earlier[challanTypeId] ?? 0) + 1;
  const [rule] = fittingRules(rules, { ...of, challanTypeId, offenceNo });
  if (!rule) return { asked: null, offenceNo };
  const { amountPaise } = askedBy(rule, of.units);
  const asked: WhatIfAsked = { action: rule.action, amountPaise, licencePoints: rule.licencePoints };
  return { asked, offenceNo };
}

const paiseOf = (asked: WhatIfAsked): number => asked?.amountPaise ?? 0;
const isSame = (a: WhatIfAsked, b: WhatIfAsked): boolean =>
  a === null || b === null
    ? a === b
    : a.action === b.action && a.amountPaise === b.amountPaise && a.licencePoints === b.licencePoints;

const mostRows = 50;

/**
 * What would change for violations, the latest first, if a rule stood beside the others.
 * @param rules as they are
 * @param would the rule as it would be, which is taken to be in force on every day
 * @param instead ids of the versions that it takes the place of
 */
export function whatWouldChange(
  violations: readonly PastViolation[],
  rules: readonly FineRule[],
  would: FineRule,
  instead: readonly string[],
): Omit<WhatIf, 'from' | 'to' | 'looked' | 'isCut'> {
  const always = { ...would, effectiveFrom: '0001-01-01', effectiveTo: null };
  const then = [...rules.filter(({ id }) => !instead.includes(id)), always];
  const sums = { more: 0, less: 0, newly: 0, gone: 0, beforePaise: 0, afterPaise: 0 };
  const vehicles = new Set<string>();
  const rows: WhatIf['rows'] = [];
  let changed = 0;
  for (const one of violations) {
    const [before, after] = [pick(rules, one), pick(then, one)];
    const [was, is] = [paiseOf(before.asked), paiseOf(after.asked)];
    sums.beforePaise += was;
    sums.afterPaise += is;
    if (isSame(before.asked, after.asked)) continue;
    changed += 1;
    vehicles.add(one.vehicleId);
    if (is > was) sums.more += 1;
    if (is < was) sums.less += 1;
    if (before.asked === null) sums.newly += 1;
    if (after.asked === null) sums.gone += 1;
    if (rows.length < mostRows)
      rows.push({
        violationId: one.id,
        at: one.at,
        vehicleId: one.vehicleId,
        plate: one.plate,
        plateUse: one.plateUse,
        speedKmh: one.of.speed.kmh,
        limitKmh: one.of.speed.limitKmh,
        // Where no rule applies any more, as it was.
        offenceNo: after.asked === null ? before.offenceNo : after.offenceNo,
        before: before.asked,
        after: after.asked,
      });
  }
  return { changed, vehicles: vehicles.size, ...sums, rows };
}
