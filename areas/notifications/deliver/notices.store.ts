import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Channel, Severity } from '#kit/server/notify/topic.ts';
import type { PublishedNotice } from '#kit/server/notify/publish.ts';

export interface ToldOne {
  accountId: string;
  channels: readonly Channel[];
}

/** Keeps what people are told, once each. @returns the ids, by account, of those who had not been told before */
export async function addNotices(
  db: Queryable,
  notice: PublishedNotice,
  severity: Severity,
  people: readonly ToldOne[],
): Promise<Map<string, string>> {
  const rows = people.map(({ accountId, channels }) => ({
    id: uuidv7(),
    account_id: accountId,
    in_app: channels.includes('app'),
    in_digest: channels.includes('digest'),
  }));
  const made = await db.query<{ id: string; accountId: string }>(
    `insert into notice (id, account_id, topic, params, link, module, record_id, severity, in_app, in_digest, at, once_key)
     select n.id, n.account_id, $2, $3, $4, $5, $6, $7, n.in_app, n.in_digest, $8, $9
     from jsonb_to_recordset($1::jsonb) as n (id uuid, account_id uuid, in_app boolean, in_digest boolean)
     on conflict (account_id, once_key) do nothing returning id, account_id as "accountId"`,
    [
      JSON.stringify(rows),
      notice.topic,
      JSON.stringify(notice.params),
      notice.link,
      notice.record?.module ?? null,
      notice.record?.id ?? null,
      severity,
      notice.at,
      notice.onceKey,
    ],
  );
  return new Map(made.map(({ id, accountId }) => [accountId, id]));
}

/** What the email about a notice is known by, so that it is sent once. */
export const mailKeyOf = (noticeId: string): string => `notice:${noticeId}`;

/** Ids of what a person was told of some topics since a moment. To be called over everybody's rows. */
export const toldSince = async (
  db: Queryable,
  accountId: string,
  topics: readonly string[],
  since: Date,
): Promise<string[]> => {
  const rows = await db.query<{ id: string }>(
    'select id from notice where account_id = $1 and at > $2 and topic = any($3::text[])',
    [accountId, since.toISOString(), [...topics]],
  );
  return rows.map(({ id }) => id);
};

const keptDays = 90;

/** Removes what was told long ago, read or not. */
export const sweepNotices = (db: Queryable, now: Date): Promise<void> =>
  db.send('delete from notice where at < $1', [new Date(now.getTime() - keptDays * 86_400_000).toISOString()]);
