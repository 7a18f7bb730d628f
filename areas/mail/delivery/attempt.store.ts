import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { mailJob, type MailKit, maxAttempts } from '../mail-parts.ts';
import { wiped } from '../sealed-mail.ts';
import type { Compliance } from './smtp-reply.rules.ts';

/** How a try ended: what the mail server made of it, or `failed` for what never came to it. */
export type Ending = Compliance | { outcome: 'failed'; message: string };

/** Minutes until the next try after the nth failed one. */
const waitMinutes = [1, 5, 20, 60];

/**
 * Writes down how a try ended, and what becomes of the mail. A try that was thought lost and comes back late is heard only
 * when it brings the news that the mail has left.
 */
export async function endTry(
  db: Queryable,
  kit: Pick<MailKit, 'jobs'>,
  mail: { id: string; try_id: string; attempts: number },
  ending: Ending,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const { outcome, message } = ending;
  const again = againAt(ending, mail.attempts, now);
  const state = again ? 'queued' : outcome === 'sent' ? 'sent' : outcome === 'refused' ? 'bounced' : 'failed';
  const [row] = await db.query<{ to_address: string }>(
    `update mail set state = $3, due_at = $4, last_error = $5, sent_at = $6${state === 'sent' ? `, ${wiped}` : ''}
     where id = $1 and ((state = 'sending' and try_id = $2) or ($3 = 'sent' and state in ('queued', 'sending')))
     returning to_address`,
    [mail.id, mail.try_id, state, again?.toISOString() ?? null, message, state === 'sent' ? at : null],
  );
  await db.query(
    `update mail_try set ended_at = $2, outcome = $3, message = $4 where id = $1${outcome === 'sent' ? '' : ' and ended_at is null'}`,
    [mail.try_id, at, outcome, message],
  );
  if (!row) return;
  if (again) await kit.jobs.add(db, { name: mailJob, runAt: again });
  if (outcome === 'refused' && ending.gone)
    await db.query(
      'insert into mail_suppression (id, address, reason, mail_id, at) values ($1, $2, $3, $4, $5) on conflict (address) do nothing',
      [uuidv7(), row.to_address.toLowerCase(), message, mail.id, at],
    );
}

/** When it is tried again, or undefined when it is not. */
function againAt({ outcome }: Ending, attempts: number, now: Date): Date | undefined {
  if (outcome === 'interrupted') return now;
  const minutes = outcome === 'later' && attempts < maxAttempts ? waitMinutes[attempts - 1] : undefined;
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * 60_000);
}
