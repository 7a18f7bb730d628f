import * as z from 'zod/mini';
import { plateUses } from './formats/plate-use.ts';

/** How urgent a part of some work is. */
export const workTones = ['ok', 'due', 'bad', 'info', 'off'] as const;

/** Part of a number, with the list that adds up to it. What it is called is said by the area that it comes from. */
const workPart = z.strictObject({
  key: z.string(),
  tone: z.enum(workTones),
  count: z.int(),
  to: z.string(),
});

/** One of those that are the most urgent. */
const workRow = z.strictObject({
  label: z.string(),
  /** It is a registration number. */
  isPlate: z.boolean(),
  /** Of a registration number: what gives the plate its colour. */
  plateUse: z.optional(z.nullable(z.enum(plateUses))),
  /** What is wrong with it, or what it is about. */
  note: z.nullable(z.string()),
  /** Money that it is about. */
  paise: z.optional(z.nullable(z.int())),
  /** Where it is, of what is urgent. */
  place: z.optional(z.nullable(z.string())),
  /** The day (YYYY-MM-DD) or time (ISO UTC) that matters. */
  at: z.nullable(z.string()),
  to: z.string(),
});

/** Work that somebody has to do: how much there is, the list that shows exactly that, and what is the most urgent. */
export const workCard = z.strictObject({
  /** Its name among all areas; its texts are with `work` of the area's web manifest. */
  key: z.string(),
  /** Module whose entry in the menu carries the number. */
  module: z.string(),
  /** It does not wait: it stands before everything else, with the most urgent records in full. */
  isUrgent: z.optional(z.boolean()),
  count: z.int(),
  to: z.string(),
  parts: z.array(workPart),
  rows: z.array(workRow),
});
export type WorkCard = z.infer<typeof workCard>;
export type WorkRow = WorkCard['rows'][number];

/** Rows of a card: the rest is behind its link. */
export const workRows = 2;
