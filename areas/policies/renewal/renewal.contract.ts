import * as z from 'zod/mini';

const side = z.strictObject({
  coverType: z.string(),
  odFrom: z.nullable(z.string()),
  odTo: z.nullable(z.string()),
  tpFrom: z.nullable(z.string()),
  tpTo: z.nullable(z.string()),
  idvPaise: z.nullable(z.int()),
  ncbPercent: z.nullable(z.int()),
  addOns: z.array(z.string()),
  odPremiumPaise: z.nullable(z.int()),
  tpPremiumPaise: z.nullable(z.int()),
  paOwnerPaise: z.nullable(z.int()),
  addOnPremiumPaise: z.nullable(z.int()),
  totalPaise: z.nullable(z.int()),
});
export type RenewalSide = z.infer<typeof side>;

/** A policy beside the one that would renew it, with what the rules say of each. */
export const renewalAnswer = z.strictObject({
  policy: z.strictObject({
    id: z.string(),
    policyNo: z.string(),
    state: z.string(),
    insurerId: z.string(),
    insurer: z.string(),
  }),
  vehicle: z.strictObject({ id: z.string(), label: z.string() }),
  on: z.string(),
  old: side,
  next: side,
  listedPricePaise: z.nullable(z.int()),
  ncb: z.strictObject({
    percent: z.int(),
    reason: z.enum(['NO_OD', 'FIRST', 'NEXT_STEP', 'KEPT', 'CLAIM', 'PROTECTED', 'LAPSED', 'TOP']),
  }),
  idv: z.strictObject({
    idvPaise: z.nullable(z.int()),
    percent: z.nullable(z.number()),
    months: z.nullable(z.int()),
    reason: z.enum(['BY_AGE', 'BY_AGREEMENT', 'UNKNOWN_PRICE', 'UNKNOWN_AGE', 'NO_OD']),
  }),
  tariff: z.nullable(z.strictObject({ name: z.string(), premiumPaise: z.int() })),
  /** Days without cover before the new policy begins. */
  gapDays: z.int(),
  claims: z.int(),
  /** The policy that renews it already. */
  renewedBy: z.nullable(z.strictObject({ id: z.string(), policyNo: z.string() })),
  offers: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      code: z.string(),
      validTo: z.string(),
      unfit: z.nullable(z.string()),
    }),
  ),
});
export type RenewalAnswer = z.infer<typeof renewalAnswer>;
