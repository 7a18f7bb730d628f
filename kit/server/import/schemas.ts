import * as z from 'zod/mini';
import { importLimits } from '#kit/contract/import.ts';

/** Most bytes of the rows that one call brings. */
export const bodyLimit = 48 * 1024 * 1024;
const order = {
  mode: z.enum(['create', 'update', 'upsert'], { error: 'Must be create, update or upsert' }),
  key: z.array(z.string()).check(z.minLength(1), z.maxLength(10)),
  rows: z
    .array(
      z.strictObject({
        line: z.int().check(z.gte(1), z.lte(2_000_000)),
        cells: z.record(z.string(), z.string().check(z.maxLength(importLimits.cell))),
      }),
      { error: 'Must be a list of rows' },
    )
    .check(
      z.minLength(1, { error: 'There are no rows' }),
      z.maxLength(importLimits.rows, { error: `At most ${importLimits.rows} rows` }),
    ),
};
export const checkBody = z.strictObject(order);
export const startBody = z.strictObject({
  ...order,
  fileName: z.string().check(z.minLength(1), z.maxLength(200)),
  partial: z.boolean({ error: 'Must be true or false' }),
});
export const planSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      line: z.int(),
      action: z.enum(['create', 'update', 'same', 'error']),
      messages: z.record(z.string(), z.string()),
      warnings: z.optional(z.array(z.string())),
    }),
  ),
  create: z.int(),
  update: z.int(),
  same: z.int(),
  error: z.int(),
});
export const sheetSchema = z.strictObject({
  name: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  lines: z.array(z.int()),
  read: z.string(),
  mapping: z.record(z.string(), z.string()),
  keys: z.array(z.array(z.string())),
});
export const batchSchema = z.strictObject({
  id: z.string(),
  module: z.string(),
  fileName: z.string(),
  mode: z.enum(['create', 'update', 'upsert']),
  partial: z.boolean(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'undone']),
  total: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  failed: z.int(),
  actorName: z.string(),
  at: z.string(),
  finishedAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  message: z.nullable(z.string()),
});
export const undoneSchema = z.strictObject({
  removed: z.int(),
  put: z.int(),
  left: z.array(z.strictObject({ line: z.int(), title: z.string(), message: z.string() })),
});
