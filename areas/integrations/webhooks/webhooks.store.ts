import { uuidv7 } from 'uuidv7';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type Delivery, type Webhook, webhookLimits } from './webhook-answers.contract.ts';

/** Webhooks by a condition over `w`. */
export const readWebhooks = (db: Queryable, where: string, params: readonly Param[]): Promise<Webhook[]> =>
  db.query<Webhook>(
    `select w.id, w.name, w.url, w.events, w.is_on as "isOn", w.off_why as "offWhy", w.failing_since as "failingSince",
       w.made_by_name as "madeBy", w.org_id as "orgId", o.name as org, w.created_at as "createdAt"
     from webhook w join people_organisation o on o.id = w.org_id where w.deleted_at is null and ${where}`,
    params,
  );

export interface GivenWebhook {
  name: string;
  url: string;
  events: string[];
}

const fields = ['name', 'url', 'events', 'isOn'];
const told = ({ name, url, events, isOn }: GivenWebhook & { isOn: boolean }) => ({ name, url, events, isOn });

/** @param secret by the id: encrypted for the row @returns its id @throws 409 where there are too many */
export async function addWebhook(
  db: Queryable,
  writer: Writer,
  by: { id: string; name: string },
  orgId: string,
  given: GivenWebhook,
  secret: (id: string) => string,
): Promise<string> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [orgId]);
  const [there] = await db.query<{ count: number }>(
    'select count(*) from webhook where org_id = $1 and deleted_at is null',
    [orgId],
  );
  if ((there?.count ?? 0) >= webhookLimits.most)
    throw refuse.conflict(`There are ${webhookLimits.most} webhooks. Delete those that are no longer needed`);
  const id = uuidv7();
  await db.query(
    `insert into webhook (id, org_id, name, url, events, secret_sealed, made_by, made_by_name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, orgId, given.name, given.url, given.events, secret(id), by.id, by.name, writer.now.toISOString()],
  );
  writer.touched.push(['webhook', orgId]);
  await recordChange(db, writer, {
    action: 'create',
    module: 'webhook',
    recordId: id,
    recordTitle: given.name,
    orgId,
    before: null,
    after: told({ ...given, isOn: true }),
    fields,
  });
  return id;
}

/** A webhook that the scope sees, locked until the transaction ends. @throws 404 */
export async function lockWebhook(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<GivenWebhook & { id: string; orgId: string; isOn: boolean }> {
  const params: Param[] = [id];
  const [row] = await db.query<GivenWebhook & { id: string; orgId: string; isOn: boolean }>(
    `select w.id, w.org_id as "orgId", w.name, w.url, w.events, w.is_on as "isOn" from webhook w
     where w.id = $1 and w.deleted_at is null${tenantFilter('webhook', scope, 'w.org_id', params)} for no key update of w`,
    params,
  );
  if (!row) throw refuse.notFound('Webhook not found');
  return row;
}

/** Changes a webhook that is locked. Whoever switches it on again begins anew. */
export async function changeWebhook(
  db: Queryable,
  writer: Writer,
  was: Awaited<ReturnType<typeof lockWebhook>>,
  given: GivenWebhook & { isOn: boolean },
): Promise<void> {
  await db.query(
    `update webhook set name = $2, url = $3, events = $4, is_on = $5, off_why = null,
       failing_since = case when $5 and not is_on then null else failing_since end where id = $1`,
    [was.id, given.name, given.url, given.events, given.isOn],
  );
  writer.touched.push(['webhook', was.orgId]);
  await recordChange(db, writer, {
    action: 'update',
    module: 'webhook',
    recordId: was.id,
    recordTitle: given.name,
    orgId: was.orgId,
    before: told(was),
    after: told(given),
    fields,
  });
}

/** Deletes a webhook that is locked, for good: its messages go with the sweep of old ones. */
export async function removeWebhook(
  db: Queryable,
  writer: Writer,
  was: Awaited<ReturnType<typeof lockWebhook>>,
): Promise<void> {
  await db.query('update webhook set deleted_at = $2, is_on = false where id = $1', [was.id, writer.now.toISOString()]);
  writer.touched.push(['webhook', was.orgId]);
  await recordChange(db, writer, {
    action: 'delete',
    module: 'webhook',
    recordId: was.id,
    recordTitle: was.name,
    orgId: was.orgId,
    before: told(was),
    after: null,
    fields,
  });
}

/** Messages of a webhook with their tries, the latest first. */
export const readDeliveries = (db: Queryable, webhookId: string, skip: number, take: number): Promise<Delivery[]> =>
  db.query<Delivery>(
    `select m.id, m.event, m.state, m.created_at as "createdAt", m.due_at as "dueAt", m.body, t.tries
     from webhook_message m cross join lateral (
       select coalesce(json_agg(json_build_object('at', t.at, 'status', t.status, 'ms', t.ms, 'answer', t.answer, 'failure', t.failure)
         order by t.at desc, t.id desc), '[]') as tries from webhook_try t where t.message_id = m.id) t
     where m.webhook_id = $1 order by m.created_at desc, m.id desc limit ${take} offset ${skip}`,
    [webhookId],
  );

export async function countDeliveries(db: Queryable, webhookId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) from webhook_message where webhook_id = $1', [
    webhookId,
  ]);
  return row?.count ?? 0;
}

/** Sends a message of a webhook again, with tries of its own; one that waits is tried at once. @throws 404 */
export async function sendAgain(db: Queryable, webhookId: string, id: string, now: Date): Promise<void> {
  const sent = await db.query(
    `update webhook_message set state = 'WAITING', due_at = $3, tries = 0 where id = $2 and webhook_id = $1 returning id`,
    [webhookId, id, now.toISOString()],
  );
  if (sent.length === 0) throw refuse.notFound('Message not found');
}
