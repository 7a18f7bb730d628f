import * as z from 'zod/mini';

/** What the tariff says of a vehicle. */
export const tariffAnswer = z.strictObject({
  tariffClass: z.string(),
  basis: z.string(),
  value: z.nullable(z.number()),
  years: z.int(),
  passengers: z.int(),
  /** Whole rupees for the vehicle itself, as the gazette prints it. */
  premium: z.number(),
  /** With what each passenger adds. */
  premiumPaise: z.int(),
  name: z.string(),
  effectiveFrom: z.string(),
});
export type TariffAnswer = z.infer<typeof tariffAnswer>;
