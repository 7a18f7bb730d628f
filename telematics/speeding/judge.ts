import { chooseConfiguration, type ConfigurationScope } from '../limits/configuration.ts';
import {
  type Cap,
  lawfulKmh,
  type LimitRoad,
  type ResolvedLimit,
  resolveLimit,
  type StatutoryLimit,
  withCaps,
} from '../limits/resolve.ts';
import type { Asked, SpeedClass } from '../limits/rule.ts';
import { type Episode, findEpisodes } from './episodes.ts';
import type { AppliedLimit, SpeedFix, SpeedRules, Witness } from './speed-fix.ts';

/*
 * What is judged of a trip, from what is known of it alone: nothing is read here, so that whoever has the same facts comes to the same, with a
 * database or without one.
 */

/** What of a stored position decides. */
export interface JudgedFix {
  /** Milliseconds, UTC. */
  readonly fixAt: number;
  readonly latE7: number;
  readonly lonE7: number;
  /** Hundredths of km/h. */
  readonly speedCkmh: number | null;
  readonly accuracyCm: number | null;
  readonly satellites: number | null;
  /** Hundredths. */
  readonly hdopC: number | null;
}

/** A place on a road: its number in the list of roads, metres along it, and whether it is driven as it is drawn. */
export interface JudgedPlace {
  readonly line: number;
  readonly offsetM: number;
  readonly forward: boolean;
}

/** Where the matcher put a fix, and where else it may have been. */
export interface JudgedMatch extends JudgedPlace {
  readonly piece: number;
  readonly alongM: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly confidence: number;
  readonly others: readonly JudgedPlace[];
}

/** A trip on the roads: one entry for each fix, null where it lies on none. */
export interface JudgedRoute {
  readonly fixes: readonly (JudgedMatch | null)[];
  readonly roadIds: readonly string[];
  /** 1 where a road runs in a tunnel. */
  readonly covered: ArrayLike<number>;
}

/** A road with its rules, and the numbers of the orders that they stand on. */
export interface JudgedRoad extends LimitRoad {
  readonly id: string;
  readonly stored: readonly { readonly id: string; readonly orderNo: string | null }[];
}

/** A speed configuration with what it says of judging. */
export interface JudgedConfiguration extends ConfigurationScope, Omit<SpeedRules, 'statutoryTolerancePct'> {
  readonly statutoryPct: number;
}

/** What limits are found by, for one vehicle and trip. */
export interface LimitFacts<R extends JudgedRoad = JudgedRoad> {
  readonly roads: ReadonlyMap<string, R>;
  readonly law: readonly StatutoryLimit[];
  readonly speedClass: SpeedClass;
  readonly categoryId: string | null;
  /** What geofences allow at a place (degrees) and time (milliseconds, UTC). */
  readonly capsAt: (lat: number, lon: number, at: number) => readonly Cap[];
}

/** What is known of limits where a trip went: all that it is judged by. */
export interface Grounds<R extends JudgedRoad, C extends JudgedConfiguration>
  extends Omit<LimitFacts<R>, 'speedClass' | 'categoryId'> {
  readonly configurations: readonly C[];
  /** The road whose state decides over the configuration. */
  readonly firstRoadId: string | undefined;
  /** Undefined: no limit is known for the vehicle. */
  readonly speedClass: SpeedClass | undefined;
  readonly witness: Witness;
}

/** What was found on a trip, with all that it was found by. */
export interface Judged<R extends JudgedRoad = JudgedRoad, C extends JudgedConfiguration = JudgedConfiguration> {
  readonly episodes: readonly Episode[];
  readonly fixes: readonly SpeedFix[];
  readonly rules: SpeedRules;
  readonly configuration: C | undefined;
  readonly roads: ReadonlyMap<string, R>;
  readonly speedClass: string;
  /** Checks that could not be made, since what they need was not noted then. */
  readonly notChecked: readonly 'CLOCK'[];
}

/**
 * A rule stands as proof with the number of its order, and the law always does. The figure of a road type names no order: it is proof where it is the law's
 * own for that kind of road, and not where owners have a lower one. A map's figure never is.
 */
function isProof({ source, ruleId, limitKmh }: ResolvedLimit, road: JudgedRoad, lawful: () => number | null): boolean {
  if (source === 'STATUTORY' || source === 'STATE') return true;
  if (source === 'ROAD_TYPE') return limitKmh === lawful();
  return source === 'RULE' && road.stored.some(({ id, orderNo }) => id === ruleId && (orderNo ?? '') !== '');
}

