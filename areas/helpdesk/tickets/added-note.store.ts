import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { StoredTicket } from './tickets.store.ts';

/** What the product notes for the desk when something is done to a ticket. */
export interface AddedNote {
  kind: 'FORWARD' | 'MERGE' | 'SPLIT_FROM' | 'SPLIT_INTO';
  /** The reason, or the number of the other ticket. */
  text: string;
  teamId: string | null;
  userId: string | null;
  roleId?: string | null;
}

export function addNote(
  db: Queryable,
  writer: Writer,
  { id: ticketId, orgId }: Pick<StoredTicket, 'id' | 'orgId'>,
  note: AddedNote,
): Promise<unknown> {
  writer.touched.push(['ticket_note', orgId]);
  return db.query(
    `insert into ticket_note (id, ticket_id, org_id, text, kind, author, to_team_id, to_user_id, to_role_id, created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $11, $9, $10, $9, $10)`,
    [
      uuidv7(),
      ticketId,
      orgId,
      note.text,
      note.kind,
      writer.actorName,
      note.teamId,
      note.userId,
      writer.now.toISOString(),
      writer.actorId,
      note.roleId ?? null,
    ],
  );
}
