/**
 * What became of a mail that came in. `HELD`: it waits for staff. `REPLY`: of a customer; `STAFF_REPLY`: of the desk by mail. `FAILED`:
 * tried and given up, it can be tried again.
 */
export const helpMailStates = [
  'NEW',
  'TICKET',
  'REPLY',
  'STAFF_REPLY',
  'HELD',
  'AUTO_REPLY',
  'LOOP',
  'BOUNCE',
  'REFUSED',
  'FAILED',
  'DISCARDED',
] as const;
export type HelpMailState = (typeof helpMailStates)[number];

/** A mail that came in, as the list shows it. Times are ISO UTC. */
export interface HelpMailRow {
  id: string;
  at: string;
  from: string;
  fromName: string;
  subject: string;
  state: HelpMailState;
  /** Why it became that, in a sentence. */
  reason: string | null;
  ticket: { id: string; number: string } | null;
  /** How often it came again. */
  copies: number;
  files: number;
  way: 'IMAP' | 'WEBHOOK';
  proof: 'PASSED' | 'FAILED' | 'UNKNOWN';
}
export interface HelpMailOne extends HelpMailRow {
  text: string;
  bytes: number;
  /** It is still there as it came, so that something can be made of it. */
  kept: boolean;
  decidedAt: string | null;
  decidedBy: string | null;
}
/** Whether mails come in, and what waits. */
export interface HelpMailStatus {
  /** The mailbox that is read: user and server; null without one. */
  mailbox: string | null;
  polledAt: string | null;
  /** Why it could not be read the last time. */
  problem: string | null;
  webhook: boolean;
  /** Where customers write to. */
  address: string;
  category: { id: string; label: string } | null;
  counts: Record<HelpMailState, number>;
}
