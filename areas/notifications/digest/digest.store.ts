import type { Queryable } from '#kit/server/db/database.ts';
import type { NoticeParams } from '#kit/server/notify/topic.ts';

export interface DueDigest {
  accountId: string;
}

/**
 * People for whom there is something new and whose hour has come today, some at a time; locked until the end of the transaction. To be called
 * over everybody's rows.
 * @param day and hour in India.
 */
export const dueDigests = (db: Queryable, day: string, hour: number, limit: number): Promise<DueDigest[]> =>
  db.query<DueDigest>(
    `select distinct n.account_id as "accountId" from notice n left join notice_setting s on s.account_id = n.account_id
     where n.in_digest and n.digested_at is null and n.read_at is null and coalesce(s.digest_hour, 8) <= $2
       and (s.digest_on is null or s.digest_on < $1::date) order by n.account_id limit ${limit}`,
    [day, hour],
  );

export interface Digested {
  topic: string;
  params: NoticeParams;
}

/** Takes what a digest tells, latest first: none of it is told again. */
export const takeDigest = (db: Queryable, accountId: string, now: Date): Promise<Digested[]> =>
  db.query<Digested>(
    `with taken as (update notice set digested_at = $2 where account_id = $1 and in_digest and digested_at is null and read_at is null
       returning topic, params, at, id)
     select topic, params from taken order by at desc, id desc`,
    [accountId, now.toISOString()],
  );

/** Notes the day of a digest: there is one a day. */
export const noteDigest = (db: Queryable, accountId: string, day: string, now: Date): Promise<void> =>
  db.send(
    `insert into notice_setting (account_id, digest_on, updated_at) values ($1, $2, $3)
     on conflict (account_id) do update set digest_on = excluded.digest_on`,
    [accountId, day, now.toISOString()],
  );
