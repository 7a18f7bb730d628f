import { endMailedLinks } from '#areas/mail/mail.server.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';

/** Asked for by the person, sent by an administrator, or sent with a new account. */
export type LinkPurpose = 'reset' | 'admin-reset' | 'invite';

const minuteMs = 60_000;
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  reset: 20 * minuteMs,
  'admin-reset': 24 * 60 * minuteMs,
  invite: 72 * 60 * minuteMs,
};

export interface PasswordLink {
  /** The token stands behind the #, where no server and no log sees it. */
  link: string;
  expiresAt: Date;
}

/**
 * Makes a link that sets the password of an account once, in the caller's transaction. A link the account already had is
 * void from then on. Give it to nobody but the account's mail.
 */
export async function makePasswordLink(
  db: Queryable,
  kit: { clock: Clock; publicBase: () => string },
  accountId: string,
  purpose: LinkPurpose,
): Promise<PasswordLink> {
  const now = kit.clock.now();
  const token = newToken('rkp');
  const expiresAt = new Date(now.getTime() + linkLifeMs[purpose]);
  // Two at once for one account take their turn.
  await db.query('select 1 from account where id = $1 for no key update', [accountId]);
  await voidLinks(db, accountId);
  await db.query(
    'insert into password_link (hash, account_id, purpose, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashToken(token), accountId, purpose, now.toISOString(), expiresAt.toISOString()],
  );
  return { link: `${kit.publicBase()}/reset#${token}`, expiresAt };
}

/** A link with this token that is still open; `use` uses it up in the caller's transaction. */
export async function openLink(
  db: Queryable,
  token: string,
  now: Date,
  use = false,
): Promise<{ accountId: string; purpose: LinkPurpose } | undefined> {
  const open = 'hash = $1 and used_at is null and expires_at > $2';
  const columns = 'account_id as "accountId", purpose';
  const [row] = await db.query<{ accountId: string; purpose: LinkPurpose }>(
    use
      ? `update password_link set used_at = $2 where ${open} returning ${columns}`
      : `select ${columns} from password_link where ${open}`,
    [hashToken(token), now.toISOString()],
  );
  return row;
}

/** Makes the open link of an account void, and forgets the mail that carried it. */
export async function voidLinks(db: Queryable, accountId: string): Promise<void> {
  await endMailedLinks(db, [accountId]);
  await db.query('delete from password_link where account_id = $1 and used_at is null', [accountId]);
}

export async function sweepLinks(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from password_link where expires_at < $1', [now.toISOString()]);
}
