import { setTimeout as sleep } from 'node:timers/promises';
import { recipientsOf } from '#areas/identity/identity.server.ts';
import { type Mail, queueMail } from '#areas/mail/mail.server.ts';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { productWriter, recordChange } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { type OutgoingOptions, type Sent, sendOnce } from '#kit/server/outgoing/send.ts';
import type { SealedTexts } from '#kit/server/sealed.ts';
import { endTry, giveUpWaiting, isBusy, type Taken, takeDue, webhookJob } from './outbox.store.ts';
import { signedHeaders } from './signature.rules.ts';

/** Messages on their way at once from this process. */
const atOnce = 20;
/** After this time whoever took a message is thought to be gone. Longer than a try may take, with its record. */
const leaseMs = 60_000;

export interface DeliverParts {
  db: Database;
  clock: Clock;
  log: (line: string) => void;
  jobs: Pick<Jobs, 'add' | 'wake'>;
  mail: Mail;
  sealed: SealedTexts;
  webhooks: OutgoingOptions;
}

export const secretCell = (id: string) => ({ table: 'webhook', column: 'secret_sealed', id });

/**
 * Sends what is due: takes it in a transaction, sends it without one, and writes down what became of it in another. A process that is
 * killed between the last two sends a message again, under the same id.
 */
export function deliverTask(parts: DeliverParts): Task {
  const { db: database, clock, jobs, log, mail } = parts;
  const underWay = new Map<string, number>();
  const count = (id: string, by: number) => {
    const left = (underWay.get(id) ?? 0) + by;
    if (left <= 0) underWay.delete(id);
    else underWay.set(id, left);
  };

  const trySend = async (message: Taken, at: Date, stop: AbortSignal): Promise<Sent> => {
    let secret: string;
    try {
      secret = parts.sealed.open(secretCell(message.webhookId), message.secret);
    } catch {
      log(`the secret of webhook ${message.webhookId} could not be read`);
      return { status: null, ms: 0, answer: null, failure: 'The secret could not be read' };
    }
    const headers = {
      ...signedHeaders(secret, `msg_${message.id}`, at, message.body),
      'content-type': 'application/json',
      'user-agent': 'Roadkeeper-Webhooks/1',
    };
    return sendOnce(message.url, headers, message.body, parts.webhooks, stop);
  };

  const deliver = async (message: Taken, stop: AbortSignal): Promise<void> => {
    const at = clock.now();
    const sent = await trySend(message, at, stop);
    // Cut off by the stop of this process: nobody knows what came of it, and it is sent again.
    if (stop.aborted && sent.status === null) return;
    for (let patienceMs = 250; ; patienceMs *= 2) {
      try {
        await transact(database, everything, async (db) => {
          const now = clock.now();
          const why = await endTry(db, message, sent, at, now);
          if (why !== undefined) await switchOff(db, parts, message.webhookId, why, now);
          await jobs.add(db, { name: webhookJob });
        });
        break;
      } catch (error) {
        log(`what became of webhook message ${message.id} could not be written down: ${String(error)}`);
        if (stop.aborted || patienceMs > leaseMs / 4) return;
        await sleep(patienceMs);
      }
    }
  };

  return async (db, _, now) => {
    const onTheirWay = [...underWay.values()].reduce((sum, one) => sum + one, 0);
    const busy = [...underWay].filter(([, some]) => isBusy(some)).map(([id]) => id);
    if (onTheirWay >= atOnce) return;
    const leased = new Date(now.getTime() + leaseMs);
    const taken = await takeDue(db, busy, atOnce - onTheirWay, now, leased);
    if (taken.length === 0) return;
    // Should this process be gone by then, another or the next one looks after them.
    await jobs.add(db, { name: webhookJob, runAt: new Date(leased.getTime() + 1_000) });
    return () => {
      for (const message of taken) {
        count(message.webhookId, 1);
        mail.beside(`webhook message ${message.id}`, async (stop) => {
          try {
            await deliver(message, stop);
          } finally {
            count(message.webhookId, -1);
            jobs.wake();
          }
        });
      }
    };
  };
}

/** Switches a webhook off that nothing gets through to, and writes to those who may switch it on again. */
async function switchOff(db: Queryable, { mail }: DeliverParts, id: string, why: string, now: Date): Promise<void> {
  const [webhook] = await db.query<{ name: string; url: string; orgId: string; madeBy: string }>(
    `update webhook set is_on = false, off_why = $2 where id = $1 and is_on and deleted_at is null
     returning name, url, org_id as "orgId", made_by as "madeBy"`,
    [id, why],
  );
  if (!webhook) return;
  await giveUpWaiting(db, id);
  const writer = productWriter(now);
  await recordChange(db, writer, {
    action: 'status',
    module: 'webhook',
    recordId: id,
    recordTitle: webhook.name,
    orgId: webhook.orgId,
    before: { isOn: true },
    after: { isOn: false, why },
    fields: ['isOn', 'why'],
  });
  const makers = await db.query<{ id: string; name: string; email: string }>(
    'select id, name, email from identity_person where id = $1 and email is not null and status = 1 and deleted_at is null',
    [webhook.madeBy],
  );
  const people = new Map(
    [...makers, ...(await recipientsOf(db, [webhook.orgId], 'webhook', 'edit'))].map((one) => [one.id, one]),
  );
  for (const one of people.values())
    await queueMail(db, mail, {
      template: 'webhook-switched-off',
      to: { address: one.email, name: one.name, accountId: one.id },
      orgId: webhook.orgId,
      values: { name: one.name, webhook: webhook.name, address: new URL(webhook.url).host, why, link: '/webhook' },
      record: { module: 'webhook', id, title: webhook.name },
    });
}
