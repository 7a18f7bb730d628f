import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import { addJob } from '#kit/server/jobs.ts';
import type { Sent } from '#kit/server/outgoing/send.ts';
import type { News } from './event-words.rules.ts';
import { testEvent, webhookLimits } from './webhook-answers.contract.ts';

export const webhookJob = 'webhooks';
/** Messages of one webhook that are on their way at once: a slow receiver keeps no other waiting. */
const mostOfOne = 2;
/** Tries of a message: the first at once, the others behind these waits, in minutes; a day in all. */
const waitMinutes = [1 / 6, 1, 5, 15, 60, 120, 240, 480, 480] as const;
/** Parts by which a wait is longer or shorter, so that what failed together does not come back together. */
const jitter = 0.2;
const dayMs = 86_400_000;

/** What is sent: which version of the form it has, what happened when, and to what. */
export const bodyOf = ({
  event,
  at,
  record,
  facts,
}: Pick<News, 'at' | 'record' | 'facts'> & { event: string }): string =>
  JSON.stringify({ type: event, version: 1, timestamp: at.toISOString(), data: { ...record, ...facts } });

/**
 * Writes what webhooks are to be told, in the transaction of what happened. What was written before under its key is not written again.
 */
export async function tellWebhooks(db: Queryable, news: readonly News[], now: Date): Promise<void> {
  if (news.length === 0) return;
  const webhooks = await db.query<{ id: string; orgId: string; events: string[] }>(
    `select id, org_id as "orgId", events from webhook where org_id = any($1::uuid[]) and is_on and deleted_at is null`,
    [[...new Set(news.map(({ orgId }) => orgId))]],
  );
  const rows = webhooks.flatMap(({ id, orgId, events }) =>
    news
      .filter((one) => one.orgId === orgId && events.includes(one.event))
      .map((one) => ({
        id: uuidv7(),
        org_id: orgId,
        webhook_id: id,
        event: one.event,
        key: `${one.event}:${one.key}`,
        body: bodyOf(one),
      })),
  );
  await addMessages(db, rows, now);
}

interface NewMessage {
  id: string;
  org_id: string;
  webhook_id: string;
  event: string;
  key: string;
  body: string;
}

