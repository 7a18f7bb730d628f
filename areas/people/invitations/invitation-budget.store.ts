import type { Param, Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { invitationLimits } from './invitations.contract.ts';

/**
 * What an organisation may send in 24 hours, links sent again included: mails under the platform's name, to people who did not
 * ask for them. Far fewer of them with words of its own.
 */
export const invitationBudget = { aDay: 200, withWordsADay: 30, toOneADay: 8 };
const dayMs = 24 * 3_600_000;

interface Sending {
  orgId: string;
  mobile: string | null;
  email: string | null;
  message: string | null;
}

/** Takes one sending out of the organisation's budget. To be called before the invitation is written. @throws 429 */
export async function spendInvitation(db: Queryable, to: Sending, now: Date): Promise<void> {
  // Those that are sent at once take turns.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 4))', [to.orgId]);
  // One that was sent again lives anew from then, unless somebody came in with it: what it was sent is told by its end.
  const params: Param[] = [
    new Date(now.getTime() - dayMs).toISOString(),
    new Date(now.getTime() - dayMs + invitationLimits.lifeMs).toISOString(),
    to.mobile,
    to.email,
    to.orgId,
  ];
  const [sent] = await db.query<{ all: number; withWords: number; toOne: number }>(
    `select coalesce(sum(s.n), 0)::int as all, coalesce(sum(s.n) filter (where i.message is not null), 0)::int as "withWords",
       coalesce(sum(s.n) filter (where i.mobile = $3 or lower(i.email) = lower($4)), 0)::int as "toOne"
     from invitation i cross join lateral (
       select (i.created_at > $1)::int + case when i.expires_at > $2 and i.status <> 1 then i.resend_count else 0 end as n) s
     where i.org_id = $5 and (i.created_at > $1 or i.expires_at > $2)`,
    params,
  );
  if (!sent) return;
  const wait = 3_600;
  if (sent.toOne >= invitationBudget.toOneADay)
    throw refuse.tooMany('Too many invitations were sent to this person today. Try again tomorrow', wait);
  if (sent.all >= invitationBudget.aDay)
    throw refuse.tooMany(
      `Your organisation has sent ${invitationBudget.aDay} invitations in one day. Try again later`,
      wait,
    );
  if (to.message !== null && sent.withWords >= invitationBudget.withWordsADay)
    throw refuse.tooMany(
      `Your organisation has sent ${invitationBudget.withWordsADay} invitations with a message in one day. Remove the message, or try again later`,
      wait,
    );
}

/** What mail programs make a link of. */
const linkLike = /:\/\/|www\.|@|[a-z0-9-]{2}\.[a-z]{2}/i;

/** Words of a stranger in a mail of the platform lead nowhere. @throws 400 */
export function refuseLinks({ name, message }: { name: string; message?: string | null }): void {
  const lead = 'Remove web and email addresses. The invitation link is added automatically';
  if (message && linkLike.test(message)) throw refuse.badInput({ message: lead });
  if (/:\/\/|www\.|@/i.test(name)) throw refuse.badInput({ name: 'A name cannot contain a web or email address' });
}

/** The inviter's words as a mail shows them: on one line, between the platform's own, so that none of it looks like more of the mail. */
export function framedWords(organisation: string, message: string | null): string {
  if (message === null) return '';
  const words = message.replace(/\s+/g, ' ').replace(/[“”"]/g, '’').trim();
  return `${organisation} adds, in a message not checked by Roadkeeper: “${words}” Never give a password, a code or money to anyone because of such a message.`;
}
