import * as z from 'zod/mini';
import { challanActions } from '../rules/challan-rule.contract.ts';
import { challanStatuses } from './challan.contract.ts';

/** What the rules ask for a draft. Amounts in paise; null: no money. */
export const challanAsked = z.strictObject({
  /** Null: no rule applies. */
  rule: z.nullable(
    z.strictObject({
      id: z.string(),
      version: z.int(),
      action: z.enum(challanActions.map(({ value }) => value)),
      licencePoints: z.nullable(z.int()),
    }),
  ),
  amountPaise: z.nullable(z.int()),
  minPaise: z.nullable(z.int()),
  maxPaise: z.nullable(z.int()),
  /** Which one it is within the time that counts. */
  offenceNo: z.int(),
  /** The driver was asked, and may still answer. */
  isUnanswered: z.boolean(),
  /** What the court wants first, by the share that was in force on the day of the offence; null where no money is asked for. */
  depositPaise: z.nullable(z.int()),
});
export type ChallanAsked = z.infer<typeof challanAsked>;

/** A line of the timeline of a challan, oldest first. Clients are not told which member of the staff it was: '' then. */
export const challanTurn = z.strictObject({
  no: z.int(),
  at: z.string(),
  what: z.string(),
  toStatus: z.enum(challanStatuses.map(({ value }) => value)),
  note: z.nullable(z.string()),
  paise: z.nullable(z.int()),
  actor: z.string(),
  byStaff: z.boolean(),
});
export type ChallanTurn = z.infer<typeof challanTurn>;
