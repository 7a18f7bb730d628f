import { addDays } from '#kit/contract/days.ts';
import type { ScoreDetail, ScorePart } from './score.contract.ts';

/** What is counted of a vehicle or a driver over some days. Sums of days add up to those of longer periods. */
export interface ScoreSums {
  distanceM: number;
  /** Of it, with devices that report harsh driving. */
  measuredM: number;
  minor: number;
  major: number;
  critical: number;
  waitingMinor: number;
  waitingMajor: number;
  waitingCritical: number;
  braking: number;
  acceleration: number;
  cornering: number;
}

/** The numbers of a rule. */
export interface ScoreRule {
  id: string;
  name: string;
  effectiveFrom: string;
  minKm: number;
  speedingWeight: number;
  minorPoints: number;
  majorPoints: number;
  criticalPoints: number;
  brakingWeight: number;
  brakingPoints: number;
  accelerationWeight: number;
  accelerationPoints: number;
  corneringWeight: number;
  corneringPoints: number;
}

export const noSums: ScoreSums = {
  distanceM: 0,
  measuredM: 0,
  minor: 0,
  major: 0,
  critical: 0,
  waitingMinor: 0,
  waitingMajor: 0,
  waitingCritical: 0,
  braking: 0,
  acceleration: 0,
  cornering: 0,
};
export const sumNames = Object.keys(noSums) as (keyof ScoreSums)[];

export const addSums = (one: ScoreSums, other: ScoreSums): ScoreSums =>
  Object.fromEntries(sumNames.map((name) => [name, one[name] + other[name]])) as unknown as ScoreSums;

const round1 = (value: number): number => Math.round(value * 10) / 10;
/** Kilometres as they are shown, which is what scores are worked out with: whoever works them out by hand gets the same. */
const kmOf = (metres: number): number => round1(metres / 1_000);

type Event = ScorePart['events'][number];

function partOf(part: ScorePart['part'], weight: number, km: number, minKm: number, events: Event[]): ScorePart {
  const points = events.reduce((sum, event) => sum + event.count * event.points, 0);
  const state =
    weight === 0
      ? 'NOT_USED'
      : km >= minKm
        ? 'MEASURED'
        : km === 0 && part !== 'SPEEDING'
          ? 'NOT_MEASURED'
          : 'TOO_LITTLE';
  const score = state === 'MEASURED' ? round1(Math.max(0, 100 - (points / km) * 100)) : null;
  return { part, state, weight, km, points, events, score };
}

/**
 * The score of some days under a rule: 100 is best. Each part loses points for what was counted per 100 km; parts that were not measured are
 * left out, so that they neither help nor harm.
 */
export function scoreOf(sums: ScoreSums, rule: ScoreRule): ScoreDetail {
  const detail = scoreParts(sums, rule);
  const confirmed = {
    ...sums,
    minor: sums.minor + sums.waitingMinor,
    major: sums.major + sums.waitingMajor,
    critical: sums.critical + sums.waitingCritical,
  };
  return {
    ...detail,
    waiting: sums.waitingMinor + sums.waitingMajor + sums.waitingCritical,
    scoreIfConfirmed: scoreParts(confirmed, rule).score,
  };
}

function scoreParts(sums: ScoreSums, rule: ScoreRule) {
  const [km, measuredKm, { minKm }] = [kmOf(sums.distanceM), kmOf(sums.measuredM), rule];
  const parts = [
    partOf('SPEEDING', rule.speedingWeight, km, minKm, [
      { event: 'MINOR', count: sums.minor, points: rule.minorPoints },
      { event: 'MAJOR', count: sums.major, points: rule.majorPoints },
      { event: 'CRITICAL', count: sums.critical, points: rule.criticalPoints },
    ]),
    partOf('BRAKING', rule.brakingWeight, measuredKm, minKm, [
      { event: 'BRAKING', count: sums.braking, points: rule.brakingPoints },
    ]),
    partOf('ACCELERATION', rule.accelerationWeight, measuredKm, minKm, [
      { event: 'ACCELERATION', count: sums.acceleration, points: rule.accelerationPoints },
    ]),
    partOf('CORNERING', rule.corneringWeight, measuredKm, minKm, [
      { event: 'CORNERING', count: sums.cornering, points: rule.corneringPoints },
    ]),
  ];
  const counted = parts.filter(({ score }) => score !== null);
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  const weighted = counted.reduce((sum, { weight, score }) => sum + weight * (score ?? 0), 0);
  // Below the minimum nothing is said, whatever was counted.
  return { km, minKm, parts, score: km < minKm || weights === 0 ? null : round1(weighted / weights) };
}

/** The rule of a period that ends on a day; before the first one began, the first. */
export function ruleOn(rules: readonly ScoreRule[], day: string): ScoreRule | undefined {
  const inOrder = rules.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
  return inOrder.find(({ effectiveFrom }) => effectiveFrom <= day) ?? inOrder.at(-1);
}

export const last30 = 'LAST30';

/** First and last day of a period: 'LAST30' as of today, or a month like '2026-11'. */
export function daysOf(period: string, today: string): { from: string; to: string } {
  if (period === last30) return { from: addDays(today, -29), to: today };
  const next = addDays(`${period}-01`, 31).slice(0, 7);
  return { from: `${period}-01`, to: addDays(`${next}-01`, -1) };
}

/** Months up to that of today, the latest last. */
export function monthsTo(today: string, count: number): string[] {
  const months = [today.slice(0, 7)];
  while (months.length < count) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7));
  return months;
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
