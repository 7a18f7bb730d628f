import { overlapOf } from '#telematics/limits/overlap.ts';
import { resolveLimit, type StatutoryLimit } from '#telematics/limits/resolve.ts';
import { type Direction, indiaDayOf, isInForce, type LimitRule, type SpeedClass } from '#telematics/limits/rule.ts';
import type { KnownRoad } from '../limits/limit-facts.store.ts';
import type { LimitStretch, RoadLimits } from './road-limits.contract.ts';

interface Moment {
  speedClass: SpeedClass;
  at: number;
}

/** The limits along a road for a class at a moment, and where its rules of that day meet each other. */
export function reportOf(road: KnownRoad, law: readonly StatutoryLimit[], moment: Moment): RoadLimits {
  const day = indiaDayOf(moment.at);
  const inForce = road.rules.filter((rule) => isInForce(rule, day) && concerns(rule, moment.speedClass));
  const directions: Direction[] = road.oneWay === 'BOTH' ? ['FORWARD', 'BACKWARD'] : [road.oneWay];
  const stretches = directions.map((direction) => stretchesOf(road, law, direction, moment));
  const isAlike = stretches.length === 2 && same(stretches[0] ?? [], stretches[1] ?? []);
  return {
    lengthM: road.knownM,
    oneWay: road.oneWay,
    stretches: isAlike ? (stretches[0] ?? []).map((one) => ({ ...one, direction: 'BOTH' as const })) : stretches.flat(),
    rules: road.stored.map((rule) => ({ ...rule, isInForce: inForce.some(({ id }) => id === rule.id) })),
    overlaps: inForce.flatMap((rule, at) =>
      inForce.slice(at + 1).flatMap((other) => {
        const met = overlapOf(rule, other, road.lengthM);
        // A rule for every class or the whole road is there to be narrowed down: that needs no attention.
        if (!met || rule.limitKmh === other.limitKmh || isNarrowed(rule, other)) return [];
        return [{ ids: [rule.id, other.id], winnerId: met.winner.id, fromM: met.fromM, toM: endOf(met.toM, road) }];
      }),
    ),
  };
}

const concerns = ({ speedClass }: LimitRule, asked: SpeedClass) => speedClass === null || speedClass === asked;
const endOf = (metres: number, road: KnownRoad) => (Number.isFinite(metres) ? metres : (road.knownM ?? 0));

/** Whether one of them is plainly the exception of the other: for fewer vehicles, a part of the road, some hours or a season. */
function isNarrowed(a: LimitRule, b: LimitRule): boolean {
  return (
    (a.segment === null) !== (b.segment === null) ||
    (a.speedClass === null) !== (b.speedClass === null) ||
    (a.categoryId === null) !== (b.categoryId === null) ||
    (a.schedule === null) !== (b.schedule === null) ||
    (a.season === null) !== (b.season === null)
  );
}

/** What applies from metre to metre, in order; neighbours of the same limit and source are one. */
function stretchesOf(
  road: KnownRoad,
  law: readonly StatutoryLimit[],
  direction: Direction,
  moment: Moment,
): LimitStretch[] {
  const end = road.knownM ?? 0;
  const cuts = road.rules.flatMap(({ segment }) => (segment ? [segment.fromM, segment.toM] : []));
  const edges = [...new Set([0, ...cuts.filter((metres) => metres > 0 && metres < end), end])].toSorted(
    (a, b) => a - b,
  );
  const found: LimitStretch[] = [];
  for (const [at, fromM] of edges.entries()) {
    const toM = edges[at + 1];
    if (toM === undefined && end > 0) break;
    const limit = resolveLimit(road, law, { ...moment, categoryId: null, direction, offsetM: fromM });
    const last = found.at(-1);
    if (last && last.limitKmh === limit.limitKmh && last.ruleId === limit.ruleId && last.source === limit.source)
      last.toM = toM ?? end;
    else found.push({ direction, fromM, toM: toM ?? end, ...limit });
  }
  return found;
}

const same = (one: readonly LimitStretch[], other: readonly LimitStretch[]) =>
  one.length === other.length &&
  one.every(
    (stretch, at) =>
      stretch.fromM === other[at]?.fromM &&
      stretch.limitKmh === other[at]?.limitKmh &&
      stretch.ruleId === other[at]?.ruleId,
  );
