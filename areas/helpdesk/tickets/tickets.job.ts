import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { ticketsJob } from '../sla/job-names.ts';
import { reckonPromises } from '../sla/promise.store.ts';
import { closed, resolved } from './request-status.rules.ts';
import { noticesOf, type ToldNotice } from '../desk/tell-due.ts';
import type { TicketMails } from './ticket-mails.ts';
import { lockTickets, turnTicket } from './tickets.store.ts';

const everyMs = 60_000;
/** A customer has so long to say that what was resolved is not. */
const closeAfterMs = 7 * 86_400_000;
const stepRows = 100;

/** The look-out for tickets that become due or late, and for those that were resolved long enough ago: every minute. */
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
    const turning = await db.query<{ id: string; orgId: string }>(
      `select id, org_id as "orgId" from help_desk where turns_at <= $1 and status = 1 and deleted_at is null order by turns_at, id limit ${stepRows}`,
      [now.toISOString()],
    );
    const locked = await lockTickets(
      db,
      turning.map(({ id }) => id),
      turning.map(({ orgId }) => orgId),
    );
    const byId = new Map(locked.map((ticket) => [ticket.id, ticket]));
    for (const { orgId } of locked) writer.touched.push(['help_desk', orgId]);
    // What was switched off since is told of when it is back.
    const lively = locked.filter(({ live }) => live);
    for (const warning of await reckonPromises(db, lively, now, true)) {
      const ticket = byId.get(warning.ticketId);
      if (!ticket) continue;
      await mails.warned(db, ticket, warning);
      notices.push(...(await noticesOf(db, ticket, warning)));
    }
    const over = await db.query<{ id: string; orgId: string }>(
      `select id, org_id as "orgId" from help_desk where request_status = '4' and resolved_at <= $1 and status = 1 and deleted_at is null order by resolved_at, id limit ${stepRows}`,
      [new Date(now.getTime() - closeAfterMs).toISOString()],
    );
    for (const ticket of await lockTickets(
      db,
      over.map(({ id }) => id),
      over.map(({ orgId }) => orgId),
    ))
      if (ticket.requestStatus === resolved && ticket.live) await turnTicket(db, writer, ticket, closed, 'STAFF');
    const isMore = turning.length === stepRows || over.length === stepRows;
    await (isMore ? jobs.add(db, { name: ticketsJob, payload: { more: true } }) : planTickets(db, jobs, now));
    await markAll(kit.versions, db, writer.touched);
    return () => {
      bumpAll(kit.versions, writer.touched);
      after.wake();
      after.tell(notices);
    };
  };
