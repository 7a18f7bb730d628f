import { boardStates } from '#areas/devices/health/health.contract.ts';
import { tripRow } from '#areas/trips/trip-answers.contract.ts';
import { areaChart } from '#kit/contract/charts/chart.ts';
import { workCard } from '#kit/contract/work.ts';
import * as z from 'zod/mini';

/** What is known of the fleet now; each part is null to those who may not see it. */
const fleetNow = z.strictObject({
  /** Active devices by state. */
  devices: z.nullable(z.array(z.strictObject({ state: z.enum(boardStates), count: z.int() }))),
  tripsInProgress: z.nullable(z.int()),
  latestTrips: z.array(tripRow),
});

/** Changes of one kind that one person made together, to one record or to many. */
const activityLine = z.strictObject({
  id: z.string(),
  /** When the last of them was made. */
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  module: z.string(),
  /** How many records. */
  count: z.int(),
  /** The record, or one of them. */
  label: z.string(),
  /** The record or their list; null when there is nothing to open. */
  to: z.nullable(z.string()),
});
export type ActivityLine = z.infer<typeof activityLine>;

/** A list that a new organisation begins with. */
const firstStep = z.strictObject({
  module: z.enum(['vehicle', 'vehicle-kyc-doc', 'drivers', 'geofence', 'app-user']),
  isDone: z.boolean(),
});
export type FirstStep = z.infer<typeof firstStep>;

export const dashboardAnswer = z.strictObject({
  asOf: z.string(),
  /** Work of the reader, the most urgent kind first; of some kinds there may be none. */
  work: z.array(workCard),
  fleet: z.nullable(fleetNow),
  /** Lists of the reader, for those who have no work of these kinds. */
  lists: z.array(z.strictObject({ module: z.string(), count: z.int(), inactive: z.int() })),
  /** What an organisation does first, until all of it is done; of staff none. */
  firstSteps: z.array(firstStep),
  /** Latest changes that the reader may know of, the newest first. */
  activity: z.array(activityLine),
});
export type Dashboard = z.infer<typeof dashboardAnswer>;

/** Numbers of the menu, by the key of the module. */
export const workCounts = z.record(z.string(), z.int());

export const chartsAnswer = z.strictObject({
  asOf: z.string(),
  /** Those whose lists the reader may see. */
  charts: z.array(areaChart),
});
export type Charts = z.infer<typeof chartsAnswer>;
