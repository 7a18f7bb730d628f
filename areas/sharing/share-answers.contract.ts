import * as z from 'zod/mini';
import { placeName } from '#kit/contract/places.ts';

// What the calls about shared vehicles answer. Times are ISO UTC, places degrees WGS 84.

/** Why a share ended: its owner, its receiver, its last day, the vehicle went, the receiver's account was closed. */
export const shareEnds = ['REVOKED', 'RETURNED', 'OVER', 'VEHICLE', 'RECEIVER'] as const;

/** A share as the owner of the vehicle sees it. */
export const givenShare = z.strictObject({
  id: z.string(),
  vehicleId: z.string(),
  vehicleNo: z.string(),
  receiverName: z.string(),
  receiverOrg: z.string(),
  since: z.string(),
  /** The moment at which it ends by itself; null: not by itself. */
  until: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  endedWhy: z.nullable(z.enum(shareEnds)),
});
export type GivenShare = z.infer<typeof givenShare>;

/** An offer as whoever may accept it sees it. */
export const shareOffer = z.strictObject({
  id: z.string(),
  vehicleNo: z.string(),
  owner: z.string(),
  invitedBy: z.string(),
  message: z.nullable(z.string()),
  until: z.nullable(z.string()),
  expiresAt: z.string(),
  createdAt: z.string(),
});
export type ShareOffer = z.infer<typeof shareOffer>;

/** A vehicle of somebody else, as the one it is shared with sees it: the id is that of the share. */
export const sharedVehicle = z.strictObject({
  id: z.string(),
  vehicleNo: z.string(),
  model: z.string(),
  owner: z.string(),
  since: z.string(),
  until: z.nullable(z.string()),
  state: z.string(),
  verdict: z.string(),
  /** It was off duty when it was heard of last, and where it was is hidden. */
  isOffDuty: z.boolean(),
  /** Where it was last since the share began; null: it was not heard of since, or it is off duty. */
  position: z.nullable(
    z.strictObject({
      at: z.string(),
      lat: z.number(),
      lon: z.number(),
      /** Null where no town is near. */
      place: z.nullable(placeName),
      kmh: z.nullable(z.number()),
      moving: z.boolean(),
    }),
  ),
});
export type SharedVehicle = z.infer<typeof sharedVehicle>;

/** A paper of a shared vehicle: what it is and how it stands, no number and no page. */
export const sharedDocument = z.strictObject({
  type: z.string(),
  state: z.string(),
  validUpto: z.nullable(z.string()),
});
export type SharedDocument = z.infer<typeof sharedDocument>;

export const sharedDetail = z.extend(sharedVehicle, { documents: z.array(sharedDocument) });
export type SharedDetail = z.infer<typeof sharedDetail>;

export const sharedTrip = z.strictObject({
  state: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  /** From when on the vehicle was off duty: nothing of the way is shown from then on. */
  offDutyFrom: z.nullable(z.string()),
  startLat: z.nullable(z.number()),
  startLon: z.nullable(z.number()),
  endLat: z.nullable(z.number()),
  endLon: z.nullable(z.number()),
  startPlace: z.nullable(placeName),
  endPlace: z.nullable(placeName),
  distanceM: z.number(),
  maxKmh: z.nullable(z.number()),
});
export type SharedTrip = z.infer<typeof sharedTrip>;

export const answers = ['ACCEPT', 'DECLINE'] as const;
