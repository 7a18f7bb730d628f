import { type MailKit, mailTime, queueMail, replyKeyOf } from '#areas/mail/mail.server.ts';
import { overall, type Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { deskRunners } from '../desk/desk-runners.store.ts';
import type { Warning } from '../sla/promise.store.ts';
import type { Side } from '../sla/turns.store.ts';
import { helpDesk } from './ticket.contract.ts';
import type { StoredTicket } from './tickets.store.ts';

/** Told when somebody has written to the other side of a ticket. */
export type AfterReply = (
  db: Queryable,
  writer: Writer,
  ticket: StoredTicket,
  said: { id: string; side: Side; text: string },
) => Promise<void>;

interface Person {
  id: string;
  name: string;
  email: string;
}

const recordOf = ({ id, ticketNo }: StoredTicket) => ({ module: helpDesk.path, id, title: ticketNo });
const linkOf = ({ id }: StoredTicket) => `/${helpDesk.path}/${id}`;

/** Mails of the help desk. Each is queued with the write that causes it, once, and an answer to it finds its ticket. */
export function ticketMails(mail: MailKit) {
  /** What every mail about a ticket to somebody has. */
  const about = (ticket: StoredTicket, { id, name, email }: Person) => ({
    to: { address: email, name, accountId: id },
    orgId: ticket.orgId,
    record: recordOf(ticket),
    replyKey: replyKeyOf(mail, ticket.id, id),
  });
  const named = (ticket: StoredTicket, { name }: Pick<Person, 'name'>) => ({
    name,
    ticket: ticket.ticketNo,
    subject: ticket.subject,
    link: linkOf(ticket),
  });
  const news = async (db: Queryable, writer: Writer, ticket: StoredTicket, what: string, key: string) => {
    for (const person of await followersOf(db, writer, ticket))
      if (person.id !== writer.actorId)
        await queueMail(db, mail, {
          template: 'ticket-news',
          ...about(ticket, person),
          values: { ...named(ticket, person), what },
          onceKey: `ticket-news:${key}:${person.id}`,
        });
  };
  /**
   * To whoever has a ticket or watches it, and to its team as long as nobody has it or it is late already. What nobody has who could
   * answer it goes to those who run the desk.
   */
  const warned = async (db: Queryable, ticket: StoredTicket, warning: Warning) => {
    const { goal, isLate, dueAt } = warning;
    const isTeams = isLate || ticket.assigneeId === null;
    const staff = await staffOf(db, ticket, isTeams);
    const isSomebodys = staff.some(({ isWatcher }) => !isWatcher);
    const others = isSomebodys ? [] : await deskRunners(db, ticket.orgId);
    const people = new Map([...staff, ...others].map((person) => [person.id, person]));
    for (const person of people.values())
      if (person.email !== null)
        await queueMail(db, mail, {
          template: 'ticket-news',
          ...about(ticket, { ...person, email: person.email }),
          values: { ...named(ticket, person), what: warningText(warning, isSomebodys) },
          onceKey: `ticket-warned:${ticket.id}:${goal}:${isLate ? 'late' : 'soon'}:${dueAt}:${person.id}`,
        });
  };
  const afterReply: AfterReply = async (db, writer, ticket, { id, side, text }) => {
    if (side === 'CUSTOMER') return news(db, writer, ticket, 'The customer wrote.', id);
    const to = await customerOf(db, ticket);
    if (to)
      await queueMail(db, mail, {
        template: 'ticket-answered',
        ...about(ticket, to),
        values: { ...named(ticket, to), answer: text },
        onceKey: `ticket-answered:${id}`,
      });
  };
  return {
    afterReply,
    news,
    warned,
    /** To the customer, when part of a ticket was given a number of its own. */
    async split(db: Queryable, ticket: StoredTicket, from: StoredTicket): Promise<void> {
      const to = await customerOf(db, ticket);
      if (to)
        await queueMail(db, mail, {
          template: 'ticket-split',
          ...about(ticket, to),
          values: { ...named(ticket, to), from: from.ticketNo },
          onceKey: `ticket-split:${ticket.id}`,
        });
    },
    /** To the customer, when a ticket was asked. */
    async received(db: Queryable, ticket: StoredTicket): Promise<void> {
      const to = await customerOf(db, ticket);
      const [row] = await db.query<{ firstDueAt: string | null }>(
        'select first_due_at as "firstDueAt" from help_desk where id = $1',
        [ticket.id],
      );
      const firstDueAt = row?.firstDueAt ?? null;
      if (to && firstDueAt !== null)
        await queueMail(db, mail, {
          template: 'ticket-received',
          ...about(ticket, to),
          values: { ...named(ticket, to), due: mailTime(new Date(firstDueAt)) },
          onceKey: `ticket-received:${ticket.id}`,
        });
    },
    /** To the customer, each time a ticket is resolved. */
    async resolved(db: Queryable, ticket: StoredTicket, at: Date): Promise<void> {
      const to = await customerOf(db, ticket);
      if (to)
        await queueMail(db, mail, {
          template: 'ticket-resolved',
          ...about(ticket, to),
          values: named(ticket, to),
          onceKey: `ticket-resolved:${ticket.id}:${at.toISOString()}`,
        });
    },
  };
}
export type TicketMails = ReturnType<typeof ticketMails>;

/** The customer of a ticket, where they can be written to. */
async function customerOf(db: Queryable, { appUserId, orgId }: StoredTicket): Promise<Person | undefined> {
  if (appUserId === null) return undefined;
  const [person] = await db.query<Person>(
    'select id, name, email from identity_person where id = $1 and org_id = $2 and status = 1 and deleted_at is null and email is not null',
    [appUserId, orgId],
  );
  return person;
}

const goalNames = { FIRST: 'first answer', SOLUTION: 'solution' } as const;

function warningText({ goal, isLate, dueAt }: Warning, isSomebodys: boolean): string {
  const due = mailTime(new Date(dueAt));
  const text = isLate
    ? `The ${goalNames[goal]} is late. It was due on ${due}.`
    : `The ${goalNames[goal]} is due on ${due}.`;
  return isSomebodys ? text : `${text} No one has this ticket. Assign it.`;
}

/** Staff who have a ticket or watch it, with its team where they are asked for. Who only watches it is not expected to answer. */
const staffOf = (
  db: Queryable,
  { id, assigneeId, teamId }: StoredTicket,
  isTeams: boolean,
): Promise<(Person & { isWatcher: boolean })[]> =>
  db.query<Person & { isWatcher: boolean }>(
    `select p.id, p.name, p.email, p.id is distinct from $1 and not exists (select from help_team_member m where m.team_id = $3 and m.account_id = p.id) as "isWatcher"
     from identity_person p where (p.id = $1 or p.id in (select account_id from help_desk_watcher where ticket_id = $2)
         or $4 and p.id in (select account_id from help_team_member where team_id = $3))
       and p.kind = 'staff' and p.status = 1 and p.deleted_at is null and p.email is not null order by p.id`,
    [assigneeId, id, teamId, isTeams],
  );

const followersOf = (db: Queryable, { orgId }: Writer, ticket: StoredTicket): Promise<Person[]> => {
  const read = () => staffOf(db, ticket, ticket.assigneeId === null);
  return orgId === null ? read() : overall(db, { orgId, client: true }, read);
};
