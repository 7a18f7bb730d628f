import * as z from 'zod/mini';

/** Who qualifies for an offer. */
export const offerReach = z.strictObject({ vehicles: z.int(), organisations: z.int() });
export type OfferReach = z.infer<typeof offerReach>;
