import type { Queryable } from '#kit/server/db/database.ts';
import { doomFiles } from '#kit/server/files/file-rows.ts';
import type { Writer } from '#kit/server/history.ts';
import { attachmentNames } from './ticket.contract.ts';

const tables = ['ticket_reply', 'ticket_note'] as const;

/** Deletes what was written to a ticket, in the moment in which the ticket is deleted. */
export async function takeWordsAway(db: Queryable, { now, actorId }: Writer, ticketId: string): Promise<void> {
  for (const table of tables)
    await db.query(`update ${table} set deleted_at = $2, deleted_by = $3 where ticket_id = $1 and deleted_at is null`, [
      ticketId,
      now.toISOString(),
      actorId,
    ]);
}

/** Brings back what was deleted with a ticket; what was deleted by itself before stays so. */
export async function bringWordsBack(db: Queryable, ticketId: string, deletedAt: string | null): Promise<void> {
  for (const table of tables)
    await db.query(
      `update ${table} set deleted_at = null, deleted_by = null
       where ticket_id = $1 and date_trunc('milliseconds', deleted_at) = $2::timestamptz`,
      [ticketId, deletedAt],
    );
}

/** Removes what was written to a ticket for good, with its files. */
export async function purgeWords(db: Queryable, { now }: Writer, ticketId: string): Promise<void> {
  const ids = attachmentNames.map((name) => `${name}_id`).join(', ');
  for (const table of tables) {
    const gone = await db.query<{ files: string[] }>(
      `delete from ${table} where ticket_id = $1 returning array_remove(array[${ids}], null) as files`,
      [ticketId],
    );
    await doomFiles(
      db,
      gone.flatMap(({ files }) => files),
      now,
    );
  }
}
