import * as z from 'zod/mini';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { plateUses } from '#kit/contract/formats/plate-use.ts';

// What GET /live-map answers: who the vehicles are whose places the stream `fleet` tells by their slots.

export const liveVehicle = z.strictObject({
  /** Names the vehicle in frames. */
  slot: z.int(),
  vehicleId: z.string(),
  vehicle: z.string(),
  model: z.nullable(z.string()),
  isTransport: z.nullable(z.boolean()),
  /** What gives its plate its colour. */
  plateUse: z.enum(plateUses),
  /** Which limits apply to it; null: not known, or an emergency vehicle, which has none. */
  speedClass: z.nullable(z.enum(speedClasses.map(({ value }) => value))),
  categoryId: z.nullable(z.string()),
  orgId: z.string(),
  org: z.string(),
  driverId: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  /** Vehicle groups that it is in. */
  groupIds: z.array(z.string()),
  /** The answer to "may it run today?". */
  verdict: z.enum(['GREEN', 'AMBER', 'RED']),
  /** Seconds without a fix after which nobody knows what it does; null: it carries no device. */
  silentAfterS: z.nullable(z.int()),
});
export type LiveVehicle = z.infer<typeof liveVehicle>;

const degrees = (most: number) => z.number().check(z.gte(-most), z.lte(most));

/** Parameters of a subscription to `fleet`: what of the map is in view. Fleets of up to `wholeFleet` vehicles are told whole. */
export const fleetView = z.strictObject({
  /** West, south, east, north, in degrees. */
  bbox: z.optional(z.tuple([degrees(180), degrees(90), degrees(180), degrees(90)])),
  zoom: z.optional(z.number().check(z.gte(0), z.lte(24))),
  /** The last mark that was told by this server, and the time of its reset frame: only what is newer is told again. */
  since: z.optional(z.strictObject({ mark: z.int(), reset: z.number() })),
});
export type FleetView = z.infer<typeof fleetView>;

export const wholeFleet = 20_000;
/** Of a larger fleet single vehicles are told where at most so many are in view. */
export const mostInView = 5_000;
