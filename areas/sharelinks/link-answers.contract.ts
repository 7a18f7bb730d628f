import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { placeName } from '#kit/contract/places.ts';

// What the calls about share links take and answer. Times are ISO UTC, places degrees WGS 84.

/** A vehicle as it moves from the moment the link is made on, or a trip of the past. */
export const linkKinds = ['VEHICLE', 'TRIP'] as const;
export type LinkKind = (typeof linkKinds)[number];

export const linkStates = ['ACTIVE', 'EXPIRED', 'REVOKED', 'ENDED'] as const;
export type LinkState = (typeof linkStates)[number];

/** Why a link ended: its time, somebody revoked it, vehicle or trip went, its maker may no longer share, too many wrong PINs. */
export const linkEnds = ['EXPIRED', 'REVOKED', 'VEHICLE', 'MAKER', 'TRIP', 'PIN'] as const;
export type LinkEnd = (typeof linkEnds)[number];

export const linkLimits = {
  /** Minutes that a link may be valid. */
  minutes: { least: 5, most: 7 * 24 * 60 },
  label: 80,
  /** Digits. */
  pin: { least: 4, most: 8 },
  /** Active links of an organisation. */
  active: 200,
} as const;

/** A link as those see it who may share. */
export const shareLink = z.strictObject({
  id: z.string(),
  kind: z.enum(linkKinds),
  state: z.enum(linkStates),
  vehicleId: z.string(),
  vehicle: z.string(),
  /** What gives the plate its colour; null: of a vehicle that belongs to somebody else by now. */
  plateUse: z.nullable(z.enum(plateUses)),
  tripId: z.nullable(z.string()),
  label: z.nullable(z.string()),
  hasPin: z.boolean(),
  maskPlate: z.boolean(),
  showSpeed: z.boolean(),
  madeBy: z.string(),
  orgId: z.string(),
  org: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  endedAt: z.nullable(z.string()),
  endedWhy: z.nullable(z.enum(linkEnds)),
  /** How often it was opened; again from the same place within ten minutes is the same view. */
  views: z.int(),
  pinFailures: z.int(),
  lastViewedAt: z.nullable(z.string()),
});
export type ShareLink = z.infer<typeof shareLink>;

/** A link that was just made: where it leads is told this once. */
export const madeLink = z.extend(shareLink, { link: z.string() });
export type MadeLink = z.infer<typeof madeLink>;

/** Views of an hour from one network with one kind of browser. */
export const linkView = z.strictObject({
  firstAt: z.string(),
  lastAt: z.string(),
  /** Like 203.0.113.x; empty where there were too many to tell them apart. */
  network: z.string(),
  browser: z.string(),
  views: z.int(),
  pinFailures: z.int(),
});
export type LinkView = z.infer<typeof linkView>;

/** Where a shared vehicle is. */
export const linkPosition = z.strictObject({
  /** When its device was there. */
  at: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Degrees; null where the device does not say. */
  course: z.nullable(z.number()),
  moving: z.boolean(),
  /** Null where it is not shown, or the device does not say. */
  kmh: z.nullable(z.number()),
  place: z.nullable(placeName),
});
export type LinkPosition = z.infer<typeof linkPosition>;

/** A trip as its link shows it: no times between start and end, for they would tell the speed. */
export const linkTrip = z.strictObject({
  startAt: z.string(),
  endAt: z.string(),
  startPlace: z.nullable(placeName),
  endPlace: z.nullable(placeName),
  /** From when on the vehicle was off duty: nothing of the way is shown from then on. */
  offDutyFrom: z.nullable(z.string()),
  distanceM: z.number(),
  /** Null where speed is not shown. */
  maxKmh: z.nullable(z.number()),
  /** Its line, latitude and longitude, in parts between which nothing was heard. */
  parts: z.array(z.array(z.tuple([z.number(), z.number()]))),
});
export type LinkTrip = z.infer<typeof linkTrip>;

/** What the holder of a link is shown: nothing by which anybody or anything could be found elsewhere. */
export const openedLink = z.discriminatedUnion('needs', [
  z.strictObject({ needs: z.literal('PIN') }),
  z.strictObject({
    needs: z.literal('NOTHING'),
    kind: z.enum(linkKinds),
    plate: z.string(),
    /** What gives the plate its colour; null where it is masked. */
    plateUse: z.nullable(z.enum(plateUses)),
    isMasked: z.boolean(),
    showsSpeed: z.boolean(),
    expiresAt: z.string(),
    /** By the server, against which ages are counted. */
    now: z.string(),
    /** Where the vehicle is is not shown: it is off duty. */
    isOffDuty: z.boolean(),
    position: z.nullable(linkPosition),
    trip: z.nullable(linkTrip),
    /** Lets one live socket in; null for a trip. */
    ticket: z.nullable(z.string()),
  }),
]);
export type OpenedLink = z.infer<typeof openedLink>;

/** Topic and key under which a guest is told positions. */
export const linkTopic = 'share-link';
export const positionKey = 'position';
