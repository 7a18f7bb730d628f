import { can } from '#kit/contract/rights.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { type MailKit, plainAddress } from '../mail-parts.ts';
import type { FullRow } from './outbox.store.ts';

/**
 * Why a mail cannot be sent (again) now, in words for whoever would; null when it can. One that has left is sent as a new one.
 * A mail goes to the address its account has today: that is how a wrong one is mended.
 */
export function whyStays(kit: MailKit, row: FullRow, now: Date): string | null {
  if (row.state === 'queued' || row.state === 'sending') return 'It is already queued';
  if (row.state === 'cancelled') return 'It is no longer needed';
  if (!kit.smtp) return 'No mail server is set up';
  if (row.refuses)
    return 'The address is on the suppression list. Correct it in the account, or remove it from the list';
  const address = plainAddress(row.addressNow ?? row.to);
  if (!address) return 'Its account has no email address';
  if (!row.secret) return null;
  if (!row.sealed || Date.parse(row.expiresAt ?? '') <= now.getTime())
    return 'Its secret link has expired. Create a new one';
  if (address.toLowerCase() !== row.to.toLowerCase())
    return 'The email address of the account has changed. Create a new link';
  return null;
}

/**
 * May this person see the secret? Only of somebody below them, or of somebody without an account whom another has invited, and
 * only while the mail has not left by itself.
 */
export const mayReveal = (session: Session, row: FullRow, now: Date): boolean =>
  can(session.grants, 'mail', 'approve') &&
  row.sealed &&
  (row.state === 'kept' || row.state === 'failed') &&
  Date.parse(row.expiresAt ?? '') > now.getTime() &&
  // A smaller number is a higher level. Without an account there is no level to be above.
  (row.level !== null
    ? session.user.roleLevel < row.level
    : row.keptFrom !== null && row.keptFrom !== session.user.id && row.keptFrom !== session.actor?.id);
