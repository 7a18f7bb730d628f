import * as z from 'zod/mini';
import { placeName } from '#kit/contract/places.ts';

// What the calls of reports answer. Times are ISO UTC, days those of India, places degrees WGS 84.

const vehicle = {
  vehicleId: z.string(),
  vehicle: z.string(),
  /** It is in the trash. */
  vehicleDeleted: z.boolean(),
  /** Whose the vehicle was then. */
  orgId: z.string(),
  org: z.string(),
};
const driver = {
  /** Null: nobody was assigned. */
  driverId: z.nullable(z.string()),
  driver: z.nullable(z.string()),
  driverDeleted: z.boolean(),
};
const added = {
  trips: z.int(),
  distanceM: z.number(),
  movingS: z.number(),
  idleS: z.number(),
  maxKmh: z.nullable(z.number()),
  /** While they moved. */
  averageKmh: z.nullable(z.number()),
};
const spot = { lat: z.number(), lon: z.number(), place: z.nullable(placeName) };

/** A row of each report. */
export const reportRows = {
  'daily-summary': z.strictObject({
    day: z.string(),
    ...vehicle,
    ...added,
    /** Parked between two trips of the day. */
    stoppedS: z.number(),
    firstStartAt: z.string(),
    lastEndAt: z.string(),
    /** Entries into geofences; null for readers who may not see geofence alerts. */
    visits: z.nullable(z.int()),
    /** The last position of the vehicle up to now; null: none, or it belongs to somebody else by now. */
    lastFixAt: z.nullable(z.string()),
  }),
  trips: z.strictObject({
    id: z.string(),
    state: z.enum(['LIVE', 'CLOSED', 'REOPENED']),
    ...vehicle,
    ...driver,
    startAt: z.string(),
    /** Of a trip in progress: its latest position. */
    endAt: z.string(),
    startPlace: z.nullable(placeName),
    endPlace: z.nullable(placeName),
    durationS: z.number(),
    distanceM: z.number(),
    movingS: z.number(),
    idleS: z.number(),
    maxKmh: z.nullable(z.number()),
    averageKmh: z.nullable(z.number()),
  }),
  stops: z.strictObject({
    id: z.string(),
    ...vehicle,
    ...driver,
    startAt: z.string(),
    endAt: z.string(),
    durationS: z.number(),
    ...spot,
  }),
  idling: z.strictObject({
    id: z.string(),
    ...vehicle,
    ...driver,
    startAt: z.string(),
    endAt: z.string(),
    durationS: z.number(),
    ...spot,
  }),
  'geofence-visits': z.strictObject({
    id: z.string(),
    ...vehicle,
    geofenceId: z.string(),
    /** As it was called then. */
    geofence: z.string(),
    startAt: z.string(),
    /** Null: the vehicle has not left. */
    endAt: z.nullable(z.string()),
    durationS: z.nullable(z.number()),
    ...spot,
  }),
  'vehicle-distance': z.strictObject({ ...vehicle, days: z.int(), ...added, perDayM: z.number() }),
  'driver-distance': z.strictObject({
    ...driver,
    orgId: z.string(),
    org: z.string(),
    days: z.int(),
    ...added,
    perDayM: z.number(),
  }),
} as const;

export type ReportName = keyof typeof reportRows;
export const reportNames = Object.keys(reportRows) as ReportName[];
export type ReportRow<Name extends ReportName = ReportName> = z.infer<(typeof reportRows)[Name]>;

/** What the rows of a report add up to, by the name of the field; of speeds, the highest. */
export const reportTotals = z.record(z.string(), z.nullable(z.number()));
export type ReportTotals = z.infer<typeof reportTotals>;

/** The figures of a chart: days in their order, or what has most of it. */
export const reportBars = z.array(
  z.strictObject({
    /** A day, or the id of a vehicle, driver or geofence. */
    key: z.string(),
    label: z.string(),
    value: z.number(),
  }),
);
export type ReportBar = z.infer<typeof reportBars>[number];

/** One page of a report. */
export interface Report<Name extends ReportName = ReportName> {
  from: string;
  to: string;
  rows: ReportRow<Name>[];
  count: number;
  totals: ReportTotals;
  bars: ReportBar[];
}
