import { uuidv7 } from 'uuidv7';
import { evenText, type IncomingMail, splitQuoted } from '#areas/mail/mail.server.ts';
import { maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import type { Input } from '#kit/server/catalogue/write/write-values.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import type { StoredTicket } from '../tickets/tickets.store.ts';
import type { Inbound } from './inbound-parts.ts';
import { type Fitted, fitDescription, fitReply, fitSubject } from './fit-words.rules.ts';
import type { ReceivedFiles } from './mail-files.ts';

interface Words {
  scope: Scope;
  writer: Writer;
  mail: IncomingMail;
  files: ReceivedFiles;
}

/** Longest text that is kept folded. */
const mostQuoted = 100_000;

/** The words of a mail, without whole Aadhaar numbers, and apart what stands below them. */
export function wordsOf(mail: IncomingMail): { text: string; quoted: string } {
  const { text, quoted } = splitQuoted(mail.text.toWellFormed());
  return { text: maskAadhaar(text), quoted: maskAadhaar(quoted) };
}
export const subjectOf = (mail: IncomingMail): string =>
  maskAadhaar(evenText(mail.subject.toWellFormed()).replaceAll('\n', ' '));

/** Writes a mail to a ticket, as any reply is written. */
export async function addReply(
  db: Queryable,
  { desk }: Inbound,
  { scope, writer, mail, files, ticket }: Words & { ticket: StoredTicket },
): Promise<string> {
  const { text, quoted } = wordsOf(mail);
  const fitted = fitReply(text, Object.keys(files.files).length > 0);
  const values = { ticketId: ticket.id, orgId: ticket.orgId, text: fitted.text };
  const { row } = await desk.replies.writes.create(db, scope, writer, { values, files: files.files });
  await keepQuoted(db, { wordsId: row.id, ticketId: ticket.id, orgId: ticket.orgId }, fitted, quoted);
  return row.id;
}

/** Makes a ticket of a mail, as any is asked. Gives its id. */
export async function addTicket(
  db: Queryable,
  { desk }: Inbound,
  {
    scope,
    writer,
    mail,
    files,
    categoryId,
    follows,
  }: Words & { categoryId: string; follows: StoredTicket | undefined },
): Promise<string> {
  const { text, quoted } = wordsOf(mail);
  const fitted = fitDescription(text, Object.keys(files.files).length > 0);
  const orgId = writer.orgId as string;
  const input: Input = {
    values: {
      subject: fitSubject(subjectOf(mail)),
      description: fitted.text,
      categoryId,
      priority: 'NORMAL',
      orgId,
      appUserId: writer.actorId,
      followsId: follows?.id ?? null,
    },
    files: files.files,
  };
  const { row } = await desk.tickets.writes.create(db, scope, writer, input);
  await db.query(`update help_desk set channel = 'EMAIL' where id = $1`, [row.id]);
  await keepQuoted(db, { wordsId: row.id, ticketId: row.id, orgId }, fitted, quoted);
  return row.id;
}

async function keepQuoted(
  db: Queryable,
  { wordsId, ticketId, orgId }: { wordsId: string; ticketId: string; orgId: string },
  { rest }: Fitted,
  quoted: string,
): Promise<void> {
  const whole = [rest, quoted].filter((one) => one !== '').join('\n\n');
  if (whole === '') return;
  await db.query('insert into ticket_quote (words_id, ticket_id, org_id, text) values ($1, $2, $3, $4)', [
    wordsId,
    ticketId,
    orgId,
    whole.slice(0, mostQuoted).toWellFormed(),
  ]);
}

/** The product notes something for the desk alone. */
export async function addNote(db: Queryable, writer: Writer, ticket: StoredTicket, text: string): Promise<void> {
  writer.touched.push(['ticket_note', ticket.orgId], ['help_desk', ticket.orgId]);
  await db.query(
    `insert into ticket_note (id, ticket_id, org_id, text, kind, author, created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, 'NOTE', $5, $6, null, $6, null)`,
    [uuidv7(), ticket.id, ticket.orgId, maskAadhaar(text).slice(0, 5_000), writer.actorName, writer.now.toISOString()],
  );
}
