import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { MailKit } from '../mail-parts.ts';
import type { Bounce } from './bounce.rules.ts';
import type { IncomingMail } from './incoming-mail.ts';

/** A mail of the outbox as an answer to it, or a report on it, needs it. */
export interface SentMail {
  id: string;
  orgId: string | null;
  accountId: string | null;
  module: string | null;
  recordId: string | null;
  to: string;
  subject: string;
}
const columns = `id, org_id as "orgId", to_account_id as "accountId", record_module as module, record_id as "recordId", lower(to_address) as to, subject`;
const mostIds = 100;

const ownId = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;
const keyInAddress = /\+([a-z2-7]{26})@/;
const keyInId = /^rk\.([a-z2-7]{26})@/i;

/** Ids of mails of the outbox among message ids without brackets. Whether they are ours, only the outbox knows. */
export const ownMailIds = (messageIds: readonly string[]): string[] =>
  messageIds.flatMap((one) => ownId.exec(one)?.[1]?.toLowerCase() ?? []).slice(0, mostIds);

/** Mails of the outbox by their ids. */
export const mailsNamed = (db: Queryable, ids: readonly string[]): Promise<SentMail[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.query<SentMail>(`select ${columns} from mail where id = any($1::uuid[]) order by created_at desc, id desc`, [
        [...ids],
      ]);

/**
 * The mails that one answers, the surest first: by the reply key in an address that it was sent to, or in what it refers to; then by
 * the message ids that it refers to.
 */
export async function answeredMails(
  db: Queryable,
  { to, inReplyTo, references }: Pick<IncomingMail, 'to' | 'inReplyTo' | 'references'>,
): Promise<SentMail[]> {
  const ids = [...inReplyTo, ...references.toReversed()];
  const keys = [
    ...to.flatMap((one) => keyInAddress.exec(one)?.[1] ?? []),
    ...ids.flatMap((one) => keyInId.exec(one)?.[1]?.toLowerCase() ?? []),
  ].slice(0, mostIds);
  const byKey =
    keys.length === 0
      ? []
      : await db.query<SentMail>(
          `select distinct on (reply_key) ${columns} from mail where reply_key = any($1::text[])
           order by reply_key, created_at desc, id desc`,
          [keys],
        );
  return [...byKey, ...(await mailsNamed(db, ownMailIds(ids)))];
}

/**
 * Notes that a mail did not arrive after all, and that nothing more is sent to an address that is gone. Gives false where that was
 * known already. Only for the address that the mail went to: a report about another one is not believed.
 */
export async function noteBounce(
  db: Queryable,
  kit: Pick<MailKit, 'clock'>,
  mail: SentMail,
  bounce: Bounce,
): Promise<boolean> {
  const said = `${bounce.code} ${bounce.words}`.trim().slice(0, 500);
  const [noted] = await db.query(
    `update mail set state = 'bounced', last_error = $2 where id = $1 and state = 'sent' returning id`,
    [mail.id, said],
  );
  if (!noted) return false;
  if (bounce.isGone)
    await db.query(
      'insert into mail_suppression (id, address, reason, mail_id, at) values ($1, $2, $3, $4, $5) on conflict (address) do nothing',
      [uuidv7(), mail.to, said, mail.id, kit.clock.now().toISOString()],
    );
  return true;
}
