import { languages } from '#kit/contract/words/languages.ts';
import * as z from 'zod/mini';
import type { MailOne, MailRow, MailStatus, MailTemplate, Suppression } from './mail.contract.ts';
import { mailStates } from './mail.contract.ts';

/** Shapes of what the mail calls answer, for the documentation. Times are ISO UTC. */
const row = {
  id: z.string(),
  at: z.string(),
  to: z.string(),
  toName: z.string(),
  toAccountId: z.nullable(z.string()),
  orgId: z.nullable(z.string()),
  template: z.string(),
  templateName: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  attempts: z.int(),
  nextTryAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
  test: z.boolean(),
  secret: z.boolean(),
};
export const mailRowSchema: z.ZodMiniType<MailRow> = z.strictObject(row);
export const mailSchema: z.ZodMiniType<MailOne> = z.strictObject({
  ...row,
  templateVersion: z.int(),
  messageId: z.string(),
  text: z.string(),
  html: z.string(),
  record: z.nullable(z.strictObject({ module: z.string(), id: z.string(), title: z.string() })),
  expiresAt: z.nullable(z.string()),
  sealed: z.boolean(),
  log: z.array(
    z.strictObject({
      at: z.string(),
      kind: z.enum(['queued', 'try', 'resent', 'revealed']),
      outcome: z.nullable(z.enum(['sent', 'later', 'refused', 'failed', 'interrupted'])),
      message: z.nullable(z.string()),
      by: z.nullable(z.string()),
    }),
  ),
  may: z.strictObject({ resend: z.boolean(), reveal: z.boolean() }),
  stays: z.nullable(z.string()),
});
const counts = z.strictObject(
  Object.fromEntries(mailStates.map((state) => [state, z.int()])) as Record<(typeof mailStates)[number], z.ZodMiniInt>,
);
export const mailStatusSchema: z.ZodMiniType<MailStatus> = z.strictObject({
  configured: z.boolean(),
  server: z.nullable(z.string()),
  from: z.string(),
  origin: z.string(),
  counts,
  suppressions: z.int(),
});
export const suppressionSchema: z.ZodMiniType<Suppression> = z.strictObject({
  id: z.string(),
  address: z.string(),
  reason: z.string(),
  mailId: z.nullable(z.string()),
  at: z.string(),
});
const text = { subject: z.string(), body: z.string() };
export const templateSchema: z.ZodMiniType<MailTemplate> = z.strictObject({
  ...text,
  id: z.string(),
  key: z.string(),
  language: z.enum(languages),
  name: z.string(),
  about: z.string(),
  edited: z.boolean(),
  version: z.int(),
  updatedAt: z.string(),
  shipped: z.strictObject(text),
  variables: z.array(
    z.strictObject({
      name: z.string(),
      about: z.string(),
      sample: z.string(),
      kind: z.enum(['text', 'link', 'secret']),
      isCode: z.exactOptional(z.boolean()),
      isLines: z.exactOptional(z.boolean()),
      button: z.exactOptional(z.string()),
      needed: z.exactOptional(z.boolean()),
    }),
  ),
  problem: z.nullable(z.string()),
});
