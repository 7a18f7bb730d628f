import * as z from 'zod/mini';

const span = { from: z.string(), to: z.string(), days: z.int() };
/** One kind of cover over time: own damage or third party. */
export const coverLine = z.strictObject({
  kind: z.enum(['OD', 'TP']),
  covers: z.array(z.strictObject({ policyId: z.string(), ...span })),
  gaps: z.array(z.strictObject(span)),
  overlaps: z.array(z.strictObject(span)),
  coveredDays: z.int(),
  gapDays: z.int(),
  overlapDays: z.int(),
});
export type CoverLineAnswer = z.infer<typeof coverLine>;

/** A version of a policy of a vehicle, with the days that it said itself. */
export const policyVersion = z.strictObject({
  id: z.string(),
  policyId: z.string(),
  policyNo: z.string(),
  no: z.int(),
  kind: z.enum(['ISSUED', 'CORRECTED', 'ENDORSED', 'CANCELLED', 'REINSTATED']),
  effectiveOn: z.string(),
  reason: z.nullable(z.string()),
  coverType: z.string(),
  insurer: z.string(),
  odFrom: z.nullable(z.string()),
  odTo: z.nullable(z.string()),
  tpFrom: z.nullable(z.string()),
  tpTo: z.nullable(z.string()),
  idvPaise: z.nullable(z.int()),
  ncbPercent: z.nullable(z.int()),
  addOns: z.array(z.string()),
  totalPaise: z.nullable(z.int()),
  cancelledOn: z.nullable(z.string()),
  /** The state of the policy today. */
  state: z.string(),
  claims: z.int(),
  document: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  at: z.string(),
  /** Clients are not told who of the staff it was. */
  by: z.nullable(z.string()),
});
export type PolicyVersion = z.infer<typeof policyVersion>;

/** A cover of a vehicle that is in force today. */
export const currentCover = z.strictObject({
  kind: z.enum(['OD', 'TP']),
  policyId: z.string(),
  policyNo: z.string(),
  insurer: z.string(),
  coverType: z.string(),
  from: z.string(),
  to: z.string(),
  daysLeft: z.int(),
  state: z.string(),
  idvPaise: z.nullable(z.int()),
  ncbPercent: z.nullable(z.int()),
  document: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
});
export type CurrentCover = z.infer<typeof currentCover>;

export const vehicleRef = z.strictObject({ id: z.string(), label: z.string() });
