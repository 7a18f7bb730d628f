import * as z from 'zod/mini';
import { importStates } from './road-import.contract.ts';

const time = z.nullable(z.string());
const shape = {
  id: z.string(),
  fileName: z.string(),
  dataSet: z.string(),
  bytes: z.int(),
  received: z.int(),
  state: z.enum(importStates),
  read: z.int(),
  passed: z.int(),
  made: z.int(),
  changed: z.int(),
  same: z.int(),
  kept: z.int(),
  gone: z.int(),
  errors: z.int(),
  warnings: z.int(),
  done: z.int(),
  total: z.int(),
  undoLeft: z.int(),
  canUndo: z.boolean(),
  message: z.nullable(z.string()),
  actorName: z.string(),
  at: z.string(),
  startedAt: time,
  finishedAt: time,
  undoneAt: time,
};
export const importSchema = z.strictObject(shape);
export const oneImportSchema = z.strictObject({ ...shape, faults: z.record(z.string(), z.int()) });
export const faultSchema = z.strictObject({
  code: z.string(),
  no: z.nullable(z.int()),
  line: z.nullable(z.int()),
  feature: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
export const originSchema = z.strictObject({
  importId: z.string(),
  fileName: z.string(),
  dataSet: z.string(),
  action: z.enum(['NEW', 'CHANGED', 'GONE']),
  isUndone: z.boolean(),
  actorName: z.string(),
  at: z.string(),
});
