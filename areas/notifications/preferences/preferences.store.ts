import type { Param, Queryable } from '#kit/server/db/database.ts';
import { owned } from '#kit/server/db/tenant-filter.ts';
import type { Channel } from '#kit/server/notify/topic.ts';
import type { QuietHours } from './quiet.rules.ts';

export interface Settings {
  digestHour: number;
  quietFrom: number | null;
  quietTo: number | null;
}
export const usualSettings: Settings = { digestHour: 8, quietFrom: null, quietTo: null };

export async function settingsOf(db: Queryable, accountId: string): Promise<Settings> {
  const params: Param[] = [];
  const own = owned('notice-settings', accountId, 'account_id', params);
  const [row] = await db.query<Settings>(
    `select digest_hour as "digestHour", quiet_from as "quietFrom", quiet_to as "quietTo" from notice_setting where true${own}`,
    params,
  );
  return row ?? usualSettings;
}

export async function choicesOf(db: Queryable, accountId: string): Promise<Map<string, Channel[]>> {
  const params: Param[] = [];
  const own = owned('notice-choices', accountId, 'account_id', params);
  const rows = await db.query<{ topic: string; channels: Channel[] }>(
    `select topic, channels from notice_choice where true${own}`,
    params,
  );
  return new Map(rows.map(({ topic, channels }) => [topic, channels]));
}

export const keepSettings = (db: Queryable, accountId: string, settings: Settings, now: Date): Promise<void> =>
  db.send(
    `insert into notice_setting (account_id, digest_hour, quiet_from, quiet_to, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set digest_hour = excluded.digest_hour, quiet_from = excluded.quiet_from,
       quiet_to = excluded.quiet_to, updated_at = excluded.updated_at`,
    [accountId, settings.digestHour, settings.quietFrom, settings.quietTo, now.toISOString()],
  );

/** Keeps what somebody chose for topics; null goes back to what is usual. */
export async function keepChoices(
  db: Queryable,
  accountId: string,
  choices: readonly { topic: string; channels: readonly Channel[] | null }[],
  now: Date,
): Promise<void> {
  const params: Param[] = [choices.flatMap(({ topic, channels }) => (channels === null ? [topic] : []))];
  const own = owned('notice-choices-removal', accountId, 'account_id', params);
  await db.query(`delete from notice_choice where topic = any($1)${own}`, params);
  for (const { topic, channels } of choices)
    if (channels !== null)
      await db.send(
        `insert into notice_choice (account_id, topic, channels, updated_at) values ($1, $2, $3, $4)
         on conflict (account_id, topic) do update set channels = excluded.channels, updated_at = excluded.updated_at`,
        [accountId, topic, [...channels], now.toISOString()],
      );
}

export interface Wish {
  accountId: string;
  channels: Channel[] | null;
  quietFrom: number | null;
  quietTo: number | null;
}

/** What people chose for a topic, and their quiet hours; who chose nothing is left out. To be called over everybody's rows. */
export async function wishesOf(db: Queryable, accounts: readonly string[], topic: string): Promise<Map<string, Wish>> {
  const rows = await db.query<Wish>(
    `select a.id as "accountId", c.channels, s.quiet_from as "quietFrom", s.quiet_to as "quietTo" from unnest($1::uuid[]) as a (id)
       left join notice_choice c on c.account_id = a.id and c.topic = $2 left join notice_setting s on s.account_id = a.id
     where c.topic is not null or s.quiet_from is not null`,
    [[...accounts], topic],
  );
  return new Map(rows.map((row) => [row.accountId, row]));
}

export const quietOf = (wish: Pick<Wish, 'quietFrom' | 'quietTo'> | undefined): QuietHours | undefined =>
  wish && wish.quietFrom !== null && wish.quietTo !== null ? { from: wish.quietFrom, to: wish.quietTo } : undefined;
