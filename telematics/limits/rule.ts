import { isWithin, type Schedule } from '../geofences/schedule.ts';

/** Speed classes of S.O. 1522(E). */
export type SpeedClass = 'M1' | 'M2_M3' | 'N' | 'MOTORCYCLE' | 'QUADRICYCLE' | 'THREE_WHEELER';
/** Along the line of a road, or against it. */
export type Direction = 'FORWARD' | 'BACKWARD';

/** From which day to which something holds, both included; days of India since 1970. No end: until further notice. */
export interface InForce {
  readonly fromDay: number;
  readonly toDay: number | null;
}

/** One version of a rule of a road. Versions never change once they have been in force. */
export interface LimitRule extends InForce {
  readonly id: string;
  readonly version: number;
  /** Metres along the line; null for the whole road. */
  readonly segment: { readonly fromM: number; readonly toM: number } | null;
  readonly direction: Direction | 'BOTH';
  /** Null for every class. */
  readonly speedClass: SpeedClass | null;
  /** Null for every category. */
  readonly categoryId: string | null;
  readonly limitKmh: number;
  /** Null: at any time. */
  readonly schedule: Schedule | null;
  /** Month and day as 1231, both included; may begin in one year and end in the next. Null: all year. */
  readonly season: { readonly from: number; readonly to: number } | null;
  readonly priority: number;
  /** Of a rule whose road was split: the place of the former rule in the order, so that the same rules win on the same ground. */
  readonly rank?: Rank | undefined;
}

/** What of a rule changes when its road is split, and decides between rules. */
export interface Rank {
  /** Infinity for the whole road. */
  readonly lengthM: number;
  readonly fromDay: number;
  readonly id: string;
}

/** What a limit is asked for. */
export interface Asked {
  /** Metres along the road's line. */
  readonly offsetM: number;
  readonly direction: Direction;
  readonly speedClass: SpeedClass;
  readonly categoryId: string | null;
  /** Milliseconds, UTC. */
  readonly at: number;
}

const dayMs = 86_400_000;
const indiaMs = 330 * 60_000;
/** The day of India at a moment (milliseconds, UTC), counted from 1970. */
export const indiaDayOf = (at: number): number => Math.floor((at + indiaMs) / dayMs);
/** The day 'YYYY-MM-DD', counted from 1970. */
export const dayNumber = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);

export const isInForce = ({ fromDay, toDay }: InForce, day: number): boolean =>
  day >= fromDay && (toDay === null || day <= toDay);

const isInSeason = ({ from, to }: { from: number; to: number }, day: number): boolean => {
  const date = new Date(day * dayMs);
  const today = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return from <= to ? today >= from && today <= to : today >= from || today <= to;
};

/** Whether a rule holds for what is asked. A segment has its beginning and not its end, unless the road ends there. */
export function applies(rule: LimitRule, asked: Asked, roadM: number): boolean {
  const day = indiaDayOf(asked.at);
  if (!isInForce(rule, day)) return false;
  if (rule.direction !== 'BOTH' && rule.direction !== asked.direction) return false;
  if (rule.speedClass !== null && rule.speedClass !== asked.speedClass) return false;
  if (rule.categoryId !== null && rule.categoryId !== asked.categoryId) return false;
  const { segment, season, schedule } = rule;
  if (segment && (asked.offsetM < segment.fromM || (asked.offsetM >= segment.toM && segment.toM < roadM))) return false;
  if (season && !isInSeason(season, day)) return false;
  return schedule === null || isWithin(schedule, asked.at);
}

const rankOf = ({ rank, segment, fromDay, id }: LimitRule): Rank =>
  rank ?? { lengthM: segment ? segment.toM - segment.fromM : Number.POSITIVE_INFINITY, fromDay, id };
const breadthOfClass = ({ categoryId, speedClass }: LimitRule) => (categoryId ? 0 : speedClass ? 1 : 2);
const minutesOfWeek = ({ schedule }: LimitRule): number => {
  if (!schedule) return Number.POSITIVE_INFINITY;
  const span = schedule.to - schedule.from;
  return (schedule.days.length || 7) * (span > 0 ? span : span + 1_440);
};
const dayOfYear = (monthAndDay: number) => Math.floor(monthAndDay / 100) * 31 + (monthAndDay % 100);
const daysOfYear = ({ season }: LimitRule): number => {
  if (!season) return Number.POSITIVE_INFINITY;
  const span = dayOfYear(season.to) - dayOfYear(season.from);
  return span >= 0 ? span : span + 372;
};
/** Infinity less infinity is no number. */
const order = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Negative where the first is the more specific: the shorter segment, then the narrower class, the shorter hours, the shorter
 * season, the higher priority, the later beginning, the smaller id. No two versions are equal, so that one always wins.
 */
export function bySpecificity(a: LimitRule, b: LimitRule): number {
  const [first, second] = [rankOf(a), rankOf(b)];
  return (
    order(first.lengthM, second.lengthM) ||
    order(breadthOfClass(a), breadthOfClass(b)) ||
    order(minutesOfWeek(a), minutesOfWeek(b)) ||
    order(daysOfYear(a), daysOfYear(b)) ||
    order(b.priority, a.priority) ||
    order(second.fromDay, first.fromDay) ||
    (first.id < second.id ? -1 : first.id > second.id ? 1 : 0)
  );
}

/** Rules of a road in the order in which they are asked. Sorted once, since the order does not depend on what is asked. */
export const sortRules = (rules: readonly LimitRule[]): readonly LimitRule[] => rules.toSorted(bySpecificity);
