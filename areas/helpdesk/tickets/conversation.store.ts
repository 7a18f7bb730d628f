import type { Queryable } from '#kit/server/db/database.ts';
import type { ConversationItem } from './conversation.contract.ts';
import { type Turn, turnsOf } from '../sla/turns.store.ts';
import { asCustomersRead, type RequestStatus } from './request-status.rules.ts';
import { attachmentNames } from './ticket.contract.ts';
import type { StoredTicket } from './tickets.store.ts';
import { editMs } from './words.policy.ts';

/** Who reads a conversation. */
export interface ConversationReader {
  id: string;
  isStaff: boolean;
}

interface Words {
  id: string;
  kind: ConversationItem['kind'];
  at: string;
  author: string;
  createdBy: string | null;
  byStaff: boolean;
  text: string;
  quoted: string | null;
  attachments: ConversationItem['attachments'];
  editedAt: string | null;
  ticketNo: string;
  ticketId: string;
  to: string | null;
  isCopy: boolean;
  version: number | null;
}

const attachmentsOf = (
  alias: string,
) => `(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes, 'width', f.width, 'height', f.height)
  order by a.no), '[]') from unnest(array[${attachmentNames.map((name) => `${alias}.${name}_id`).join(', ')}]) with ordinality a (id, no) join kit_file f on f.id = a.id)`;
const common = `w.id, w.created_at as at, w.created_by as "createdBy", w.text, w.edited_at as "editedAt", w.copied_from_id is not null as "isCopy", w.version, t.ticket_no as "ticketNo",
  t.id as "ticketId", ${attachmentsOf('w')} as attachments`;
/** SQL: what was asked in a ticket, with its subject, as the ticket it was merged into shows it. */
export const mergedQuestionSql = (alias: string) => `${alias}.subject || E'\\n\\n' || ${alias}.description`;
/** What was written to the ticket, and to those that were merged into it. */
const ofTicket = `join help_desk t on t.id = w.ticket_id and t.org_id = w.org_id
  where (t.id = $1 or t.merged_into_id = $1) and w.deleted_at is null and w.status = 1 order by w.created_at, w.id`;

/**
 * What was said and what happened in a ticket, oldest first. What the desk wrote for itself is read for staff alone, from its own table,
 * which the database opens to no client anyway.
 */
export async function readConversation(
  db: Queryable,
  ticket: StoredTicket,
  reader: ConversationReader,
  now: Date,
): Promise<ConversationItem[]> {
  const replies = await db.query<Words>(
    `select ${common}, 'REPLY' as kind, w.by_staff = 'STAFF' as "byStaff", null as "to",
       (select q.text from ticket_quote q where q.words_id = w.id) as quoted,
       coalesce(${reader.isStaff ? '(select p.name from kit_person p where p.id = w.created_by)' : 'null'}, w.author) as author
     from ticket_reply w ${ofTicket}`,
    [ticket.id],
  );
  const notes = reader.isStaff
    ? await db.query<Words>(
        `select ${common}, w.kind, true as "byStaff", null as quoted, w.author,
           coalesce((select x.name from help_team x where x.id = w.to_team_id), (select p.name from kit_person p where p.id = w.to_user_id),
             (select r.name from rights_role r where r.id = w.to_role_id)) as "to"
         from ticket_note w ${ofTicket}`,
        [ticket.id],
      )
    : [];
  const questions = await db.query<Words>(
    `select t.id, t.created_at as at, t.created_by as "createdBy", ${mergedQuestionSql('t')} as text, null as "editedAt", false as "isCopy", null as version,
       t.ticket_no as "ticketNo", t.id as "ticketId", ${attachmentsOf('t')} as attachments, 'QUESTION' as kind, false as "byStaff", null as "to",
       (select q.text from ticket_quote q where q.words_id = t.id) as quoted,
       coalesce((select p.name from kit_person p where p.id = t.app_user_id), (select o.name from people_organisation o where o.id = t.org_id), '') as author
     from help_desk t where t.merged_into_id = $1 and t.deleted_at is null`,
    [ticket.id],
  );
  const said = [...questions, ...replies, ...notes].map((one) => itemOf(one, ticket, reader, now));
  const turns = (await turnsOf(db, [ticket.id])).flatMap((turn) => turnItem(turn, ticket, reader));
  return [...said, ...turns].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : order(a) - order(b)));
}

/** Of a ticket that came by mail: what stood below its words. */
export async function readQuoted(db: Queryable, ticketId: string): Promise<string | null> {
  const [row] = await db.query<{ text: string }>('select text from ticket_quote where words_id = $1', [ticketId]);
  return row?.text ?? null;
}

/** What somebody wrote comes before what it made of the ticket. */
const order = ({ kind }: ConversationItem): number => (kind === 'STATUS' ? 1 : 0);

function itemOf(words: Words, ticket: StoredTicket, reader: ConversationReader, now: Date): ConversationItem {
  const { createdBy, ticketNo, ticketId, isCopy, ...shown } = words;
  const until = Date.parse(words.at) + editMs;
  const isOwn =
    !isCopy && createdBy === reader.id && ticketId === ticket.id && (words.kind === 'REPLY' || words.kind === 'NOTE');
  return {
    ...shown,
    editableUntil: isOwn && until > now.getTime() ? new Date(until).toISOString() : null,
    ofTicket: ticketId === ticket.id ? null : ticketNo,
    fromStatus: null,
    toStatus: null,
  };
}

/** A turn as its reader sees it: where a ticket went inside the house is not for clients. */
function turnItem(turn: Turn, { id }: StoredTicket, { isStaff }: ConversationReader): ConversationItem[] {
  const seen = (status: RequestStatus) => (isStaff ? status : asCustomersRead(status));
  const fromStatus = turn.fromStatus === null ? null : seen(turn.fromStatus);
  const toStatus = seen(turn.toStatus);
  if (fromStatus === toStatus) return [];
  return [
    {
      id: `${id}:${turn.no}`,
      kind: 'STATUS',
      at: turn.at,
      author: isStaff || !turn.byStaff ? turn.actor : 'Help desk',
      byStaff: turn.byStaff,
      text: '',
      quoted: null,
      attachments: [],
      editedAt: null,
      editableUntil: null,
      ofTicket: null,
      fromStatus,
      toStatus,
      to: null,
      version: null,
    },
  ];
}
