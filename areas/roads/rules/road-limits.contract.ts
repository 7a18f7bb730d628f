import * as z from 'zod/mini';
import { limitSources } from '../limits/probe.contract.ts';

const stretch = z.object({
  direction: z.enum(['FORWARD', 'BACKWARD', 'BOTH']),
  fromM: z.number(),
  toM: z.number(),
  limitKmh: z.nullable(z.int()),
  source: z.enum(limitSources),
  ruleId: z.nullable(z.string()),
  version: z.nullable(z.int()),
  capped: z.boolean(),
});
export type LimitStretch = z.infer<typeof stretch>;

const text = z.nullable(z.string());
const rule = z.object({
  id: z.string(),
  roadId: z.string(),
  ruleVersion: z.int(),
  replacesId: text,
  reasonCode: z.string(),
  orderNo: text,
  fromM: z.nullable(z.int()),
  toM: z.nullable(z.int()),
  direction: z.nullable(z.string()),
  speedClass: text,
  categoryId: text,
  limitKmh: z.int(),
  days: z.nullable(z.readonly(z.array(z.string()))),
  fromTime: text,
  toTime: text,
  seasonFrom: text,
  seasonTo: text,
  priority: z.nullable(z.int()),
  effectiveFrom: z.string(),
  effectiveTo: text,
  /** Of a rule whose road was split, the place that it keeps among the others: its former length (null: the whole road), first day and id. */
  rankM: z.nullable(z.int()),
  rankFrom: text,
  rankId: text,
  /** On the day that was asked for, and for the class. */
  isInForce: z.boolean(),
});
export type RoadRule = z.infer<typeof rule>;

/** What GET /road/{id}/limits answers. */
export const roadLimits = z.strictObject({
  /** Null while the road has no line. */
  lengthM: z.nullable(z.int()),
  oneWay: z.enum(['BOTH', 'FORWARD', 'BACKWARD']),
  /** What applies along the road. Where no rule does, its source says so. */
  stretches: z.array(stretch),
  /** All versions of all rules, the oldest first. */
  rules: z.array(rule),
  /** Two rules with different limits that can hold at once, neither of them plainly the exception of the other. */
  overlaps: z.array(
    z.strictObject({ ids: z.array(z.string()), winnerId: z.string(), fromM: z.number(), toM: z.number() }),
  ),
});
export type RoadLimits = z.infer<typeof roadLimits>;

/** What POST /road-speed-rule/preview answers: messages at fields, and what is odd about a rule that is not saved yet. */
export const rulePreview = z.strictObject({
  fields: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
  overlaps: z.array(
    z.strictObject({ id: z.string(), limitKmh: z.int(), fromM: z.number(), toM: z.number(), wins: z.boolean() }),
  ),
});
export type RulePreview = z.infer<typeof rulePreview>;