async function addMessages(db: Queryable, rows: readonly NewMessage[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  await db.query(
    `insert into webhook_message (id, org_id, webhook_id, event, key, body, state, due_at, created_at)
     select r.id, r.org_id, r.webhook_id, r.event, r.key, r.body, 'WAITING', $2, $2
     from jsonb_to_recordset($1::jsonb) as r (id uuid, org_id uuid, webhook_id uuid, event text, key text, body text)
     on conflict (webhook_id, key) do nothing`,
    [JSON.stringify(rows), now.toISOString()],
  );
  await addJob(db, { name: webhookJob }, now);
}

/** Writes a message that tells nothing but that it arrived. @returns its id */
export async function addTest(
  db: Queryable,
  webhook: { id: string; orgId: string; name: string },
  now: Date,
): Promise<string> {
  const id = uuidv7();
  const record = { module: 'webhook', id: webhook.id, title: webhook.name };
  const body = bodyOf({ event: testEvent, at: now, record, facts: {} });
  const row = { id, org_id: webhook.orgId, webhook_id: webhook.id, event: testEvent, key: `${testEvent}:${id}`, body };
  await addMessages(db, [row], now);
  return id;
}

/** A message that this process is trying to send. */
export interface Taken {
  id: string;
  orgId: string;
  webhookId: string;
  event: string;
  body: string;
  /** This one among them. */
  tries: number;
  createdAt: string;
  url: string;
  secret: string;
}

/**
 * Takes messages that are due. Until `leased` they are of whoever took them; then another looks after them.
 * @param busy webhooks of which enough are on their way
 */
export async function takeDue(
  db: Queryable,
  busy: readonly string[],
  most: number,
  now: Date,
  leased: Date,
): Promise<Taken[]> {
  const due = await db.query<{ id: string }>(
    `select m.id from webhook w cross join lateral (
       select id, due_at from webhook_message where webhook_id = w.id and state = 'WAITING' and due_at <= $1
         and (w.is_on or event = '${testEvent}') order by due_at, id limit ${mostOfOne}) m
     where w.deleted_at is null and w.id <> all($2::uuid[]) order by m.due_at, m.id limit ${most}`,
    [now.toISOString(), [...busy]],
  );
  if (due.length === 0) return [];
  return db.query<Taken>(
    `update webhook_message m set due_at = $3, tries = m.tries + 1 from webhook w
     where w.id = m.webhook_id and m.id in (
       select id from webhook_message where id = any($1::uuid[]) and state = 'WAITING' and due_at <= $2 order by id for update skip locked)
     returning m.id, m.org_id as "orgId", m.webhook_id as "webhookId", m.event, m.body, m.tries, m.created_at as "createdAt", w.url,
       w.secret_sealed as secret`,
    [due.map(({ id }) => id), now.toISOString(), leased.toISOString()],
  );
}

export const isBusy = (underWay: number): boolean => underWay >= mostOfOne;

/** Whether the receiver took it. */
const isTaken = ({ status }: Sent) => status !== null && status >= 200 && status < 300;

/**
 * Writes down what came of a try: it arrived, it is tried again later, or it is given up.
 * @returns why the webhook is to be switched off; undefined: it is not
 */
export async function endTry(
  db: Queryable,
  message: Taken,
  sent: Sent,
  at: Date,
  now: Date,
): Promise<string | undefined> {
  await db.query(
    `insert into webhook_try (id, org_id, message_id, at, status, ms, answer, failure) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [uuidv7(), message.orgId, message.id, at.toISOString(), sent.status, sent.ms, sent.answer, sent.failure],
  );
  const isTest = message.event === testEvent;
  if (isTaken(sent)) {
    await db.query(`update webhook_message set state = 'DONE', due_at = null where id = $1`, [message.id]);
    await db.query('update webhook set failing_since = null where id = $1 and failing_since is not null', [
      message.webhookId,
    ]);
    return undefined;
  }
  // One that was switched off meanwhile is sent nothing more.
  const [webhook] = await db.query<{ isOn: boolean; since: string | null }>(
    'select is_on as "isOn", failing_since as since from webhook where id = $1 and deleted_at is null for no key update',
    [message.webhookId],
  );
  const wait = isTest || !webhook?.isOn ? undefined : waitMinutes[message.tries - 1];
  const waitMs = (wait ?? 0) * 60_000 * (1 + jitter * (2 * Math.random() - 1));
  const dueAt = wait === undefined ? null : new Date(now.getTime() + waitMs);
  await db.query(`update webhook_message set state = $2, due_at = $3 where id = $1`, [
    message.id,
    dueAt === null ? 'FAILED' : 'WAITING',
    dueAt?.toISOString() ?? null,
  ]);
  if (isTest || !webhook?.isOn) return undefined;
  if (dueAt !== null) await addJob(db, { name: webhookJob, runAt: dueAt }, now);
  const since = webhook.since ?? at.toISOString();
  if (webhook.since === null)
    await db.query('update webhook set failing_since = $2 where id = $1', [message.webhookId, since]);
  if (sent.status === 410) return 'The receiver said that it wants no more messages (410 Gone)';
  return now.getTime() - Date.parse(since) >= webhookLimits.failingDays * dayMs
    ? `No message was accepted for ${webhookLimits.failingDays} days`
    : undefined;
}

/** Messages that wait for a webhook that is off are given up; people may send them again. */
export const giveUpWaiting = (db: Queryable, webhookId: string): Promise<unknown> =>
  db.query(`update webhook_message set state = 'FAILED', due_at = null where webhook_id = $1 and state = 'WAITING'`, [
    webhookId,
  ]);

/** Removes messages of long ago, with their tries, and looks for what waits. */
export async function sweepMessages(db: Queryable, now: Date): Promise<void> {
  await db.query(`delete from webhook_message where created_at < $1 and state <> 'WAITING'`, [
    new Date(now.getTime() - webhookLimits.keptDays * dayMs).toISOString(),
  ]);
  await addJob(db, { name: webhookJob, key: 'sweep' }, now);
}
