import * as z from 'zod/mini';

export const scoreSubjects = ['VEHICLE', 'DRIVER'] as const;
export type ScoreSubject = (typeof scoreSubjects)[number];
export const scoreParts = ['SPEEDING', 'BRAKING', 'ACCELERATION', 'CORNERING'] as const;

/** One part of a score: 100 less its points per 100 km. */
export const scorePart = z.strictObject({
  part: z.enum(scoreParts),
  /** NOT_MEASURED: no device reported it. TOO_LITTLE: less than the minimum was driven. NOT_USED: its weight is 0. */
  state: z.enum(['MEASURED', 'NOT_MEASURED', 'TOO_LITTLE', 'NOT_USED']),
  weight: z.int(),
  /** Kilometres it was measured over. */
  km: z.number(),
  /** Of all events. */
  points: z.int(),
  events: z.array(
    z.strictObject({
      event: z.enum(['MINOR', 'MAJOR', 'CRITICAL', 'BRAKING', 'ACCELERATION', 'CORNERING']),
      count: z.int(),
      points: z.int(),
    }),
  ),
  score: z.nullable(z.number()),
});
export type ScorePart = z.infer<typeof scorePart>;

export const scoreDetail = z.strictObject({
  km: z.number(),
  minKm: z.int(),
  parts: z.array(scorePart),
  /** Null: not enough was driven. */
  score: z.nullable(z.number()),
  /** Violations that wait for review, which do not count. */
  waiting: z.int(),
  scoreIfConfirmed: z.nullable(z.number()),
});
export type ScoreDetail = z.infer<typeof scoreDetail>;

/** A row of the list of scores. */
export const scoreRow = z.strictObject({
  /** The vehicle or driver. */
  id: z.string(),
  subject: z.enum(scoreSubjects),
  title: z.string(),
  orgId: z.string(),
  org: z.string(),
  period: z.string(),
  from: z.string(),
  to: z.string(),
  km: z.number(),
  /** Kilometres with devices that report harsh driving. */
  measuredKm: z.number(),
  score: z.nullable(z.number()),
  scoreIfConfirmed: z.nullable(z.number()),
  minor: z.int(),
  major: z.int(),
  critical: z.int(),
  waiting: z.int(),
  braking: z.int(),
  acceleration: z.int(),
  cornering: z.int(),
});
export type ScoreRow = z.infer<typeof scoreRow>;

/** A period of the trend. */
export const scorePoint = z.strictObject({
  /** A month like '2026-11', or the Monday of a week. */
  key: z.string(),
  from: z.string(),
  to: z.string(),
  km: z.number(),
  score: z.nullable(z.number()),
});
export type ScorePoint = z.infer<typeof scorePoint>;

/** The score of one vehicle or driver. */
export const scoreOne = z.strictObject({
  id: z.string(),
  title: z.string(),
  period: z.string(),
  from: z.string(),
  to: z.string(),
  rule: z.strictObject({ id: z.string(), name: z.string(), effectiveFrom: z.string() }),
  ...scoreDetail.shape,
  months: z.array(scorePoint),
  weeks: z.array(scorePoint),
});
export type ScoreOne = z.infer<typeof scoreOne>;

/** What the last night found when it worked out days and scores again. */
export const scoreProof = z.strictObject({
  day: z.string(),
  days: z.int(),
  scores: z.int(),
  wrong: z.int(),
  at: z.string(),
});
export type ScoreProof = z.infer<typeof scoreProof>;

/** What the list may be sorted by. */
export const scoreSorts = ['score', '-score', '-km', '-waiting', 'title'] as const;
