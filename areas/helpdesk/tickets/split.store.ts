import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { FileStore, MadeFile } from '#kit/server/files/store.ts';
import { recordChange, type Writer } from '#kit/server/history.ts';
import { reckonPromise } from '../sla/promise.store.ts';
import { addTurn } from '../sla/turns.store.ts';
import { addNote } from './added-note.store.ts';
import { mergedQuestionSql } from './conversation.store.ts';
import { addLink } from './links.store.ts';
import { inProgress, open } from './request-status.rules.ts';
import { attachmentNames, helpDesk, ticketNote, ticketReply } from './ticket.contract.ts';
import { lockTickets, nextNumber, type StoredTicket } from './tickets.store.ts';

/** Words that are picked: the question itself, a reply, or a note of the desk. */
export interface PickedWords {
  kind: 'QUESTION' | 'REPLY' | 'NOTE';
  id: string;
  at: string;
  text: string;
  author: string;
  byStaff: boolean;
  createdBy: string | null;
  editedAt: string | null;
  fileIds: string[];
}

const filesSql = `array_remove(array[${attachmentNames.map((name) => `w.${name}_id`).join(', ')}], null)`;
const common = `w.id, w.created_at as at, w.created_by as "createdBy", ${filesSql} as "fileIds"`;

/** Words of a ticket, and of those that were merged into it, by their ids; oldest first. What the product noted is not picked. */
export async function pickedWords(db: Queryable, ticket: StoredTicket, ids: readonly string[]): Promise<PickedWords[]> {
  const params = [ticket.id, [...ids]] as const;
  const ofTicket = `join help_desk t on t.id = w.ticket_id and t.org_id = w.org_id
    where (t.id = $1 or t.merged_into_id = $1) and w.id = any($2::uuid[]) and w.deleted_at is null and w.status = 1`;
  const questions = await db.query<PickedWords>(
    `select ${common}, 'QUESTION' as kind, case when w.id = $1 then w.description else ${mergedQuestionSql('w')} end as text, coalesce((select p.name from kit_person p where p.id = w.app_user_id), '') as author, false as "byStaff", null as "editedAt"
     from help_desk w where (w.id = $1 or w.merged_into_id = $1) and w.deleted_at is null and w.id = any($2::uuid[])`,
    [...params],
  );
  const replies = await db.query<PickedWords>(
    `select ${common}, 'REPLY' as kind, w.text, w.author, w.by_staff = 'STAFF' as "byStaff", w.edited_at as "editedAt" from ticket_reply w ${ofTicket}`,
    [...params],
  );
  const notes = await db.query<PickedWords>(
    `select ${common}, 'NOTE' as kind, w.text, w.author, true as "byStaff", w.edited_at as "editedAt" from ticket_note w ${ofTicket} and w.kind = 'NOTE'`,
    [...params],
  );
  return [...questions, ...replies, ...notes].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** Files of words as they are to be kept once more: a file belongs to one record, and goes with it. */
export type CopiedFiles = ReadonlyMap<string, Pick<MadeFile, 'name' | 'mime' | 'width' | 'height' | 'content'>>;

export interface Split {
  subject: string;
  categoryId: string;
  words: readonly PickedWords[];
  /** What the customer said first of these: the question of the new ticket. Its clock begins with it. */
  question: PickedWords;
  files: CopiedFiles;
}

/**
 * Makes a new ticket of words of a locked one: asked by the same customer about the same records. The words stay where they are; the
 * new ticket has copies, internal ones as internal ones.
 */
export async function splitTicket(
  db: Queryable,
  store: FileStore,
  writer: Writer,
  ticket: StoredTicket,
  split: Split,
): Promise<StoredTicket> {
  const id = uuidv7();
  const { question, words } = split;
  const answered = words.find(({ kind, byStaff, at }) => kind === 'REPLY' && byStaff && at > question.at);
  await db.query(
    `insert into help_desk (id, ticket_no, subject, description, category_id, priority, org_id, app_user_id, vehicle_id, driver_id, policy_id, challan_id, device_id,
       document_id, trip_id, transaction_id, trip_name, transaction_no, channel, request_status, first_replied_at, team_id, role_id, assignee_id,
       created_at, created_by, updated_at, updated_by)
     select $2, $3, $4, $5, $6, o.priority, o.org_id, o.app_user_id, o.vehicle_id, o.driver_id, o.policy_id, o.challan_id, o.device_id, o.document_id, o.trip_id,
       o.transaction_id, o.trip_name, o.transaction_no, o.channel, $7, $8,
       case when o.category_id = $6 then o.team_id else (select c.default_team_id from help_category c where c.id = $6) end,
       case when o.category_id = $6 then o.role_id end, case when o.category_id = $6 then o.assignee_id end, $9, o.created_by, $10, $11
     from help_desk o where o.id = $1`,
    [
      ticket.id,
      id,
      await nextNumber(db, writer.now),
      split.subject,
      question.text,
      split.categoryId,
      String(answered ? inProgress : open),
      answered?.at ?? null,
      question.at,
      writer.now.toISOString(),
      writer.actorId,
    ],
  );
  const [made] = (await lockTickets(db, [id], [ticket.orgId])) as [StoredTicket];
  writer.touched.push(['help_desk', ticket.orgId], ['ticket_reply', ticket.orgId], ['ticket_note', ticket.orgId]);
  await attach(db, store, ticket.orgId, split, question, id, 'help_desk');
  await copyQuoted(db, question.id, made, id);
  await addTurn(db, { ...writer, now: new Date(question.at) }, made, {
    clock: 'OPEN',
    from: null,
    to: open,
    side: 'CUSTOMER',
    actor: question.author,
  });
  if (answered) {
    const turn = { clock: null, from: open, to: inProgress, side: 'STAFF' } as const;
    await addTurn(db, { ...writer, now: new Date(answered.at) }, made, turn);
  }
  await reckonPromise(db, made, writer.now);
  await noteMade(db, writer, made, question.text);
  for (const one of words) if (one !== question) await copyWords(db, store, writer, made, split, one);
  await addLink(db, writer, made, ticket, 'SPLIT_FROM');
  await addNote(db, writer, ticket, { kind: 'SPLIT_INTO', text: made.ticketNo, teamId: null, userId: null });
  await addNote(db, writer, made, { kind: 'SPLIT_FROM', text: ticket.ticketNo, teamId: null, userId: null });
  return made;
}

const noteMade = (db: Queryable, writer: Writer, made: StoredTicket, description: string) =>
  recordChange(db, writer, {
    action: 'create',
    module: helpDesk.path,
    recordId: made.id,
    recordTitle: made.subject,
    orgId: made.orgId,
    before: null,
    after: {
      ticketNo: made.ticketNo,
      subject: made.subject,
      description,
      categoryId: made.categoryId,
      appUserId: made.appUserId,
    },
    fields: ['ticketNo', 'subject', 'description', 'categoryId', 'appUserId'],
  });

/** A reply stays a reply and a note a note, with who wrote it and when. */
async function copyWords(
  db: Queryable,
  store: FileStore,
  writer: Writer,
  made: StoredTicket,
  split: Split,
  words: PickedWords,
): Promise<void> {
  const isNote = words.kind === 'NOTE';
  const id = uuidv7();
  const row = [id, made.id, made.orgId, words.text, words.author, words.at, words.createdBy, words.editedAt, words.id];
  const columns =
    'id, ticket_id, org_id, text, author, created_at, created_by, updated_at, updated_by, edited_at, copied_from_id';
  const values = '$1, $2, $3, $4, $5, $6, $7, $6, $7, $8, $9';
  if (isNote) await db.query(`insert into ticket_note (${columns}) values (${values})`, row);
  else
    await db.query(`insert into ticket_reply (${columns}, by_staff) values (${values}, $10)`, [
      ...row,
      words.byStaff ? 'STAFF' : 'CUSTOMER',
    ]);
  await attach(db, store, made.orgId, split, words, id, isNote ? 'ticket_note' : 'ticket_reply');
  await copyQuoted(db, words.id, made, id);
  await recordChange(db, writer, {
    action: 'create',
    module: isNote ? ticketNote.path : ticketReply.path,
    recordId: id,
    recordTitle: made.subject,
    orgId: made.orgId,
    before: null,
    after: { ticketId: made.id, text: words.text },
    fields: ['ticketId', 'text'],
  });
}

/** What was folded below words that came by mail goes along with them. */
const copyQuoted = (db: Queryable, fromId: string, { id: ticketId, orgId }: StoredTicket, wordsId: string) =>
  db.query(
    `insert into ticket_quote (words_id, ticket_id, org_id, text)
     select $2, $3, q.org_id, q.text from ticket_quote q where q.words_id = $1 and q.org_id = $4`,
    [fromId, wordsId, ticketId, orgId],
  );

const owners = { help_desk: helpDesk.path, ticket_reply: ticketReply.path, ticket_note: ticketNote.path } as const;

async function attach(
  db: Queryable,
  store: FileStore,
  orgId: string,
  { files }: Split,
  { fileIds }: PickedWords,
  recordId: string,
  table: keyof typeof owners,
): Promise<void> {
  const owner = { module: owners[table], recordId };
  const made = fileIds.flatMap((id) => {
    const file = files.get(id);
    return file ? [{ ...file, orgId, owner }] : [];
  });
  if (made.length === 0) return;
  const kept = await store.keep(db, made);
  const set = kept.map((_, at) => `${attachmentNames[at] as string}_id = $${at + 2}`).join(', ');
  await db.query(attachSql[table](set), [recordId, ...kept]);
}
const attachSql = {
  help_desk: (set: string) => `update help_desk set ${set} where id = $1`,
  ticket_reply: (set: string) => `update ticket_reply set ${set} where id = $1`,
  ticket_note: (set: string) => `update ticket_note set ${set} where id = $1`,
} as const;
