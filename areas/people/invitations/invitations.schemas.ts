import * as z from 'zod/mini';

/** Shapes of what calls about invitations answer. Times are ISO UTC. */
const status = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
export const invitationSchema = z.strictObject({
  id: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  status,
  name: z.string(),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
  transfer: z.boolean(),
  vehicleId: z.nullable(z.string()),
  vehicleNo: z.nullable(z.string()),
  driverId: z.nullable(z.string()),
  orgId: z.string(),
  orgName: z.string(),
  invitedByName: z.string(),
  message: z.nullable(z.string()),
  shareUntil: z.nullable(z.string()),
  expiresAt: z.string(),
  resendCount: z.int(),
  delivery: z.nullable(z.enum(['queued', 'sent', 'kept', 'failed', 'bounced'])),
  createdAt: z.string(),
  decidedAt: z.nullable(z.string()),
});

export const openedSchema = z.strictObject({
  status,
  resumes: z.boolean(),
  name: z.string(),
  orgName: z.string(),
  mobileEnds: z.string(),
  vehicleNo: z.nullable(z.string()),
  message: z.nullable(z.string()),
  transfer: z.boolean(),
  expiresAt: z.string(),
  codeGoesTo: z.enum(['mail', 'sms']),
});
