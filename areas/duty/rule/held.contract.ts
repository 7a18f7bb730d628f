import * as z from 'zod/mini';
import { weekDays } from '#kit/contract/formats/schedule.ts';

/** What a rule said earlier today, which hides more than what it says now: it acts until midnight. */
const heldState = z.strictObject({
  /** None: every day. */
  days: z.array(z.enum(weekDays)),
  /** Times of the day; null: the whole day. */
  fromTime: z.nullable(z.string()),
  toTime: z.nullable(z.string()),
  /** How many; null: all of the organisation. */
  vehicles: z.nullable(z.int()),
});
export type HeldState = z.infer<typeof heldState>;

/** What a rule answers beside its fields. */
export const heldSchema = {
  /** The next midnight in India where anything acts until then. */
  heldUntil: z.nullable(z.string()),
  held: z.array(heldState),
};
export interface Held {
  heldUntil: string | null;
  held: HeldState[];
}
