import * as z from 'zod/mini';
import { exportStates } from '#kit/contract/export.ts';

/** See ExportFile. */
export const exportSchema = z.strictObject({
  id: z.string(),
  module: z.string(),
  format: z.enum(['csv', 'xlsx']),
  name: z.string(),
  trash: z.boolean(),
  state: z.enum(exportStates),
  total: z.int(),
  done: z.int(),
  leftOut: z.int(),
  bytes: z.int(),
  message: z.nullable(z.string()),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
});
