import * as z from 'zod/mini';
import { historyActions, historySources } from '#kit/contract/history.ts';

/** Shapes of what catalogue calls answer beside rows, for the documentation and for tests. Times are ISO UTC. */
export const optionSchema = z.strictObject({ id: z.string(), name: z.string(), label: z.string(), value: z.string() });

const state = z.nullable(z.record(z.string(), z.unknown()));
export const historySchema = z.strictObject({
  id: z.string(),
  at: z.string(),
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  onBehalfOfId: z.nullable(z.string()),
  onBehalfOfName: z.nullable(z.string()),
  action: z.enum(historyActions),
  source: z.enum(historySources),
  module: z.string(),
  recordId: z.string(),
  recordTitle: z.string(),
  before: state,
  after: state,
  requestId: z.nullable(z.string()),
});
export const referenceSchema = z.strictObject({
  path: z.string(),
  field: z.string(),
  label: z.string(),
  count: z.int(),
});
export const bulkReportSchema = z.strictObject({
  done: z.int(),
  failed: z.array(z.strictObject({ id: z.string(), label: z.string(), message: z.string() })),
});
/** Beside the row of a write. */
export const warningsSchema = { warnings: z.optional(z.array(z.string())) };
export const statusSchema = z.strictObject({
  id: z.string(),
  status: z.enum({ inactive: 0, active: 1 }),
  version: z.int(),
});
export const idSchema = z.strictObject({ id: z.string() });
