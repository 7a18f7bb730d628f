import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { closed } from './request-status.rules.ts';
import { noticesOf, type ToldNotice } from '../desk/tell-due.ts';
import type { TicketMails } from './ticket-mails.ts';
import { lockTickets, reckonPromise, turnTicket } from './tickets.store.ts';

/** Looks out every minute for tickets that become due or late, and closes those that were resolved long enough ago. */
export const ticketsJob = 'tickets';
const everyMs = 60_000;
/** A customer has so long to say that what was resolved is not. */
const closeAfterMs = 7 * 86_400_000;
const stepRows = 100;

export async function planTickets(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
  await jobs.add(db, { name: ticketsJob, runAt, key: runAt.toISOString() });
}

/** One step, in the transaction of its job; as long as there is something to do it adds the next one. */
export const ticketsTask =
  (
    kit: CatalogueKit,
    jobs: Pick<Jobs, 'add'>,
    mails: TicketMails,
    /** Once it is written: mails that wait, and who is to be told at once. */
    after: { wake: () => void; tell: (notices: readonly ToldNotice[]) => void },
  ): Task =>
  async (db, _, now) => {
    const writer = productWriter(now);
    const notices: ToldNotice[] = [];
    await allowMs(db, 20_000);
    const turning = await db.query<{ id: string; orgId: string; promise: string }>(
      `select id, org_id as "orgId", promise from help_desk where turns_at <= $1 and status = 1 and deleted_at is null order by turns_at, id limit ${stepRows}`,
      [now.toISOString()],
    );
    for (const ticket of await lockTickets(
      db,
      turning.map(({ id }) => id),
      turning.map(({ orgId }) => orgId),
    )) {
      await reckonPromise(db, ticket, now);
      writer.touched.push(['help_desk', ticket.orgId]);
      const [{ promise, dueAt } = { promise: '', dueAt: null }] = await db.query<{
        promise: string;
        dueAt: string | null;
      }>('select promise, due_at as "dueAt" from help_desk where id = $1', [ticket.id]);
      const before = turning.find(({ id }) => id === ticket.id)?.promise;
      if (promise !== before && (promise === 'LATE' || promise === 'DUE_SOON') && dueAt !== null) {
        await mails.warned(db, ticket, promise === 'LATE', dueAt);
        notices.push(...(await noticesOf(db, ticket, promise === 'LATE', dueAt)));
      }
    }
    const over = await db.query<{ id: string; orgId: string }>(
      `select id, org_id as "orgId" from help_desk where request_status = '4' and resolved_at <= $1 and deleted_at is null order by resolved_at, id limit ${stepRows}`,
      [new Date(now.getTime() - closeAfterMs).toISOString()],
    );
    for (const ticket of await lockTickets(
      db,
      over.map(({ id }) => id),
      over.map(({ orgId }) => orgId),
    ))
      if (ticket.requestStatus === 4) await turnTicket(db, writer, ticket, closed, 'STAFF');
    const isMore = turning.length === stepRows || over.length === stepRows;
    await (isMore ? jobs.add(db, { name: ticketsJob, payload: { more: true } }) : planTickets(db, jobs, now));
    await markAll(kit.versions, db, writer.touched);
    return () => {
      bumpAll(kit.versions, writer.touched);
      after.wake();
      after.tell(notices);
    };
  };
