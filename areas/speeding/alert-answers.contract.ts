import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { placeName } from '#kit/contract/places.ts';
import { limitSources, tiers, violationStates } from './violation-answers.contract.ts';

export const alertStates = ['OPEN', 'ENDED'] as const;
/** What became of it after the trip: not looked at yet, speeding, or nothing. */
export const alertOutcomes = ['PENDING', 'VIOLATION', 'NOTHING'] as const;
/** How far above the limit, km/h: bandOf in telematics/speeding/live-alert.ts. */
const alertBands = ['UNDER_10', 'UNDER_20', 'UNDER_40', 'FROM_40'] as const;

/** Speeding as it happened: a hint, never evidence. Times are ISO UTC by the device, speeds km/h, places degrees WGS 84. */
export const speedingAlert = z.strictObject({
  id: z.string(),
  state: z.enum(alertStates),
  fromAt: z.string(),
  /** The last position that was too fast. */
  toAt: z.string(),
  seconds: z.number(),
  /** Why it ended: the vehicle slowed down, or nothing was heard of it any more; null while it goes on. */
  endCause: z.nullable(z.enum(['SLOWED', 'NO_SIGNAL'])),
  vehicleId: z.string(),
  vehicle: z.string(),
  /** What gives the plate its colour. */
  plateUse: z.nullable(z.enum(plateUses)),
  driverId: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  orgId: z.string(),
  org: z.string(),
  tripId: z.nullable(z.string()),
  roadId: z.string(),
  road: z.string(),
  /** Where it was farthest above the limit, and what applied there. */
  peakAt: z.string(),
  peakKmh: z.number(),
  lat: z.number(),
  lon: z.number(),
  place: z.nullable(placeName),
  limitKmh: z.number(),
  limitSource: z.enum(limitSources),
  ruleId: z.nullable(z.string()),
  ruleVersion: z.nullable(z.int()),
  band: z.enum(alertBands),
  outcome: z.enum(alertOutcomes),
  /** Some of it was off duty: staff alone are given it. */
  isOffDuty: z.boolean(),
  violation: z.nullable(z.strictObject({ id: z.string(), state: z.enum(violationStates), tier: z.enum(tiers) })),
});
export type SpeedingAlert = z.infer<typeof speedingAlert>;
