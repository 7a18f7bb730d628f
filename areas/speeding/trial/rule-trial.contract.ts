import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { limitSources, severities, tiers } from '../violation-answers.contract.ts';

// What the calls about trials answer. Times are ISO UTC, speeds km/h.

export const trialStates = ['RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;
export type TrialState = (typeof trialStates)[number];
export const trialChanges = ['NEW', 'GONE', 'CHANGED'] as const;
export type TrialChange = (typeof trialChanges)[number];
/** Days that past trips may be chosen of, and what is usual. */
export const trialDays = { usual: 30, most: 92 } as const;
/** Trips that one trial looks at; of more, the latest. */
export const mostTrialTrips = 10_000;

const classes = ['M1', 'M2_M3', 'N', 'MOTORCYCLE', 'QUADRICYCLE', 'THREE_WHEELER'] as const;
const named = z.strictObject({ id: z.string(), name: z.string() });
const sums = { added: z.int(), gone: z.int(), changed: z.int() };

export const ruleTrial = z.strictObject({
  id: z.string(),
  state: z.enum(trialStates),
  kind: z.enum(['RULE', 'CONFIGURATION', 'ROAD_TYPE', 'STATUTORY']),
  /** Of a rule. */
  road: z.nullable(named),
  /** Of a rule or a statutory limit; null: the class may not ply. */
  limitKmh: z.nullable(z.int()),
  /** Of a road type: limits that are others than the type has. */
  changes: z.nullable(z.array(z.strictObject({ speedClass: z.enum(classes), limitKmh: z.nullable(z.int()) }))),
  /** Of a speed configuration, a road type or a statutory limit. */
  name: z.nullable(z.string()),
  /** Null: every organisation. */
  org: z.nullable(named),
  fromAt: z.string(),
  toAt: z.string(),
  /** Trips; null until they are counted. */
  total: z.nullable(z.int()),
  /** There were more trips, and the latest were taken. */
  isCut: z.boolean(),
  done: z.int(),
  /** Trips whose positions are no longer kept. */
  withoutPositions: z.int(),
  /** Episodes of speeding on these trips, as they are judged and as they would be. */
  before: z.int(),
  after: z.int(),
  ...sums,
  actorName: z.string(),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type RuleTrial = z.infer<typeof ruleTrial>;

const vehicleSums = z.strictObject({
  vehicleId: z.string(),
  vehicle: z.string(),
  plateUse: z.nullable(z.enum(plateUses)),
  org: z.string(),
  ...sums,
});
export type VehicleSums = z.infer<typeof vehicleSums>;
const roadSums = z.strictObject({ roadId: z.string(), road: z.string(), ...sums });
export type RoadSums = z.infer<typeof roadSums>;

/** With the vehicles and roads of which most would change, a hundred of each at most. */
export const oneRuleTrial = z.extend(ruleTrial, { vehicles: z.array(vehicleSums), roads: z.array(roadSums) });
export type OneRuleTrial = z.infer<typeof oneRuleTrial>;

const judged = z.strictObject({
  limitKmh: z.number(),
  source: z.enum(limitSources),
  tier: z.enum(tiers),
  severity: z.enum(severities),
});
export type TrialJudged = z.infer<typeof judged>;

export const trialEpisode = z.strictObject({
  no: z.int(),
  change: z.enum(trialChanges),
  vehicleId: z.string(),
  vehicle: z.string(),
  /** What gives the plate its colour. */
  plateUse: z.nullable(z.enum(plateUses)),
  tripId: z.string(),
  roadId: z.string(),
  road: z.string(),
  fromAt: z.string(),
  toAt: z.string(),
  peakKmh: z.number(),
  was: z.nullable(judged),
  becomes: z.nullable(judged),
  /** The violation that is known of it. */
  violationId: z.nullable(z.string()),
});
export type TrialEpisode = z.infer<typeof trialEpisode>;
