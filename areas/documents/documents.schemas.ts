import * as z from 'zod/mini';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import type { Registry } from '#kit/server/catalogue/registry.ts';
import { vehicleKycDoc } from './documents/document.contract.ts';
import { subjectPaths } from './documents/subjects.contract.ts';

const named = { id: z.string(), label: z.string() };
const day = z.nullable(z.string());
export const namedSchema = z.strictObject(named);
export const subjectSchema = z.strictObject({ ...named, path: z.enum(Object.values(subjectPaths)) });

export const reviewRowSchema = z.strictObject({
  id: z.string(),
  type: namedSchema,
  subject: subjectSchema,
  org: namedSchema,
  state: z.string(),
  version: z.int(),
  handedInAt: z.string(),
  validUpto: day,
  taken: z.nullable(z.strictObject({ by: z.string(), until: z.string(), mine: z.boolean() })),
});

export const comparedSchema = z.array(
  z.strictObject({ label: z.string(), paper: z.nullable(z.string()), record: z.nullable(z.string()) }),
);

export const reviewItemSchema = (registry: Registry) =>
  z.strictObject({
    row: reviewRowSchema,
    paper: rowSchema(registry, vehicleKycDoc),
    compared: comparedSchema,
    viewed: z.array(z.string()),
    warnings: z.array(z.string()),
    duplicates: z.array(z.strictObject({ id: z.string(), subject: subjectSchema, state: z.string() })),
    current: z.nullable(z.strictObject({ id: z.string(), validFrom: day, validUpto: day })),
    mayNot: z.nullable(z.string()),
  });

const setDocument = z.strictObject({
  id: z.string(),
  state: z.string(),
  number: z.nullable(z.string()),
  validFrom: day,
  validUpto: day,
  reason: z.nullable(z.string()),
  handedInAt: z.string(),
  pages: z.array(z.strictObject({ id: z.string(), name: z.string(), mime: z.string() })),
});
export const documentSetSchema = z.strictObject({
  subject: subjectSchema,
  kinds: z.array(
    z.strictObject({
      type: z.strictObject({ ...named, code: z.string() }),
      mandatory: z.boolean(),
      blocks: z.boolean(),
      hasExpiry: z.boolean(),
      formats: z.array(z.string()),
      maxFileMb: z.int(),
      asksNumber: z.boolean(),
      known: z.strictObject({ number: z.nullable(z.string()), validUpto: day }),
      current: z.nullable(setDocument),
      upcoming: z.array(setDocument),
      open: z.array(setDocument),
      former: z.array(setDocument),
      missing: z.boolean(),
      wanted: z.boolean(),
    }),
  ),
});
