import type { Language } from '#kit/contract/words/languages.ts';
import type { TemplateVariable } from './templates/render.contract.ts';
import type { AreaContract } from '#kit/contract/area.ts';

/**
 * Where a mail stands. `kept`: there was no mail server, so it waits in the product until somebody sends it. `suppressed`: its
 * address refuses mail. `failed`: given up. `bounced`: the other side refused it for good. `cancelled`: what it tells of was undone in time.
 */
export const mailStates = [
  'queued',
  'sending',
  'sent',
  'failed',
  'bounced',
  'suppressed',
  'kept',
  'cancelled',
] as const;
export type MailState = (typeof mailStates)[number];
/** Whether a message left, as whoever caused it is told. */
export type Delivery = Extract<MailState, 'queued' | 'sent' | 'kept' | 'failed' | 'bounced'>;

/** A mail as the outbox lists it. Times are ISO UTC. */
export interface MailRow {
  id: string;
  at: string;
  to: string;
  toName: string;
  toAccountId: string | null;
  orgId: string | null;
  template: string;
  templateName: string;
  subject: string;
  state: MailState;
  /** Tries since it was last queued. */
  attempts: number;
  /** When a queued one is tried next. */
  nextTryAt: string | null;
  sentAt: string | null;
  error: string | null;
  /** A template with its sample values, sent to whoever asked for it. */
  test: boolean;
  /** It carries, or carried, a secret link. */
  secret: boolean;
}
/** What happened to a mail. */
export interface MailEvent {
  at: string;
  kind: 'queued' | 'try' | 'resent' | 'revealed';
  /** Of a try; null while it is under way. */
  outcome: 'sent' | 'later' | 'refused' | 'failed' | 'interrupted' | null;
  message: string | null;
  /** Who did it, where a person did. */
  by: string | null;
}
export interface MailOne extends MailRow {
  templateVersion: number;
  messageId: string;
  /** As it was written; a secret link is left out of both. */
  text: string;
  html: string;
  record: { module: string; id: string; title: string } | null;
  expiresAt: string | null;
  /** Its secret link can still be had. */
  sealed: boolean;
  log: MailEvent[];
  /** What the reader may do with it now. */
  may: { resend: boolean; reveal: boolean };
  /** Why it cannot be sent again just now. */
  stays: string | null;
}
/** A template with its shipped text and its holes. */
export interface MailTemplate {
  id: string;
  key: string;
  language: Language;
  name: string;
  about: string;
  subject: string;
  body: string;
  /** Staff changed it. */
  edited: boolean;
  version: number;
  updatedAt: string;
  shipped: { subject: string; body: string };
  variables: TemplateVariable[];
  /** Why the shipped text is used instead of the one that was written. */
  problem: string | null;
}
export interface Suppression {
  id: string;
  address: string;
  reason: string;
  mailId: string | null;
  at: string;
}
/** Whether mails leave, and what waits. */
export interface MailStatus {
  configured: boolean;
  /** Mail server as host and port, null without one. */
  server: string | null;
  from: string;
  /** Where links lead. */
  origin: string;
  counts: Record<MailState, number>;
  suppressions: number;
}

export const contract: AreaContract = {
  name: 'mail',
  pages: [
    {
      path: '/mail',
      nested: true,
      key: 'mail',
      name: 'Email',
      menu: { group: 'group-settings', icon: 'mail', order: 110 },
      actions: ['view', 'edit', 'approve'],
    },
    {
      path: '/mail/templates',
      key: 'mail-template',
      name: 'Email templates',
      menu: { group: 'group-settings', icon: 'template', order: 120, tabOf: 'mail' },
      actions: ['view', 'edit'],
    },
  ],
};
