import * as z from 'zod/mini';

/** What a cancellation from a day on would give back. */
export const cancellationAnswer = z.strictObject({
  /** The premium of the days that are left; a suggestion. */
  refundPaise: z.int(),
  unusedDays: z.int(),
  /** Claims on own damage: nothing of that cover is suggested then. */
  claims: z.int(),
  payment: z.string(),
  /** What can be credited to the wallet. */
  paidPaise: z.int(),
  /** What its cancellation suggested, and was not credited yet. Clients are not told which member of the staff it was. */
  suggested: z.nullable(z.strictObject({ refundPaise: z.int(), unusedDays: z.int(), by: z.nullable(z.string()) })),
});
export type CancellationAnswer = z.infer<typeof cancellationAnswer>;
