import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';

/** What positions say of a vehicle and a place at a time. */
export const conclusions = ['ELSEWHERE', 'THERE', 'NEAR', 'CANNOT_TELL', 'NO_DATA'] as const;
export type Conclusion = (typeof conclusions)[number];

/** Why nothing more can be said. */
export const alibiReasons = [
  // NO_DATA
  'UNKNOWN_PLATE',
  'NOT_OWNED_THEN',
  'FUTURE',
  'NO_DEVICE',
  'DEVICE_MOVED',
  'SILENT',
  // CANNOT_TELL
  'GAP',
  'ONE_SIDE',
  'INACCURATE',
  'CLOSE',
  'CONTRADICTORY',
] as const;
export type AlibiReason = (typeof alibiReasons)[number];

export const alibiLimits = {
  /** Metres around the place that still count as the place. */
  radiusM: { usual: 50, least: 10, most: 50_000 },
  toleranceMinutes: { usual: 5, most: 120 },
  /** Hours that the time of a challan may span. */
  spanHours: 6,
  noteLetters: 200,
} as const;

const fix = z.strictObject({
  at: z.string(),
  lat: z.number(),
  lon: z.number(),
  speedKmh: z.nullable(z.number()),
  /** Metres around it in which the vehicle was, by what the device says of its receiver. */
  uncertaintyM: z.number(),
  /** Metres from the place. */
  distanceM: z.number(),
  device: z.string(),
});
export type AlibiFixShown = z.infer<typeof fix>;

const installation = z.strictObject({ device: z.string(), from: z.string(), to: z.nullable(z.string()) });

/** What was asked, how it was worked out, and what came of it. Times are UTC, distances are metres. */
export const alibiFacts = z.strictObject({
  asked: z.strictObject({
    plate: z.string(),
    lat: z.number(),
    lon: z.number(),
    radiusM: z.number(),
    place: z.nullable(z.string()),
    from: z.string(),
    to: z.string(),
    toleranceMinutes: z.number(),
    noticeNo: z.nullable(z.string()),
    section: z.nullable(z.string()),
  }),
  vehicleId: z.nullable(z.string()),
  conclusion: z.enum(conclusions),
  reason: z.nullable(z.enum(alibiReasons)),
  /** Somebody else may drive with the same plate. */
  mayBeCopied: z.boolean(),
  /** The conclusion in sentences, the first one by itself enough. */
  words: z.array(z.string()),
  /** The time that was looked at: what was asked, with its tolerance and what the clock of the device may be off. */
  looked: z.strictObject({ from: z.string(), to: z.string() }),
  /** How far the vehicle was from the place in that time: the least and the most that can be, and what is likely halfway. */
  distance: z.nullable(
    z.strictObject({ leastM: z.number(), mostM: z.nullable(z.number()), likelyM: z.nullable(z.number()) }),
  ),
  /** Metres that it stayed away from the place at least, and how many are asked for before it counts as proof. */
  clearM: z.nullable(z.number()),
  marginM: z.number(),
  /** What it would have needed between the two positions to be at the place, and what it is taken to be able to. */
  neededKmh: z.nullable(z.number()),
  fastestKmh: z.number(),
  clock: z.strictObject({
    /** Measured when positions came; null: not known. */
    offsetS: z.nullable(z.number()),
    allowedS: z.number(),
  }),
  /** Seconds between the two positions. */
  gapS: z.nullable(z.number()),
  installations: z.array(installation),
  before: z.nullable(fix),
  after: z.nullable(fix),
  /** Positions that were not counted: jumps, and those that the device itself did not trust. */
  leftOut: z.strictObject({ jumps: z.int(), unfit: z.int() }),
  fixes: z.array(fix),
  /** More than are shown when there are many. */
  fixCount: z.int(),
});
export type AlibiFacts = z.infer<typeof alibiFacts>;

/** A stored alibi: nothing of it changes any more. */
export const alibiRow = z.strictObject({
  id: z.string(),
  ref: z.string(),
  plate: z.string(),
  /** What gives the plate its colour; null where the reader sees no such vehicle. */
  plateUse: z.nullable(z.enum(plateUses)),
  vehicleId: z.nullable(z.string()),
  orgId: z.string(),
  organisation: z.string(),
  place: z.string(),
  from: z.string(),
  to: z.string(),
  noticeNo: z.nullable(z.string()),
  conclusion: z.enum(conclusions),
  mayBeCopied: z.boolean(),
  sha256: z.string(),
  madeBy: z.string(),
  madeAt: z.string(),
});
export type AlibiRow = z.infer<typeof alibiRow>;

export const oneAlibi = z.extend(alibiRow, { facts: alibiFacts });
export type OneAlibi = z.infer<typeof oneAlibi>;

/** A place by its name: a town, or the middle of a road that is as long as twice the radius. */
export const foundPlace = z.strictObject({
  kind: z.enum(['TOWN', 'ROAD']),
  name: z.string(),
  lat: z.number(),
  lon: z.number(),
  radiusM: z.number(),
});
export type FoundPlace = z.infer<typeof foundPlace>;
