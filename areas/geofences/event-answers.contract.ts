import * as z from 'zod/mini';
import { plateUses } from '#kit/contract/formats/plate-use.ts';
import { placeName } from '#kit/contract/places.ts';

// What the calls about geofence events answer. Times are ISO UTC, places degrees WGS 84.

export const geofenceEventKinds = ['ENTER', 'EXIT', 'DWELL', 'SPEEDING', 'CROSSED'] as const;
export type GeofenceEventKind = (typeof geofenceEventKinds)[number];

export const geofenceEvent = z.strictObject({
  id: z.string(),
  kind: z.enum(geofenceEventKinds),
  at: z.string(),
  geofenceId: z.string(),
  /** As it was called then. It may be deleted by now. */
  geofence: z.string(),
  vehicleId: z.string(),
  vehicle: z.string(),
  /** What gives the plate its colour. */
  plateUse: z.nullable(z.enum(plateUses)),
  driverId: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  orgId: z.string(),
  org: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Null where no town is near. */
  place: z.nullable(placeName),
  speedKmh: z.nullable(z.number()),
  /** When the visit began that it belongs to. */
  visitAt: z.string(),
  /** The geofence asks for it at that time; else it is kept as a visit only. */
  raised: z.boolean(),
  /** When emails were queued and open browsers were told; null: never, as for what arrived late. */
  notifiedAt: z.nullable(z.string()),
  tripId: z.nullable(z.string()),
  /** The vehicle was off duty: staff alone are given it. */
  isOffDuty: z.boolean(),
});
export type GeofenceEvent = z.infer<typeof geofenceEvent>;

/** What a simulation would have raised. */
export const simulatedEvent = z.strictObject({
  kind: z.enum(geofenceEventKinds),
  at: z.string(),
  lat: z.number(),
  lon: z.number(),
  place: z.nullable(placeName),
  speedKmh: z.nullable(z.number()),
  raised: z.boolean(),
});
export type SimulatedEvent = z.infer<typeof simulatedEvent>;
