import { mailsSince } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';

/**
 * What an organisation may have mailed about accounts in 24 hours, and links to set a password to one of its accounts: they go to
 * whatever address its people type, under the platform's name. As many as invitations.
 */
export const accountMailBudget = { aDay: 200, linksToOneADay: 8 };
const dayMs = 24 * 3_600_000;
const waitS = 3_600;

type Sender = Pick<Writer, 'orgId' | 'now'>;

/** To be called before a mail about an account is queued. Staff have no budget. @throws 429 */
export async function spendAccountMail(db: Queryable, { orgId, now }: Sender): Promise<void> {
  if (orgId === null) return;
  await inTurn(db, orgId);
  const templates = ['account-created', 'address-changed'];
  if ((await mailsSince(db, { orgId, templates }, new Date(now.getTime() - dayMs))) >= accountMailBudget.aDay)
    throw refuse.tooMany(
      `Your organisation has sent ${accountMailBudget.aDay} emails about accounts in one day. Try again later`,
      waitS,
    );
}

/**
 * To be called before a link that sets a password is sent to somebody who did not ask for it. What they ask for themselves does not count.
 * @param account as the mail is about it
 * @throws 429
 */
export async function spendPasswordLink(
  db: Queryable,
  { orgId, now }: Sender,
  account: { module: string; id: string },
): Promise<void> {
  if (orgId === null) return;
  await inTurn(db, orgId);
  const of = { orgId, about: account, templates: ['password-reset'] };
  if ((await mailsSince(db, of, new Date(now.getTime() - dayMs))) >= accountMailBudget.linksToOneADay)
    throw refuse.tooMany('Too many links were sent to this person in one day. Try again later', waitS);
}

/** Those that are sent at once are counted one by one. */
const inTurn = (db: Queryable, orgId: string) =>
  db.query('select pg_advisory_xact_lock(hashtextextended($1, 13))', [orgId]);
