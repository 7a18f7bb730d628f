import * as z from 'zod/mini';

export const recalculationCauses = [
  'ROAD',
  'ROAD_TYPE',
  'RULE',
  'STATUTORY',
  'CONFIGURATION',
  'IMPORT',
  'VEHICLE',
  'CATEGORY',
  'GEOFENCE',
  'DEVICE',
] as const;
/** Trips of so many days before a change are judged anew. */
export const recalculatedDays = 30;

/** Past trips that are judged anew because something has changed: why, who changed it, how far it is, what came of it. */
export const recalculation = z.strictObject({
  id: z.string(),
  cause: z.enum(recalculationCauses),
  recordId: z.string(),
  title: z.string(),
  /** Changes that are taken together; the first of them is named. */
  records: z.int(),
  state: z.enum(['RUNNING', 'DONE', 'FAILED']),
  fromAt: z.string(),
  /** Trips; null until they are counted. */
  total: z.nullable(z.int()),
  done: z.int(),
  added: z.int(),
  changed: z.int(),
  withdrawn: z.int(),
  /** Decided already: the decision stays, and says that what it rests on has changed. */
  flagged: z.int(),
  actorName: z.string(),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
});
export type Recalculation = z.infer<typeof recalculation>;
