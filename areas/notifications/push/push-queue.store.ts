import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { addJob } from '#kit/server/jobs.ts';
import type { Channel, Severity } from '#kit/server/notify/topic.ts';
import type { QueueFigures, ReadQueues } from '#kit/server/queues.ts';
import { type PushedNotice, testUsefulS, usefulS } from './push-message.ts';
import { type DuePush, most, type Slots } from './push-slots.rules.ts';

export const pushJob = 'push';
/** Seconds from one try to the next; after the last of them again and again, as long as the message is of use. */
const waitsS = [10, 60, 300, 900, 1_800, 3_600] as const;
/** Parts by which a wait is longer or shorter, so that what failed together does not come back together. */
const jitter = 0.2;

export interface ToPush {
  noticeId: string;
  accountId: string;
  /** When they may be disturbed again; undefined: now. */
  heldUntil: Date | undefined;
}

/** Writes what browsers are to be told, in the transaction of the notice. To be called over everybody's rows. */
export async function queuePushes(
  db: Queryable,
  severity: Severity,
  people: readonly ToPush[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(({ noticeId, accountId, heldUntil = now }) => ({
    notice_id: noticeId,
    account_id: accountId,
    due_at: heldUntil.toISOString(),
    ends_at: new Date(heldUntil.getTime() + usefulS[severity] * 1_000).toISOString(),
  }));
  const made = await db.query<{ dueAt: string }>(
    `insert into push_message (id, account_id, subscription_id, notice_id, service, is_urgent, due_at, ends_at, created_at)
     select gen_random_uuid(), b.account_id, b.id, r.notice_id, b.service, $3, r.due_at, r.ends_at, $2
     from jsonb_to_recordset($1::jsonb) as r (notice_id uuid, account_id uuid, due_at timestamptz, ends_at timestamptz)
     join push_subscription b on b.account_id = r.account_id
     on conflict (subscription_id, notice_id) do nothing returning due_at as "dueAt"`,
    [JSON.stringify(rows), now.toISOString(), severity === 'urgent'],
  );
  for (const dueAt of new Set(made.map((one) => one.dueAt)))
    await addJob(db, { name: pushJob, runAt: new Date(dueAt), key: `due ${Date.parse(dueAt)}` }, now);
}

/** Writes a test to somebody's browsers; one that still waits there is of no use beside it. */
export async function queueTests(db: Queryable, accountId: string, ids: readonly string[], now: Date): Promise<void> {
  await db.query(
    'delete from push_message where subscription_id = any($1::uuid[]) and account_id = $2 and notice_id is null',
    [[...ids], accountId],
  );
  for (const id of ids)
    await db.query(
      `insert into push_message (id, account_id, subscription_id, service, due_at, ends_at, created_at)
       select $1, b.account_id, b.id, b.service, $4, $5, $4 from push_subscription b where b.id = $2 and b.account_id = $3`,
      [uuidv7(), id, accountId, now.toISOString(), new Date(now.getTime() + testUsefulS * 1_000).toISOString()],
    );
  await addJob(db, { name: pushJob }, now);
}

/** Takes back what was to be told of notices that somebody has removed. */
export const dropPushes = (db: Queryable, noticeIds: readonly string[]): Promise<void> =>
  db.send('delete from push_message where notice_id = any($1::uuid[])', [[...noticeIds]]);

/** A message that this process is trying to send. */
export interface TakenPush extends DuePush {
  subscriptionId: string;
  sessionId: string;
  sealed: string;
  /** This one among them. */
  tries: number;
  endsAt: string;
  /** Null of a test. */
  notice: PushedNotice | null;
  /** What its reader chose for the topic by now; null: nothing. */
  channels: Channel[] | null;
}

/** More than that are not looked at; of each service and person there are few among them. */
const mostLooked = 500;

/**
 * Messages that are due, in their order: urgent ones first, and those to services that answer before those to services that do not. Of every
 * service and of every person there are some: services are found one after the other by the index, so that many that wait for their time are
 * not looked at.
 */
function findDue(db: Queryable, slots: Slots, now: Date): Promise<DuePush[]> {
  const { busyServices, busyAccounts, good, slow } = slots.state(now);
  return db.query<DuePush>(
    `with recursive s (service) as (
       (select service from push_message order by service limit 1)
       union all select (select service from push_message where service > s.service order by service limit 1) from s
       where s.service is not null)
     select d.id, d.service, d.account_id as "accountId", d.is_urgent as "isUrgent" from (
       select m.id, s.service, m.account_id, u.is_urgent, m.due_at,
         row_number() over (partition by m.account_id order by u.is_urgent desc, m.due_at, m.id) as place
       from s cross join (values (true), (false)) as u (is_urgent) cross join lateral (
         select id, account_id, due_at from push_message
         where service = s.service and is_urgent = u.is_urgent and due_at <= $1 and account_id <> all($3::uuid[])
         order by due_at, id limit ${most.ofService}) m
       where s.service <> all($2::text[])) d
     where d.place <= ${most.ofAccount}
     order by d.is_urgent desc, case when d.service = any($4::text[]) then 0 when d.service = any($5::text[]) then 2 else 1 end,
       d.due_at, d.id limit ${mostLooked}`,
    [now.toISOString(), busyServices, busyAccounts, good, slow],
  );
}

/** Removes those of them that nobody needs any more: what they are about was read meanwhile, or they came too late. @returns which */
async function dropNeedless(db: Queryable, ids: readonly string[], now: Date): Promise<Set<string>> {
  const gone = await db.query<{ id: string }>(
    `delete from push_message where id in (
       select m.id from push_message m left join notice n on n.id = m.notice_id
       where m.id = any($1::uuid[]) and (m.ends_at <= $2 or n.read_at is not null) for update of m skip locked) returning id`,
    [[...ids], now.toISOString()],
  );
  return new Set(gone.map(({ id }) => id));
}

/** Takes messages that are due and have room. Until `leased` they are of whoever took them; then another looks after them. */
export async function takePushes(db: Queryable, slots: Slots, now: Date, leased: Date): Promise<TakenPush[]> {
  let due: DuePush[];
  // As long as all that is found is needless there may be more behind it.
  for (;;) {
    const found = await findDue(db, slots, now);
    if (found.length === 0) return [];
    const needless = await dropNeedless(
      db,
      found.map(({ id }) => id),
      now,
    );
    due = found.filter(({ id }) => !needless.has(id));
    if (due.length > 0) break;
  }
  const chosen = slots.choose(due, now).map(({ id }) => id);
  if (chosen.length === 0) return [];
  return db.query<TakenPush>(
    `with taken as (
       update push_message set due_at = $3, tries = tries + 1 where id in (
         select id from push_message where id = any($1::uuid[]) and due_at <= $2 order by id for update skip locked)
       returning id, account_id, subscription_id, notice_id, is_urgent, tries, ends_at)
     select t.id, t.account_id as "accountId", t.is_urgent as "isUrgent", t.subscription_id as "subscriptionId",
       b.session_id as "sessionId", b.service, b.sealed, t.tries, t.ends_at as "endsAt", c.channels,
       case when n.id is null then null else json_build_object('id', n.id, 'topic', n.topic, 'params', n.params, 'link', n.link,
         'severity', n.severity, 'module', n.module, 'recordId', n.record_id) end as notice
     from taken t join push_subscription b on b.id = t.subscription_id left join notice n on n.id = t.notice_id
       left join notice_choice c on c.account_id = t.account_id and c.topic = n.topic`,
    [chosen, now.toISOString(), leased.toISOString()],
  );
}

/** Messages that wait to be sent. */
export const pushQueue: ReadQueues = (db, now) =>
  db.query<QueueFigures>(
    `select 'push' as queue, count(*) as waiting, min(due_at) as since, 0 as failed from push_message where due_at <= $1`,
    [now.toISOString()],
  );

/** What became of a try: it was taken, it may be tried again, this one is refused, or there is no such browser any more. */
export type PushEnd =
  | { outcome: 'taken' }
  | { outcome: 'later'; waitS: number | undefined }
  | { outcome: 'refused' }
  | { outcome: 'needless' }
  | { outcome: 'gone' };

/** Writes down what became of a try. @returns when it is tried again */
export async function endPush(db: Queryable, message: TakenPush, end: PushEnd, now: Date): Promise<Date | undefined> {
  const { id, subscriptionId, tries } = message;
  if (end.outcome === 'gone') {
    // A browser that has another address by now is not the one that is gone.
    await db.query('delete from push_subscription where id = $1 and sealed = $2', [subscriptionId, message.sealed]);
    await db.query('delete from push_message where id = $1', [id]);
    return undefined;
  }
  if (end.outcome !== 'needless') await noteOutcome(db, subscriptionId, end.outcome === 'taken', now);
  const base = waitsS[Math.min(tries, waitsS.length) - 1] ?? 0;
  const own = base * (1 + jitter * (2 * Math.random() - 1));
  const next =
    end.outcome === 'later'
      ? new Date(now.getTime() + Math.max(own, end.waitS ?? 0) * 1_000)
      : new Date(message.endsAt);
  if (next.getTime() >= Date.parse(message.endsAt)) {
    await db.query('delete from push_message where id = $1', [id]);
    return undefined;
  }
  await db.query('update push_message set due_at = $2 where id = $1', [id, next.toISOString()]);
  // What else waits for a browser that was told to wait, waits as well.
  if (end.outcome === 'later' && end.waitS !== undefined)
    await db.query(
      'update push_message set due_at = $3 where subscription_id = $1 and id <> $2 and due_at < $3 and tries = 0',
      [subscriptionId, id, next.toISOString()],
    );
  return next;
}

const noteOutcome = (db: Queryable, id: string, isTaken: boolean, now: Date): Promise<unknown> =>
  db.query(
    isTaken
      ? 'update push_subscription set sent_at = $2, failing_since = null, failures = 0 where id = $1'
      : 'update push_subscription set failing_since = coalesce(failing_since, $2), failures = failures + 1 where id = $1',
    [id, now.toISOString()],
  );
