import type { Schedule } from '../geofences/schedule.ts';
import { bySpecificity, type LimitRule } from './rule.ts';

/** Where two rules hold at the same time, metres along the road. */
export interface Overlap {
  readonly fromM: number;
  readonly toM: number;
  /** Which of the two applies there. */
  readonly winner: LimitRule;
}

/** Where and whether two rules can hold for the same vehicle at the same time; undefined where they never do. */
export function overlapOf(a: LimitRule, b: LimitRule, roadM: number): Overlap | undefined {
  const [one, other] = [spanOf(a, roadM), spanOf(b, roadM)];
  const [fromM, toM] = [Math.max(one.fromM, other.fromM), Math.min(one.toM, other.toM)];
  if (fromM >= toM) return undefined;
  if (a.direction !== 'BOTH' && b.direction !== 'BOTH' && a.direction !== b.direction) return undefined;
  if (a.speedClass !== null && b.speedClass !== null && a.speedClass !== b.speedClass) return undefined;
  if (a.categoryId !== null && b.categoryId !== null && a.categoryId !== b.categoryId) return undefined;
  if (!meet(a.fromDay, a.toDay ?? Infinity, b.fromDay, b.toDay ?? Infinity)) return undefined;
  if (a.season && b.season && !seasonsMeet(a.season, b.season)) return undefined;
  if (a.schedule && b.schedule && !schedulesMeet(a.schedule, b.schedule)) return undefined;
  return { fromM, toM, winner: bySpecificity(a, b) < 0 ? a : b };
}

/** What lies on the road: rules that its split ended reach beyond it. */
const spanOf = ({ segment }: LimitRule, roadM: number) =>
  segment ? { fromM: segment.fromM, toM: Math.min(segment.toM, roadM) } : { fromM: 0, toM: roadM };
/** Both ends included. */
const meet = (from: number, to: number, otherFrom: number, otherTo: number) => from <= otherTo && otherFrom <= to;

type Season = NonNullable<LimitRule['season']>;
const parts = ({ from, to }: Season): Season[] =>
  from <= to
    ? [{ from, to }]
    : [
        { from, to: 1_231 },
        { from: 101, to },
      ];
const seasonsMeet = (a: Season, b: Season) =>
  parts(a).some((one) => parts(b).some((other) => meet(one.from, one.to, other.from, other.to)));

const week = 7 * 1_440;
/** Minutes of the week in which it holds, from Monday: those of Sunday night run into the next week. */
function spans({ days, from, to }: Schedule): [from: number, to: number][] {
  const begins = days.length === 0 ? [0, 1, 2, 3, 4, 5, 6] : days;
  return begins.flatMap((day): [number, number][] => {
    const start = day * 1_440 + from;
    const end = day * 1_440 + to + (to > from ? 0 : 1_440);
    return end <= week
      ? [[start, end]]
      : [
          [start, week],
          [0, end - week],
        ];
  });
}
const schedulesMeet = (a: Schedule, b: Schedule) =>
  spans(a).some(([from, to]) => spans(b).some(([otherFrom, otherTo]) => from < otherTo && otherFrom < to));