/** Positions of a trip, with the road and the limit under each. */
export function speedFixesOf(
  positions: readonly JudgedFix[],
  trip: JudgedRoute,
  { roads, law, speedClass, categoryId, capsAt }: LimitFacts,
): SpeedFix[] {
  const askedAt = (offsetM: number, forward: boolean, at: number): Asked => ({
    offsetM,
    direction: forward ? 'FORWARD' : 'BACKWARD',
    speedClass,
    categoryId,
    at,
  });
  const limitAt = (road: JudgedRoad, offsetM: number, forward: boolean, at: number): ResolvedLimit =>
    resolveLimit(road, law, askedAt(offsetM, forward, at));
  return positions.map((position, at): SpeedFix => {
    const placed = trip.fixes[at] ?? null;
    const road = placed ? roads.get(trip.roadIds[placed.line] ?? '') : undefined;
    const base = {
      time: position.fixAt,
      latE7: position.latE7,
      lonE7: position.lonE7,
      speedKmh: position.speedCkmh === null ? null : position.speedCkmh / 100,
      accuracyM: position.accuracyCm === null ? null : position.accuracyCm / 100,
      satellites: position.satellites,
      hdop: position.hdopC === null ? null : position.hdopC / 100,
    };
    if (!placed || !road) return { ...base, road: null, limit: null, highestNearbyKmh: null };
    const caps = capsAt(base.latE7 / 1e7, base.lonE7 / 1e7, position.fixAt);
    const found = withCaps(limitAt(road, placed.offsetM, placed.forward, position.fixAt), caps);
    const limit: AppliedLimit | null =
      found.limitKmh === null
        ? null
        : {
            limitKmh: found.limitKmh,
            source: found.source,
            ruleId: found.ruleId,
            version: found.version,
            isProof: isProof(found, road, () =>
              lawfulKmh(road, law, askedAt(placed.offsetM, placed.forward, position.fixAt)),
            ),
          };
    let highest: number | null = null;
    for (const other of placed.others) {
      const beside = roads.get(trip.roadIds[other.line] ?? '');
      const kmh = beside
        ? withCaps(limitAt(beside, other.offsetM, other.forward, position.fixAt), caps).limitKmh
        : null;
      // A road without a limit for this class may have been the one that was driven: nothing is proven there.
      highest = Math.max(highest ?? 0, kmh ?? Number.POSITIVE_INFINITY);
    }
    return {
      ...base,
      road: {
        piece: placed.piece,
        alongM: placed.alongM,
        roadId: road.id,
        offsetM: placed.offsetM,
        forward: placed.forward,
        confidence: placed.confidence,
        covered: trip.covered[placed.line] === 1,
      },
      matched: { latE7: placed.latE7, lonE7: placed.lonE7 },
      limit,
      highestNearbyKmh: highest,
    };
  });
}

/** Without a configuration: the law's own tolerance, and what is usual for the rest. */
const usual: SpeedRules = {
  statutoryTolerancePct: 5,
  companyBufferKmh: 0,
  minDurationS: 15,
  minPoints: 3,
  maxAccuracyM: 30,
  maxPlausibleKmh: 180,
  gapS: 60,
  minorFromKmh: 5,
  majorFromKmh: 10,
  criticalFromKmh: 20,
};

export const rulesOf = (configuration: JudgedConfiguration | undefined): SpeedRules =>
  configuration
    ? {
        statutoryTolerancePct: configuration.statutoryPct,
        companyBufferKmh: configuration.companyBufferKmh,
        minDurationS: configuration.minDurationS,
        minPoints: configuration.minPoints,
        maxAccuracyM: configuration.maxAccuracyM,
        maxPlausibleKmh: configuration.maxPlausibleKmh,
        gapS: configuration.gapS,
        minorFromKmh: configuration.minorFromKmh,
        majorFromKmh: configuration.majorFromKmh,
        criticalFromKmh: configuration.criticalFromKmh,
      }
    : usual;

/** Finds speeding on a trip. The same positions, places and grounds give the same. `start` of the trip in milliseconds. */
export function judge<R extends JudgedRoad, C extends JudgedConfiguration>(
  { orgId, categoryId, start }: { orgId: string; categoryId: string | null; start: number },
  positions: readonly JudgedFix[],
  placed: JudgedRoute,
  { roads, law, configurations, firstRoadId, speedClass, capsAt, witness }: Grounds<R, C>,
): Judged<R, C> {
  const state = roads.get(firstRoadId ?? '')?.state ?? null;
  const configuration = chooseConfiguration(configurations, { orgId, categoryId, state, at: start });
  const rules = rulesOf(configuration);
  const fixes = speedClass ? speedFixesOf(positions, placed, { roads, law, speedClass, categoryId, capsAt }) : [];
  return {
    episodes: findEpisodes(fixes, rules, witness),
    fixes,
    rules,
    configuration,
    roads,
    speedClass: speedClass ?? '',
    notChecked: witness.clock === 'NOT_ASKED' ? ['CLOCK'] : [],
  };
}
