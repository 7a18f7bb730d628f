import { recipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, mailTime, queueMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { keyLimits } from './key-answers.contract.ts';

/** Keys that have ended are kept for so long. */
const keptMs = 400 * 86_400_000;

interface Ending {
  id: string;
  name: string;
  orgId: string | null;
  accountId: string | null;
  expiresAt: string;
}

/** Writes once, two weeks before, that a key ends: to its owner, or to those of its organisation who may make keys. Everybody's rows. */
export async function warnOfEnds(db: Queryable, mail: MailKit, now: Date): Promise<void> {
  const until = new Date(now.getTime() + keyLimits.warnDays * 86_400_000);
  const ending = await db.query<Ending>(
    `update api_key k set warned_at = $1 where revoked_at is null and warned_at is null and expires_at > $1 and expires_at <= $2
       -- Of a key for a few days nobody has to be told when it ends.
       and expires_at - created_at > make_interval(days => $3)
     returning k.id, k.name, k.org_id as "orgId", k.account_id as "accountId", k.expires_at as "expiresAt"`,
    [now.toISOString(), until.toISOString(), keyLimits.warnDays],
  );
  for (const { id, name: keyName, orgId, accountId, expiresAt } of ending)
    for (const one of await peopleOf(db, orgId, accountId))
      await queueMail(db, mail, {
        template: 'api-key-expires',
        to: { address: one.email, name: one.name, accountId: one.id },
        orgId,
        values: { name: one.name, key: keyName, when: mailTime(new Date(expiresAt)), link: '/api-key' },
        record: { module: 'api-key', id, title: keyName },
        onceKey: `api-key-expires:${id}:${one.id}`,
      });
}

async function peopleOf(db: Queryable, orgId: string | null, accountId: string | null) {
  if (accountId === null) return orgId === null ? [] : recipientsOf(db, [orgId], 'api-key', 'create');
  return db.query<{ id: string; name: string; email: string }>(
    'select id, name, email from identity_person where id = $1 and email is not null and status = 1 and deleted_at is null',
    [accountId],
  );
}

/** Removes keys that ended long ago. */
export const removeOldKeys = (db: Queryable, now: Date): Promise<unknown> =>
  db.query('delete from api_key where coalesce(revoked_at, expires_at) < $1', [
    new Date(now.getTime() - keptMs).toISOString(),
  ]);
