import type { KnownRoad } from '../limits/limit-facts.store.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { lawOn, type StatutoryLimit } from '#telematics/limits/resolve.ts';
import { overlapOf } from '#telematics/limits/overlap.ts';
import { type InForce, isInForce, type LimitRule } from '#telematics/limits/rule.ts';
import { asLimitRule, type RuleFacts } from './rules.store.ts';

export type RuleMessages = Partial<Record<keyof RuleFacts | 'roadId', string>>;

/** What is wrong between the fields of a rule, and with them on its road. */
export function checkRule(facts: RuleFacts, road: KnownRoad | undefined): RuleMessages {
  const messages: RuleMessages = {};
  const { fromM, toM, fromTime, toTime, seasonFrom, seasonTo } = facts;
  if (facts.limitKmh % 5 !== 0) messages.limitKmh = 'Limits are in steps of 5 km/h';
  if (fromM === null && toM !== null) messages.fromM = 'From is required with To';
  if (toM === null && fromM !== null) messages.toM = 'To is required with From';
  if (fromM !== null && fromM === toM) messages.toM = 'To must be beyond From';
  if (fromTime !== null && toTime === null) messages.toTime = 'To time is required with From time';
  if (toTime !== null && fromTime === null) messages.fromTime = 'From time is required with To time';
  if (fromTime !== null && fromTime === toTime)
    messages.toTime = 'To time must differ from From time. Leave both empty for the whole day';
  if (seasonFrom !== null && !isDayOfYear(seasonFrom)) messages.seasonFrom = 'There is no such day';
  if (seasonTo !== null && !isDayOfYear(seasonTo)) messages.seasonTo = 'There is no such day';
  if (seasonFrom !== null && seasonTo === null) messages.seasonTo = 'Season to is required with Season from';
  if (seasonTo !== null && seasonFrom === null) messages.seasonFrom = 'Season from is required with Season to';
  if (road && road.knownM !== null && toM !== null && toM > road.knownM)
    messages.toM = `The road is ${whole.format(road.knownM)} m long`;
  if (road && road.knownM === null && toM !== null) messages.toM = 'The road has no line yet. Draw it first';
  if (road && road.oneWay !== 'BOTH' && facts.direction !== 'BOTH' && facts.direction !== road.oneWay)
    (messages as Record<string, string>)['direction'] = 'The road is open in the other direction only';
  return messages;
}

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });

/** Whether a month and a day, like 02-29, are a day of some year. */
const isDayOfYear = (text: string): boolean => new Date(`2024-${text}T00:00:00Z`).toISOString().slice(5, 10) === text;

/** Another rule of the road that can hold at the same time, and which of the two applies then. */
export interface RuleOverlap {
  id: string;
  limitKmh: number;
  fromM: number;
  toM: number;
  /** The rule that was asked about applies there, not the other one. */
  wins: boolean;
}

/** The other rules that this one meets, in their order along the road. @param exceptIds versions of the rule itself. */
export function overlapsOf(rule: LimitRule, road: KnownRoad, exceptIds: ReadonlySet<string>): RuleOverlap[] {
  return road.stored
    .filter(({ id }) => !exceptIds.has(id))
    .flatMap((stored) => {
      const other = asLimitRule(stored);
      const met = overlapOf(rule, other, road.lengthM);
      return met
        ? [{ id: other.id, limitKmh: other.limitKmh, fromM: met.fromM, toM: met.toM, wins: met.winner === rule }]
        : [];
    })
    .toSorted((a, b) => a.fromM - b.fromM || a.toM - b.toM);
}

/** Ids of a rule's versions: it, those before it, and those that follow. */
export function lineageOf(id: string | null, road: KnownRoad): Set<string> {
  const ids = new Set(id === null ? [] : [id]);
  for (let grown = true; grown; ) {
    const before = ids.size;
    for (const rule of road.stored)
      if (ids.has(rule.id) || (rule.replacesId !== null && ids.has(rule.replacesId))) {
        ids.add(rule.id);
        if (rule.replacesId !== null) ids.add(rule.replacesId);
      }
    grown = ids.size > before;
  }
  return ids;
}

/** Overlaps in words, three at most. */
export function overlapWords(overlaps: readonly RuleOverlap[]): string[] {
  const words = overlaps.slice(0, 3).map(({ limitKmh, fromM, toM, wins }) => {
    if (!Number.isFinite(toM))
      return wins
        ? `Overlaps with ${limitKmh} km/h on the whole road. There, this rule applies`
        : `Overlaps with ${limitKmh} km/h on the whole road. There, the other rule applies`;
    const [from, to] = [whole.format(fromM), whole.format(toM)];
    return wins
      ? `Overlaps with ${limitKmh} km/h from ${from} m to ${to} m. There, this rule applies`
      : `Overlaps with ${limitKmh} km/h from ${from} m to ${to} m. There, the other rule applies`;
  });
  return overlaps.length > 3 ? [...words, `Overlaps with ${overlaps.length - 3} more`] : words;
}

/**
 * Says where a limit is above what the law has for one of its classes: there the law's figure stays the limit. Only rows count that are in force while
 * the rule is, and of those the latest: one that a later row has replaced limits nothing.
 */
export function lawWords(rule: LimitRule, road: KnownRoad, law: readonly StatutoryLimit[]): string[] {
  const classes = rule.speedClass === null ? speedClasses.map(({ value }) => value) : [rule.speedClass];
  const lowest = daysOfChange(rule, law)
    .flatMap((day) => classes.map((speedClass) => lawOn(road, law, speedClass, day)))
    .flatMap(({ national, state }) => [national, state])
    .flatMap((row) => (row && row.limitKmh !== null && row.limitKmh < rule.limitKmh ? [row] : []))
    .toSorted((a, b) => (a.limitKmh ?? 0) - (b.limitKmh ?? 0))[0];
  return lowest
    ? [
        rule.speedClass
          ? `Above the statutory limit of ${lowest.limitKmh} km/h, which stays the limit`
          : `Above the statutory limit of ${lowest.limitKmh} km/h for some classes, which stays the limit`,
      ]
    : [];
}

/** Days of a rule on which the law may be another than on the day before, its first one included. */
function daysOfChange(rule: InForce, law: readonly StatutoryLimit[]): number[] {
  const days = law.flatMap(({ fromDay, toDay }) => [fromDay, ...(toDay === null ? [] : [toDay + 1])]);
  return [...new Set([rule.fromDay, ...days])].filter((day) => isInForce(rule, day));
}
