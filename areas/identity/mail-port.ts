import type { Queryable } from '#kit/server/db/database.ts';

/** A mail about somebody's way in. */
export interface AccessMail {
  template: 'password-reset' | 'password-changed' | 'account-created' | 'sign-in-code-changed' | 'address-changed';
  accountId: string;
  variables: Record<string, string>;
  /** Another address than the account has: the one it had. */
  address?: string;
  /** A link that opens an account: whoever keeps mails must not show it again. */
  secretLink?: string;
  /** The record that it is about, where somebody else than its reader asked for it. */
  about?: { module: string; id: string; title: string };
  /** When the link is over; a mail that is not gone by then need not go. */
  expiresAt?: Date;
}

/** Puts a mail into the outbox, in the transaction of what it tells of. */
export type SendMail = (db: Queryable, mail: AccessMail) => Promise<void>;
