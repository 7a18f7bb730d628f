import type { Position } from '#areas/gateway/gateway.server.ts';
import type { Configuration, KnownRoad, TripOnRoads } from '#areas/roads/roads.server.ts';
import {
  type Cap,
  type ResolvedLimit,
  resolveLimit,
  type StatutoryLimit,
  withCaps,
} from '#telematics/limits/resolve.ts';
import type { SpeedClass } from '#telematics/limits/rule.ts';
import type { MatchFix } from '#telematics/matching/lattice.ts';
import type { AppliedLimit, SpeedFix, SpeedRules } from '#telematics/speeding/speed-fix.ts';

/** How exact a receiver is by what it says of its satellites: some four metres for each unit of dilution. */
const metresPerHdop = 4;

/** A position as the matcher takes it. */
export const matchFixOf = ({ fixAt, latE7, lonE7, speedCkmh, courseDdeg, accuracyCm, hdopC }: Position): MatchFix => ({
  time: fixAt,
  lat: latE7 / 1e7,
  lon: lonE7 / 1e7,
  speedKmh: speedCkmh === null ? null : speedCkmh / 100,
  courseDeg: courseDdeg === null ? null : courseDdeg / 10,
  sigmaM: hdopC !== null ? (metresPerHdop * hdopC) / 100 : accuracyCm === null ? null : accuracyCm / 200,
});

/** What limits are found by, for one vehicle and trip. */
export interface LimitFacts {
  roads: ReadonlyMap<string, KnownRoad>;
  law: readonly StatutoryLimit[];
  speedClass: SpeedClass;
  categoryId: string | null;
  /** What geofences allow at a place and time. */
  capsAt: (lat: number, lon: number, at: number) => readonly Cap[];
}

/** A rule stands as proof with the number of its order; the law and road types that follow it always do; a map's figure never. */
function isProof({ source, ruleId }: ResolvedLimit, road: KnownRoad): boolean {
  if (source === 'STATUTORY' || source === 'STATE' || source === 'ROAD_TYPE') return true;
  return source === 'RULE' && road.stored.some(({ id, orderNo }) => id === ruleId && (orderNo ?? '') !== '');
}

/** Positions of a trip, with the road and the limit under each. */
export function speedFixesOf(positions: readonly Position[], trip: TripOnRoads, facts: LimitFacts): SpeedFix[] {
  const { roads, law, speedClass, categoryId, capsAt } = facts;
  const limitAt = (road: KnownRoad, offsetM: number, forward: boolean, at: number): ResolvedLimit =>
    resolveLimit(road, law, { offsetM, direction: forward ? 'FORWARD' : 'BACKWARD', speedClass, categoryId, at });
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
            isProof: isProof(found, road),
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

/** Ids of all roads that a trip touched or may have touched. */
export function roadsOf(trip: TripOnRoads): string[] {
  const lines = new Set<number>();
  for (const fix of trip.fixes) {
    if (!fix) continue;
    lines.add(fix.line);
    for (const { line } of fix.others) lines.add(line);
  }
  for (const { roads } of trip.pieces) for (const { line } of roads) lines.add(line);
  return [...lines].map((line) => trip.roadIds[line] ?? '').filter((id) => id !== '');
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

export const rulesOf = (configuration: Configuration | undefined): SpeedRules =>
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
