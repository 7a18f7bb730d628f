import * as z from 'zod/mini';
import { type HelpMailOne, type HelpMailRow, helpMailStates, type HelpMailStatus } from './help-mail.contract.ts';

/** Shapes of what calls about incoming mails answer, for the documentation. Times are ISO UTC. */
const row = {
  id: z.string(),
  at: z.string(),
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  state: z.enum(helpMailStates),
  reason: z.nullable(z.string()),
  ticket: z.nullable(z.strictObject({ id: z.string(), number: z.string() })),
  copies: z.int(),
  files: z.int(),
  way: z.enum(['IMAP', 'WEBHOOK']),
  proof: z.enum(['PASSED', 'FAILED', 'UNKNOWN']),
};
export const helpMailRowSchema: z.ZodMiniType<HelpMailRow> = z.strictObject(row);
export const helpMailOneSchema: z.ZodMiniType<HelpMailOne> = z.strictObject({
  ...row,
  text: z.string(),
  bytes: z.int(),
  kept: z.boolean(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
});
export const helpMailStatusSchema: z.ZodMiniType<HelpMailStatus> = z.strictObject({
  mailbox: z.nullable(z.string()),
  polledAt: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  webhook: z.boolean(),
  address: z.string(),
  category: z.nullable(z.strictObject({ id: z.string(), label: z.string() })),
  counts: z.strictObject(
    Object.fromEntries(helpMailStates.map((state) => [state, z.int()])) as Record<
      (typeof helpMailStates)[number],
      z.ZodMiniInt
    >,
  ),
});
