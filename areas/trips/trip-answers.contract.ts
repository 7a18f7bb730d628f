import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { placeName } from '#kit/contract/places.ts';

// What the calls about trips and places of vehicles answer. Times are ISO UTC, places degrees WGS 84.

/** LIVE goes on; CLOSED ended; REOPENED ended, and was cut again because fixes came late. */
export const tripStates = ['LIVE', 'CLOSED', 'REOPENED'] as const;
export type TripState = (typeof tripStates)[number];

/** Why a trip began: it moved, it was found elsewhere, or it was heard again (trips by silence). */
export const tripBegan = ['MOVED', 'AWAY', 'HEARD'] as const;
/** Why it ended: it stood, it stood with the ignition off, or it was not heard any more. */
export const tripEnded = ['STOOD', 'IGNITION_OFF', 'SILENCE'] as const;

/** Where a trip stood with its engine on, or nothing was heard. */
export const tripStop = z.strictObject({
  kind: z.enum(['idle', 'gap']),
  from: z.string(),
  to: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Null where no town is near. */
  place: z.nullable(placeName),
});
export type TripStop = z.infer<typeof tripStop>;

export const tripRow = z.strictObject({
  id: z.string(),
  state: z.enum(tripStates),
  vehicleId: z.string(),
  vehicle: z.string(),
  /** What gives the plate of the vehicle its colour. */
  plateUse: z.nullable(z.enum(plateUses)),
  deviceId: z.string(),
  device: z.string(),
  driverId: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  /** Whose the vehicle was when it began. */
  orgId: z.string(),
  org: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  durationS: z.number(),
  /**
   * From when on the vehicle was off duty; null: it never was. Clients are shown nothing of the way from then on: neither places nor the
   * highest speed. Staff are.
   */
  offDutyFrom: z.nullable(z.string()),
  /** Null where it is hidden, as the end is. */
  startLat: z.nullable(z.number()),
  startLon: z.nullable(z.number()),
  endLat: z.nullable(z.number()),
  endLon: z.nullable(z.number()),
  startPlace: z.nullable(placeName),
  /** Of a trip in progress: where it is. */
  endPlace: z.nullable(placeName),
  distanceM: z.number(),
  movingS: z.number(),
  idleS: z.number(),
  gapS: z.number(),
  stopCount: z.int(),
  points: z.int(),
  dropped: z.int(),
  /** The highest speed that the device reported. */
  maxKmh: z.nullable(z.number()),
  /** While it went on: without the time that it stood. */
  averageKmh: z.nullable(z.number()),
  updatedAt: z.string(),
});
export type TripRow = z.infer<typeof tripRow>;

export const tripDetail = z.extend(tripRow, {
  /** Null: of before this was kept. */
  beganBy: z.nullable(z.enum(tripBegan)),
  /** Null: it goes on, or of before this was kept. */
  endedBy: z.nullable(z.enum(tripEnded)),
  /** Fixes that moved although the wire says that the ignition is off. */
  offPoints: z.int(),
  jumpLegs: z.int(),
  /** By the device's own speed: seconds above each of these speeds in km/h. */
  secondsOverKmh: z.nullable(z.record(z.string(), z.number())),
  stops: z.array(tripStop),
  /** The trips of the vehicle before and after it, of those that may be seen. */
  previousId: z.nullable(z.string()),
  nextId: z.nullable(z.string()),
});
export type TripDetail = z.infer<typeof tripDetail>;

export const tripEventKinds = ['START', 'IDLE', 'NO_SIGNAL', 'TOP_SPEED', 'END'] as const;
/** Something that happened on a trip: at a moment, or from then until another one. */
export const tripEvent = z.strictObject({
  kind: z.enum(tripEventKinds),
  at: z.string(),
  until: z.nullable(z.string()),
  lat: z.number(),
  lon: z.number(),
  /** Null where no town is near. */
  place: z.nullable(placeName),
  speedKmh: z.nullable(z.number()),
});
export type TripEvent = z.infer<typeof tripEvent>;

/** Where a vehicle is, as last known; the position with the latest time of its device, never one before it. */
export const currentPatch = z.strictObject({
  vehicleId: z.string(),
  vehicle: z.string(),
  slot: z.int(),
  orgId: z.string(),
  deviceId: z.string(),
  fixTime: z.string(),
  serverTime: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Only where vehicles are asked for by their ids; null where no town is near. */
  place: z.optional(z.nullable(placeName)),
  speedKmh: z.nullable(z.number()),
  heading: z.nullable(z.number()),
  accuracyM: z.nullable(z.number()),
  satellites: z.nullable(z.int()),
  ignition: z.nullable(z.boolean()),
  odometerKm: z.nullable(z.number()),
  batteryV: z.nullable(z.number()),
  moving: z.boolean(),
  tripId: z.nullable(z.string()),
  ageS: z.number(),
});
export type CurrentPatch = z.infer<typeof currentPatch>;
