import * as z from 'zod/mini';

/** Why a rule is not the one, in the order in which it is looked at; null: it fits. */
const misfits = [
  'OTHER_OFFENCE',
  'NOT_IN_FORCE',
  'OTHER_STATE',
  'OTHER_RTO',
  'OTHER_SIZE',
  'OTHER_CLASS',
  'OTHER_CATEGORY',
  'OTHER_REPETITION',
  'NOT_SPEEDING',
  'OUTSIDE_BAND',
  'TOO_SHORT',
] as const;
export type Misfit = (typeof misfits)[number];

/** A rule that was looked at, with what it asks for. Amounts in paise. */
const looked = z.strictObject({
  id: z.string(),
  ruleVersion: z.int(),
  challanTypeId: z.string(),
  offence: z.string(),
  actSection: z.string(),
  state: z.nullable(z.string()),
  action: z.enum(['FINE', 'WARN', 'IMPOUND_DL', 'COURT']),
  amountPaise: z.nullable(z.int()),
  minPaise: z.nullable(z.int()),
  maxPaise: z.nullable(z.int()),
  licencePoints: z.nullable(z.int()),
  effectiveFrom: z.string(),
  effectiveTo: z.nullable(z.string()),
  source: z.string(),
});

/** What the rules ask for in a case that somebody made up, or that happened. */
export const ruleTest = z.strictObject({
  /** The day in India of which the rules were taken. */
  day: z.string(),
  /** The rule that applies; null: none does. */
  rule: z.nullable(looked),
  /** Rules that would fit as well, behind the one that applies. */
  alsoFit: z.array(looked),
  /** Rules of the same offence, or on speeding, that do not fit, with the first reason why. */
  misfits: z.array(z.strictObject({ rule: looked, why: z.enum(misfits) })),
});
export type RuleTest = z.infer<typeof ruleTest>;
