import { ownerOf } from '#areas/rights/rights.server.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { Draft, RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { happened } from '#kit/server/events.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { AfterReply } from './ticket-mails.ts';
import { afterReply } from './request-status.rules.ts';
import { sideOf } from './ticket.policy.ts';
import type { ticketNote, ticketReply } from './ticket.contract.ts';
import { lockTickets, mustBeOpenToWords, noteFirstReply, type StoredTicket, turnTicket } from './tickets.store.ts';

/** For so long what was written may be changed by who wrote it. */
export const editMs = 5 * 60_000;

const written = [...actions];

/** Replies: what is said between customer and desk turns the ticket. */
export const replyPolicy = (told: AfterReply): RowPolicy<typeof ticketReply> => ({
  prepare: takeOrganisation,
  complete: async (_db, _writer, drafts) => checkWords(drafts),
  check: (db, writer, change) => checkWriting(db, writer, change),
  async afterMany(db, writer, changes, rows) {
    for (const [at, row] of rows.entries()) await followReply(db, writer, changes[at], row, told);
  },
  rights: () => written,
  rightsBy: () => 'all',
});

/** Writers whose reply comes with the end of their ticket: it opens nothing again. */
export const lastWords = new WeakSet<Writer>();

/** Writers whose reply comes with the end of their ticket: both are told at once, with that end. */
export const toldWithTheEnd = new WeakSet<Writer>();

async function followReply(
  db: Queryable,
  writer: Writer,
  change: RowChange<typeof ticketReply> | undefined,
  row: RowOf<typeof ticketReply>,
  told: AfterReply,
): Promise<void> {
  // Whoever looks at the ticket sees it at once.
  writer.touched.push(['help_desk', row.orgId ?? null]);
  if (change?.action === 'update')
    await db.query('update ticket_reply set edited_at = $2 where id = $1', [row.id, writer.now.toISOString()]);
  if (change?.action !== 'create') return;
  const ticket = await ticketOf(db, row.ticketId, row.orgId);
  const side = sideOf(writer);
  const author = side === 'STAFF' ? 'Help desk' : (writer.onBehalfOfName ?? writer.actorName);
  await db.query('update ticket_reply set author = $2, by_staff = $3 where id = $1', [row.id, author, side]);
  if (side === 'STAFF' && ticket.orgId)
    await happened.raise(db, writer, [
      {
        event: 'ticket.answered',
        key: row.id,
        at: writer.now,
        orgId: ticket.orgId,
        record: { module: 'ticket-reply', id: row.id, title: ticket.subject },
        facts: { ticketId: ticket.id },
      },
    ]);
  const answered = side === 'STAFF' ? await noteFirstReply(db, writer, ticket) : ticket;
  const turned = lastWords.has(writer)
    ? answered
    : await turnTicket(db, writer, answered, afterReply(ticket.requestStatus, side), side);
  if (!toldWithTheEnd.has(writer)) await told(db, writer, turned, { id: row.id, side, text: row.text });
}

/** Internal notes: nothing of the ticket itself changes. */
export const notePolicy: RowPolicy<typeof ticketNote> = {
  prepare: takeOrganisation,
  complete: async (_db, _writer, drafts) => checkWords(drafts),
  async check(db, writer, change) {
    await checkWriting(db, writer, change);
    if (change.action === 'update' && change.before.kind !== 'NOTE')
      throw refuse.conflict('What was noted by the product stays as it is');
  },
  async afterMany(db, writer, changes, rows) {
    for (const [at, row] of rows.entries()) await followNote(db, writer, changes[at], row);
  },
  rights: () => written,
  rightsBy: () => 'all',
};

async function followNote(
  db: Queryable,
  writer: Writer,
  change: RowChange<typeof ticketNote> | undefined,
  row: RowOf<typeof ticketNote>,
): Promise<void> {
  writer.touched.push(['help_desk', row.orgId ?? null]);
  if (change?.action === 'update')
    await db.query('update ticket_note set edited_at = $2 where id = $1', [row.id, writer.now.toISOString()]);
  if (change?.action !== 'create') return;
  await db.query('update ticket_note set author = $2 where id = $1', [row.id, writer.actorName]);
}

interface Words {
  ticketId: string;
  orgId?: string | null | undefined;
  text: string;
}

/** Fills in whose a ticket is, for those who may write there. */
async function takeOrganisation(db: Queryable, writer: Writer, values: Words): Promise<void> {
  if ((values.orgId ?? null) !== null) return;
  const [ticket] = await db.query<{ orgId: string }>(
    'select org_id as "orgId" from help_desk where id = $1 and deleted_at is null',
    [values.ticketId],
  );
  values.orgId = await ownerOf(db, writer, 'ticketId', ticket?.orgId);
}

function checkWords(drafts: readonly (Draft<typeof ticketReply> | Draft<typeof ticketNote>)[]): void {
  for (const { before, values, messages } of drafts) {
    if (before && before.ticketId !== values.ticketId) messages.ticketId = 'What was written stays with its ticket';
    if (values.text.trim() === '') messages.text = 'Write something';
  }
}

/** Who wrote something may change it for five minutes. Taken away it is by those whose role lets them, and found in the trash. */
async function checkWriting(
  db: Queryable,
  writer: Writer,
  { action, before, values }: RowChange<typeof ticketReply> | RowChange<typeof ticketNote>,
): Promise<void> {
  if (action === 'create') {
    mustBeOpenToWords(await ticketOf(db, values.ticketId, values.orgId ?? null), sideOf(writer));
    return;
  }
  if (action !== 'update') return;
  if (before.createdBy !== writer.actorId) throw refuse.conflict('Only who wrote this can change it');
  if (await isCopy(db, before.id)) throw refuse.conflict('This is a copy. Change what was written first');
  if (writer.now.getTime() - Date.parse(before.createdAt) > editMs)
    throw refuse.conflict('This can be changed for five minutes only. Write another one');
}

/** Whether words were copied when a ticket was split. */
const isCopy = async (db: Queryable, id: string): Promise<boolean> =>
  (
    await db.query(
      `select from ticket_reply where id = $1 and copied_from_id is not null
       union all select from ticket_note where id = $1 and copied_from_id is not null`,
      [id],
    )
  ).length > 0;

/** The ticket of something that is written to it, locked so that what happens to it happens in turn. @throws 400 where it is not theirs */
async function ticketOf(db: Queryable, id: string, orgId: string | null): Promise<StoredTicket> {
  // Another organisation's is answered like one that never was.
  const [ticket] = await lockTickets(db, [id], orgId === null ? [] : [orgId]);
  if (!ticket) throw refuse.badInput({ ticketId: 'This record no longer exists' });
  return ticket;
}
