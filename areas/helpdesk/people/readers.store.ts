import type { Queryable } from '#kit/server/db/database.ts';
import { readsTicketsSql } from './people.store.ts';

/** Somebody who asked what a ticket is about, there or in a ticket that was merged into it. */
export interface Reader {
  id: string;
  name: string;
  email: string;
  /** The ticket as they know it. Who cannot open tickets is told no number but that of what they asked. */
  ticketNo: string;
  subject: string;
  /** They asked in this ticket itself. */
  isOwn: boolean;
  /** Their role lets them open it. */
  mayOpen: boolean;
}

/**
 * The customers of a ticket who can be written to, each once: whoever asked it, and whoever asked what was merged into it. All are
 * of its organisation still.
 */
export async function readersOf(db: Queryable, ticket: { id: string; orgId: string }): Promise<Reader[]> {
  const found = await db.query<Reader & { ownNo: string; ownSubject: string; intoNo: string; intoSubject: string }>(
    `select distinct on (a.id) a.id, a.name, a.email, t.id = s.id as "isOwn", coalesce(${readsTicketsSql}, false) as "mayOpen",
       t.ticket_no as "ownNo", t.subject as "ownSubject", s.ticket_no as "intoNo", s.subject as "intoSubject"
     from help_desk s join help_desk t on (t.id = s.id or t.merged_into_id = s.id) and t.org_id = s.org_id
     join identity_person a on a.id = t.app_user_id and a.org_id = t.org_id left join rights_role r on r.id = a.role_id
     where s.id = $1 and s.org_id = $2 and t.deleted_at is null and a.status = 1 and a.deleted_at is null and a.email is not null
     order by a.id, t.id = s.id desc, t.id`,
    [ticket.id, ticket.orgId],
  );
  return found.map(({ id, name, email, isOwn, mayOpen, ownNo, ownSubject, intoNo, intoSubject }) => ({
    id,
    name,
    email,
    isOwn,
    mayOpen,
    ticketNo: mayOpen ? intoNo : ownNo,
    subject: mayOpen ? intoSubject : ownSubject,
  }));
}
