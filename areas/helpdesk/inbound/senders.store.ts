import { answeredMails, type IncomingMail, type SentMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import { lockTickets, type StoredTicket } from '../tickets/tickets.store.ts';

/** Somebody of the product, by the address they wrote from. */
export interface Sender {
  id: string;
  name: string;
  email: string;
  kind: 'staff' | 'client';
  orgId: string | null;
}
const columns = `id, name, email, kind, org_id as "orgId"`;

export async function senderNamed(db: Queryable, address: string): Promise<Sender | undefined> {
  const [row] = await db.query<Sender>(
    `select ${columns} from identity_person where lower(email) = $1 and status = 1 and deleted_at is null order by id limit 1`,
    [address],
  );
  return row;
}

/** A customer by their id. */
export async function customerNamed(db: Queryable, id: string): Promise<Sender | undefined> {
  const [row] = await db.query<Sender>(
    `select ${columns} from identity_person where id = $1 and kind = 'client' and org_id is not null and status = 1 and deleted_at is null`,
    [id],
  );
  return row;
}

/** The ticket that a mail is about, and by what that is known. */
export interface Matched {
  ticket: StoredTicket;
  /** The mail of ours that it answers; null: only the number in its subject says so. */
  sent: SentMail | null;
}

/**
 * Finds the ticket that a mail is about: by what our mails carry, then by the number in its subject. Whether its sender may write there is
 * asked afterwards. A ticket that was merged leads to the one it went to. The ticket is locked.
 */
export async function matchTicket(db: Queryable, mail: IncomingMail): Promise<Matched | undefined> {
  for (const sent of await answeredMails(db, mail)) {
    if (sent.module !== helpDesk.path || sent.recordId === null) continue;
    const ticket = await followed(db, sent.recordId);
    if (ticket) return { ticket, sent };
  }
  const number = /\bHD-\d{4}-\d{5,7}\b/i.exec(mail.subject)?.[0]?.toUpperCase();
  if (number === undefined) return undefined;
  const [named] = await db.query<{ id: string }>(
    'select id from help_desk where ticket_no = $1 and deleted_at is null',
    [number],
  );
  const ticket = named && (await followed(db, named.id));
  return ticket && { ticket, sent: null };
}

async function followed(db: Queryable, id: string): Promise<StoredTicket | undefined> {
  const [ticket] = await lockTickets(db, [id], null);
  if (ticket?.mergedIntoId === null || ticket === undefined) return ticket;
  return (await lockTickets(db, [ticket.mergedIntoId], null))[0];
}

/** The category of tickets that come by mail: the one that is set, or the first. */
export async function mailCategory(db: Queryable): Promise<{ id: string; label: string } | undefined> {
  const [row] = await db.query<{ id: string; label: string }>(
    `select c.id, c.name as label from help_category c where c.status = 1 and c.deleted_at is null
     order by (c.id = (select s.category_id from help_mail_setting s)) desc nulls last, c.position, c.id limit 1`,
  );
  return row;
}

export const setMailCategory = (db: Queryable, categoryId: string, by: string | null, now: Date) =>
  db.query(
    `insert into help_mail_setting (single, category_id, updated_at, updated_by) values (true, $1, $2, $3)
     on conflict (single) do update set category_id = $1, updated_at = $2, updated_by = $3`,
    [categoryId, now.toISOString(), by],
  );
