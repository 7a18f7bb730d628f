import * as z from 'zod/mini';
import { subjectPaths } from '#areas/documents/documents/subjects.contract.ts';

const named = { id: z.string(), label: z.string() };
const namedSchema = z.strictObject(named);
const subjectSchema = z.strictObject({ ...named, path: z.enum(Object.values(subjectPaths)) });
const day = z.nullable(z.string());

const lineSchema = z.strictObject({
  colour: z.enum(['AMBER', 'RED']),
  about: z.string(),
  of: z.enum(['vehicle', 'driver']),
  text: z.string(),
  waits: z.optional(z.literal(true)),
  warns: z.optional(z.literal(true)),
});
export const complianceSchema = z.strictObject({
  on: z.string(),
  colour: z.enum(['GREEN', 'AMBER', 'RED']),
  lines: z.array(lineSchema),
  until: day,
  cleared: z.nullable(z.strictObject({ until: z.string(), by: lineSchema })),
  driver: z.nullable(namedSchema),
});

export const deadlineSchema = z.strictObject({
  key: z.string(),
  kind: z.enum(['PAPER', 'LICENCE', 'MEDICAL']),
  what: z.string(),
  due: z.string(),
  days: z.int(),
  subject: subjectSchema,
  org: namedSchema,
  to: z.string(),
  reminded: z.array(z.string()),
  renewal: z.nullable(z.enum(['WAITING', 'UPCOMING'])),
});
