import type { Param, Queryable } from '#kit/server/db/database.ts';
import { owned } from '#kit/server/db/tenant-filter.ts';
import type { NoticeParams, Severity } from '#kit/server/notify/topic.ts';
import { dropPushes } from '../push/push-queue.store.ts';

export interface StoredNotice {
  id: string;
  topic: string;
  params: NoticeParams;
  link: string;
  severity: Severity;
  at: string;
  readAt: string | null;
}

export interface Wanted {
  take: number;
  /** The last one of the page before. */
  after?: string | undefined;
  isUnread?: boolean;
  topics?: readonly string[] | undefined;
  severities?: readonly string[] | undefined;
}

/** What somebody was told, latest first; one more than asked for where there is more. */
export function noticesOf(db: Queryable, accountId: string, wanted: Wanted): Promise<StoredNotice[]> {
  const params: Param[] = [wanted.take + 1];
  const bind = (param: Param) => `$${params.push(param)}`;
  const terms = [`in_app${owned('notices', accountId, 'account_id', params)}`];
  if (wanted.after !== undefined) {
    const last = bind(wanted.after);
    terms.push(
      `(at, id) < (select b.at, b.id from notice b where b.id = ${last}${owned('notices-after', accountId, 'b.account_id', params)})`,
    );
  }
  if (wanted.isUnread) terms.push('read_at is null');
  if (wanted.topics) terms.push(`topic = any(${bind([...wanted.topics])})`);
  if (wanted.severities) terms.push(`severity = any(${bind([...wanted.severities])})`);
  return db.query<StoredNotice>(
    `select id, topic, params, link, severity, at, read_at as "readAt" from notice where ${terms.join(' and ')}
     order by at desc, id desc limit $1`,
    params,
  );
}

/** Further ones are not counted: nobody reads so many. */
export const mostCounted = 1_000;

export async function unreadOf(db: Queryable, accountId: string): Promise<number> {
  const params: Param[] = [];
  const own = owned('notices-unread', accountId, 'account_id', params);
  const [row] = await db.query<{ count: number }>(
    `select count(*) from (select from notice where in_app and read_at is null${own} limit ${mostCounted}) n`,
    params,
  );
  return row?.count ?? 0;
}

/** Marks as read or as unread again. @param ids left out: all */
export async function markNotices(
  db: Queryable,
  accountId: string,
  { ids, isRead, now }: { ids: readonly string[] | undefined; isRead: boolean; now: Date },
): Promise<number> {
  const params: Param[] = [isRead ? now.toISOString() : null];
  const own = owned('notices-read', accountId, 'account_id', params);
  const these = ids ? ` and id = any($${params.push([...ids])}::uuid[])` : '';
  const rows = await db.query(
    `update notice set read_at = $1 where in_app and (read_at is null) = ($1::timestamptz is not null)${own}${these} returning id`,
    params,
  );
  return rows.length;
}

/** Takes them out of the list. @param ids left out: all that were read */
export async function removeNotices(
  db: Queryable,
  accountId: string,
  ids: readonly string[] | undefined,
): Promise<number> {
  const params: Param[] = [];
  const own = owned('notices-removal', accountId, 'account_id', params);
  const these = ids ? ` and id = any($${params.push([...ids])}::uuid[])` : ' and read_at is not null';
  // What is removed is not told anew when it is published again.
  const rows = await db.query<{ id: string }>(
    `update notice set in_app = false, in_digest = false, params = '{}', link = '/notifications' where in_app${own}${these} returning id`,
    params,
  );
  await dropPushes(
    db,
    rows.map(({ id }) => id),
  );
  return rows.length;
}
