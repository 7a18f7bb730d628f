import type { Queryable } from '#kit/server/db/database.ts';
import { doomFiles } from '#kit/server/files/file-rows.ts';
import type { Writer } from '#kit/server/history.ts';
import { attachmentNames } from './ticket.contract.ts';

/** Deletes what was written to a ticket, in the moment in which the ticket is deleted. */
export async function takeWordsAway(db: Queryable, { now, actorId }: Writer, ticketId: string): Promise<void> {
  const params = [ticketId, now.toISOString(), actorId];
  const gone = 'set deleted_at = $2, deleted_by = $3 where ticket_id = $1 and deleted_at is null';
  await db.query(`update ticket_reply ${gone}`, params);
  await db.query(`update ticket_note ${gone}`, params);
}

/** Brings back what was deleted with a ticket; what was deleted by itself before stays so. */
export async function bringWordsBack(db: Queryable, ticketId: string, deletedAt: string | null): Promise<void> {
  const back = `set deleted_at = null, deleted_by = null
    where ticket_id = $1 and date_trunc('milliseconds', deleted_at) = $2::timestamptz`;
  await db.query(`update ticket_reply ${back}`, [ticketId, deletedAt]);
  await db.query(`update ticket_note ${back}`, [ticketId, deletedAt]);
}

/** Removes what was written to a ticket for good, with its files. */
export async function purgeWords(db: Queryable, { now }: Writer, ticketId: string): Promise<void> {
  const gone = `where ticket_id = $1 returning array_remove(array[${attachmentNames.map((name) => `${name}_id`).join(', ')}], null) as files`;
  const rows = [
    ...(await db.query<{ files: string[] }>(`delete from ticket_reply ${gone}`, [ticketId])),
    ...(await db.query<{ files: string[] }>(`delete from ticket_note ${gone}`, [ticketId])),
  ];
  await db.query('delete from ticket_quote where ticket_id = $1', [ticketId]);
  const files = rows.flatMap((row) => row.files);
  await doomFiles(db, files, now);
}
