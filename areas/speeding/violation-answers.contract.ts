import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { placeName } from '#kit/contract/places.ts';

// What the calls about speeding answer. Times are ISO UTC, places degrees WGS 84, speeds km/h, ways metres.

export const violationStates = ['TO_REVIEW', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN'] as const;
export type ViolationState = (typeof violationStates)[number];
export const severities = ['NONE', 'MINOR', 'MAJOR', 'CRITICAL'] as const;
export type Severity = (typeof severities)[number];
/** Evidence stood every gate; what did not is for people to judge. */
export const tiers = ['EVIDENCE', 'REVIEW'] as const;
export const gates = [
  'EXEMPT',
  'CALIBRATION',
  'CLOCK',
  'NO_SPEED',
  'RECEPTION',
  'NO_ROAD',
  'UNSURE_ROAD',
  'COVERED',
  'NO_PROOF_LIMIT',
  'LIMIT_DROPPED',
  'NEARBY_LIMIT_HIGHER',
  'NOT_OVER',
  'PATH_SLOWER',
  'TOO_SHORT',
] as const;
/** What a judgement may be without: checks that there were not yet, or that nothing was noted for. */
const laterChecks = ['EXEMPT', 'CALIBRATION', 'CLOCK', 'GEOFENCE_LIMITS'] as const;
export const limitSources = ['RULE', 'STATE', 'ROAD_TYPE', 'STATUTORY', 'OSM_ADVISORY', 'GEOFENCE', 'NONE'] as const;

const named = z.strictObject({ id: z.string(), name: z.string() });

export const violation = z.strictObject({
  id: z.string(),
  version: z.int(),
  state: z.enum(violationStates),
  tier: z.enum(tiers),
  severity: z.enum(severities),
  fromAt: z.string(),
  toAt: z.string(),
  seconds: z.number(),
  vehicleId: z.string(),
  vehicle: z.string(),
  plateUse: z.nullable(z.enum(plateUses)),
  driverId: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  orgId: z.string(),
  org: z.string(),
  /** Null when the trip was cut anew and no longer holds it. */
  tripId: z.nullable(z.string()),
  roadId: z.string(),
  road: z.string(),
  /** Where it was fastest. */
  lat: z.number(),
  lon: z.number(),
  place: z.nullable(placeName),
  limitKmh: z.number(),
  limitSource: z.enum(limitSources),
  /** Above this it is speeding: the limit with the tolerance of the law or the own buffer, the greater of both. */
  thresholdKmh: z.number(),
  peakKmh: z.number(),
  meanKmh: z.number(),
  lengthM: z.number(),
  confidence: z.number(),
  /** Who is looking at it now. */
  assignedTo: z.nullable(named),
  /** How often it was judged anew because fixes, rules or roads had changed. */
  revision: z.int(),
  /** What the decision on it rests on has changed since: it is judged otherwise now, or not found any more. */
  groundChange: z.nullable(z.enum(['JUDGED_ANEW', 'NOT_FOUND_ANY_MORE'])),
  groundChangedAt: z.nullable(z.string()),
});
export type Violation = z.infer<typeof violation>;

export const violationOne = z.extend(violation, {
  ruleId: z.nullable(z.string()),
  ruleVersion: z.nullable(z.int()),
  statutoryTolerancePct: z.number(),
  companyBufferKmh: z.number(),
  configuration: z.nullable(z.strictObject({ id: z.string(), name: z.string(), version: z.int() })),
  speedClass: z.string(),
  fixes: z.int(),
  hash: z.string(),
  segments: z.array(
    z.strictObject({ roadId: z.string(), road: z.string(), forward: z.boolean(), fromM: z.number(), toM: z.number() }),
  ),
  /** What stands as evidence, with the correction in the driver's favour; null where a gate was not passed. */
  evidence: z.nullable(
    z.strictObject({
      fromAt: z.string(),
      toAt: z.string(),
      fixes: z.int(),
      correctedMeanKmh: z.number(),
      pathKmh: z.number(),
      confidence: z.number(),
    }),
  ),
  /** How many fixes each gate turned away. */
  refused: z.array(z.strictObject({ gate: z.enum(gates), fixes: z.int() })),
  /** Checks that were not made when it was judged. */
  notChecked: z.array(z.enum(laterChecks)),
  verdict: z.nullable(
    z.strictObject({
      at: z.string(),
      by: z.nullable(named),
      /** Confirmed by the speed configuration, since every check was passed. */
      isAutomatic: z.boolean(),
      reason: z.nullable(named),
      note: z.nullable(z.string()),
    }),
  ),
  /** From half a minute before to half a minute after, in the order of time. */
  track: z.array(
    z.strictObject({
      at: z.string(),
      lat: z.number(),
      lon: z.number(),
      matchedLat: z.nullable(z.number()),
      matchedLon: z.nullable(z.number()),
      speedKmh: z.nullable(z.number()),
      limitKmh: z.nullable(z.number()),
      road: z.nullable(z.string()),
      confidence: z.nullable(z.number()),
      within: z.boolean(),
    }),
  ),
  history: z.array(
    z.strictObject({
      revision: z.int(),
      at: z.string(),
      why: z.string(),
      summary: z.string(),
      /** What was changed, and by whom; null where the trip itself had changed. */
      cause: z.nullable(z.string()),
      title: z.nullable(z.string()),
      byName: z.nullable(z.string()),
      /** What it became; null: it was not found again. */
      becomes: z.nullable(z.string()),
    }),
  ),
});
export type ViolationOne = z.infer<typeof violationOne>;

export const tripMatch = z.strictObject({
  matchedAt: z.string(),
  fixes: z.int(),
  matchedFixes: z.int(),
  distanceM: z.number(),
  /** Mean of the matched fixes, 0 to 1; null when none was matched. */
  confidence: z.nullable(z.number()),
  pieces: z.array(
    z.strictObject({
      lengthM: z.number(),
      /** Longitude and latitude. */
      line: z.array(z.tuple([z.number(), z.number()])),
      roads: z.array(z.strictObject({ id: z.string(), name: z.string(), fromM: z.number(), toM: z.number() })),
    }),
  ),
  violations: z.array(violation),
});
export type TripMatch = z.infer<typeof tripMatch>;

/** Why a violation may be dismissed. */
export const violationReason = z.strictObject({
  id: z.string(),
  name: z.string(),
  code: z.nullable(z.string()),
  needsNote: z.boolean(),
});
export type ViolationReason = z.infer<typeof violationReason>;

/** Longitude and latitude. */
const line = z.array(z.tuple([z.number(), z.number()]));

/** A road beside the track of a violation, where it is near. */
export const roadNearby = z.strictObject({ id: z.string(), name: z.string(), lines: z.array(line) });
export type RoadNearby = z.infer<typeof roadNearby>;

/** Codes of the reasons that speak against what is known of a road. */
export const roadReasons = ['LIMIT_WRONG', 'WRONG_ROAD'] as const;

/** A road on which violations were dismissed because of what is known of it. */
export const roadQuality = z.strictObject({
  roadId: z.string(),
  road: z.string(),
  limitWrong: z.int(),
  wrongRoad: z.int(),
  /** All violations on it that were confirmed or dismissed. */
  decided: z.int(),
  /** Where the latest of the dismissed ones was. */
  lat: z.number(),
  lon: z.number(),
  place: z.nullable(placeName),
  latestAt: z.string(),
});
export type RoadQuality = z.infer<typeof roadQuality>;
