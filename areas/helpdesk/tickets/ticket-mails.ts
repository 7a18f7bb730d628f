import { reachesSql } from '#areas/rights/rights.server.ts';
import {
  type MailKit,
  mailTime,
  queueMail,
  replyKeyOf,
  type TemplateKey,
  type TemplateValues,
} from '#areas/mail/mail.server.ts';
import { overall, type Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { deskRunners, risesTo } from '../desk/desk-runners.store.ts';
import { deskPeopleSql } from '../people/people.store.ts';
import { type Reader, readersOf } from '../people/readers.store.ts';
import type { Warning } from '../sla/promise.store.ts';
import type { Side } from '../sla/turns.store.ts';
import { publish } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import {
  ticketAnswered,
  ticketDue,
  ticketGiven,
  ticketLate,
  ticketNew,
  ticketNews,
  ticketNotice,
  ticketOver,
  ticketReopened,
} from '../notices/ticket-topics.ts';
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

/** What each mail about a ticket says. */
interface Named {
  name: string;
  ticket: string;
  subject: string;
}
const usual = <Values>(values: Values): Values => values;

const recordOf = ({ id, ticketNo }: StoredTicket) => ({ module: helpDesk.path, id, title: ticketNo });
const linkOf = ({ id }: StoredTicket) => `/${helpDesk.path}/${id}`;

/** What every mail about a ticket to somebody has. */
const aboutIn =
  (mail: MailKit) =>
  (ticket: StoredTicket, { id, name, email }: Person) => ({
    to: { address: email, name, accountId: id },
    orgId: ticket.orgId,
    record: recordOf(ticket),
    replyKey: replyKeyOf(mail, ticket.id, id),
  });

/** To customers, each as they may read it: those who cannot open tickets get no link. */
const toReadersIn =
  (mail: MailKit) =>
  async <Linked extends TemplateKey, Plain extends TemplateKey>(
    db: Queryable,
    ticket: StoredTicket,
    onceKey: string,
    readers: readonly Reader[],
    as: {
      linked: readonly [Linked, (values: Named & { link: string }) => TemplateValues<Linked>];
      plain: readonly [Plain, (values: Named) => TemplateValues<Plain>];
    },
  ) => {
    for (const reader of readers) {
      const { name, ticketNo, subject, isOwn, mayOpen } = reader;
      const values = { name, ticket: ticketNo, subject };
      const common = { ...aboutIn(mail)(ticket, reader), onceKey: isOwn ? onceKey : `${onceKey}:${reader.id}` };
      if (mayOpen) {
        const [template, valuesOf] = as.linked;
        await queueMail(db, mail, { ...common, template, values: valuesOf({ ...values, link: linkOf(ticket) }) });
      } else {
        const [template, valuesOf] = as.plain;
        await queueMail(db, mail, { ...common, template, values: valuesOf(values) });
      }
    }
  };

/** To whoever asked a ticket, and not to those of others that were merged into it. */
const ownOf = async (db: Queryable, ticket: StoredTicket): Promise<Reader[]> =>
  (await readersOf(db, ticket)).filter(({ isOwn }) => isOwn);

const namedIn = (ticket: StoredTicket, { name }: Pick<Person, 'name'>) => ({
  name,
  ticket: ticket.ticketNo,
  subject: ticket.subject,
  link: linkOf(ticket),
});

/**
 * To whoever has a ticket or watches it, and to its team as long as nobody has it or it is late already. What nobody has who could
 * answer it goes to those who run the desk, and so does what stays late.
 */
const warnedIn = (mail: MailKit) => async (db: Queryable, ticket: StoredTicket, warning: Warning) => {
  const about = aboutIn(mail);
  const { goal, isLate, isRisen, dueAt } = warning;
  const isTeams = isLate || ticket.assigneeId === null;
  const staff = await staffOf(db, ticket, isTeams);
  const isSomebodys = staff.some(({ isWatcher }) => !isWatcher);
  const others = isSomebodys ? [] : await deskRunners(db, ticket.orgId);
  const told = isRisen ? await risesTo(db, ticket, isSomebodys) : [...staff, ...others];
  const people = new Map(told.map((person) => [person.id, person]));
  const what = isRisen ? risenText(warning, await holderOf(db, ticket)) : warningText(warning, isSomebodys);
  const topic = isLate || isRisen ? ticketLate : ticketDue;
  const key = `${ticket.id}:${goal}:${isRisen ? 'risen' : isLate ? 'late' : 'soon'}:${dueAt}`;
  const params = { due: new Date(dueAt).toISOString() };
  await publish(db, mail.clock.now(), ticketNotice(topic, ticket, told, key, { params }));
  for (const person of people.values())
    if (person.email !== null)
      await queueMail(db, mail, {
        template: 'ticket-news',
        topic: topic.key,
        ...about(ticket, { ...person, email: person.email }),
        values: { ...namedIn(ticket, person), what },
        onceKey: `ticket-warned:${key}:${person.id}`,
      });
};

/** One mail that a ticket is over, with the last words of the desk where there are some. */
const overIn =
  (mail: MailKit, toCustomers: (db: Queryable, ticket: StoredTicket, topic: Topic, key: string) => Promise<Reader[]>) =>
  async (db: Queryable, ticket: StoredTicket, how: 'resolved' | 'closed', at: Date, answer: string | null) => {
    const key = `${ticket.id}:${at.toISOString()}`;
    const readers = await toCustomers(db, ticket, ticketOver, key);
    const onceKey = `ticket-${how}:${key}`;
    if (answer === null)
      return toReadersIn(mail)(db, ticket, onceKey, readers, {
        linked: [`ticket-${how}` as const, usual],
        plain: [`ticket-${how}-by-mail` as const, usual],
      });
    return toReadersIn(mail)(db, ticket, onceKey, readers, {
      linked: [`ticket-${how}-answer` as const, (values) => ({ ...values, answer })],
      plain: [`ticket-${how}-answer-by-mail` as const, (values) => ({ ...values, answer })],
    });
  };

/** Mails of the help desk. Each is queued with the write that causes it, once, and an answer to it finds its ticket. */
export function ticketMails(mail: MailKit) {
  const about = aboutIn(mail);
  const toReaders = toReadersIn(mail);
  const tell = async (
    db: Queryable,
    writer: Writer,
    ticket: StoredTicket,
    { topic, what, key }: { topic: Topic; what: string; key: string },
  ) => {
    const people = await followersOf(db, writer, ticket);
    await publish(db, writer.now, ticketNotice(topic, ticket, people, key, { except: writer.actorId }));
    for (const person of people)
      if (person.id !== writer.actorId)
        await queueMail(db, mail, {
          template: 'ticket-news',
          topic: topic.key,
          ...about(ticket, person),
          values: { ...namedIn(ticket, person), what },
          onceKey: `ticket-news:${key}:${person.id}`,
        });
  };
  const news = (db: Queryable, writer: Writer, ticket: StoredTicket, what: string, key: string) =>
    tell(db, writer, ticket, { topic: ticketNews, what, key });
  /** To whoever has it from now on. */
  const given = (db: Queryable, writer: Writer, ticket: StoredTicket, what: string, key: string) =>
    tell(db, writer, ticket, { topic: ticketGiven, what, key });
  /** What customers are told in the product beside their mail. */
  const toCustomers = async (db: Queryable, ticket: StoredTicket, topic: Topic, key: string): Promise<Reader[]> => {
    const readers = await readersOf(db, ticket);
    await publish(db, mail.clock.now(), ticketNotice(topic, ticket, readers, key));
    return readers;
  };
  const over = overIn(mail, toCustomers);
  const warned = warnedIn(mail);
  const afterReply: AfterReply = async (db, writer, ticket, { id, side, text: answer }) => {
    if (side === 'CUSTOMER') return news(db, writer, ticket, 'The customer wrote.', id);
    const readers = await toCustomers(db, ticket, ticketAnswered, id);
    await toReaders(db, ticket, `ticket-answered:${id}`, readers, {
      linked: ['ticket-answered', (values) => ({ ...values, answer })],
      plain: ['ticket-answered-by-mail', (values) => ({ ...values, answer })],
    });
  };
  return {
    afterReply,
    news,
    given,
    warned,
    /** To the customer, when part of a ticket was given a number of its own. */
    async split(db: Queryable, ticket: StoredTicket, { ticketNo: from }: StoredTicket): Promise<void> {
      await toReaders(db, ticket, `ticket-split:${ticket.id}`, await ownOf(db, ticket), {
        linked: ['ticket-split', (values) => ({ ...values, from })],
        plain: ['ticket-split-by-mail', (values) => ({ ...values, from })],
      });
    },
    /** To those of the team that a new ticket goes to. */
    async arrived(db: Queryable, writer: Writer, ticket: StoredTicket): Promise<void> {
      const people = await followersOf(db, writer, ticket);
      await publish(db, writer.now, ticketNotice(ticketNew, ticket, people, ticket.id, { except: writer.actorId }));
    },
    /** To its customers, when the desk opens a ticket again. */
    async reopened(db: Queryable, ticket: StoredTicket, at: Date): Promise<void> {
      await toCustomers(db, ticket, ticketReopened, `${ticket.id}:${at.toISOString()}`);
    },
    /** To the customer, when a ticket was asked. */
    async received(db: Queryable, ticket: StoredTicket): Promise<void> {
      const [row] = await db.query<{ firstDueAt: string | null }>(
        'select first_due_at as "firstDueAt" from help_desk where id = $1',
        [ticket.id],
      );
      const dueAt = row?.firstDueAt ?? null;
      const onceKey = `ticket-received:${ticket.id}`;
      const readers = await ownOf(db, ticket);
      // Without a time the desk never opens, as far as its hours say.
      if (dueAt === null) {
        await toReaders(db, ticket, onceKey, readers, {
          linked: ['ticket-received-undated', usual],
          plain: ['ticket-received-undated-by-mail', usual],
        });
        return;
      }
      const due = mailTime(new Date(dueAt));
      await toReaders(db, ticket, onceKey, readers, {
        linked: ['ticket-received', (values) => ({ ...values, due })],
        plain: ['ticket-received-by-mail', (values) => ({ ...values, due })],
      });
    },
    /** To the customer of a ticket that was merged: where it is answered, if they can open that ticket. */
    async merged(db: Queryable, ticket: StoredTicket, into: StoredTicket): Promise<void> {
      await toReaders(db, ticket, `ticket-merged:${ticket.id}`, await ownOf(db, ticket), {
        linked: ['ticket-merged', (values) => ({ ...values, into: into.ticketNo, link: linkOf(into) })],
        plain: ['ticket-merged-by-mail', usual],
      });
    },
    /** To its customers, when the desk closes a ticket without having resolved it. @param answer what was written with it */
    closed: (db: Queryable, ticket: StoredTicket, at: Date, answer: string | null) =>
      over(db, ticket, 'closed', at, answer),
    /** To its customers, each time a ticket is resolved. @param answer what was written with it */
    resolved: (db: Queryable, ticket: StoredTicket, at: Date, answer: string | null) =>
      over(db, ticket, 'resolved', at, answer),
  };
}
export type TicketMails = ReturnType<typeof ticketMails>;

const goalNames = { FIRST: 'first answer', SOLUTION: 'solution' } as const;

function warningText({ goal, isLate, dueAt }: Warning, isSomebodys: boolean): string {
  const due = mailTime(new Date(dueAt));
  const text = isLate
    ? `The ${goalNames[goal]} is late. It was due on ${due}.`
    : `The ${goalNames[goal]} is due on ${due}.`;
  return isSomebodys ? text : `${text} No one has this ticket. Assign it.`;
}

const risenText = ({ goal, dueAt }: Warning, holder: string): string =>
  `The ${goalNames[goal]} is still missing. It was due on ${mailTime(new Date(dueAt))}. ${holder} has this ticket. You are told because you run the help desk.`;

/** The name of who has a ticket: a person, else a team, else a role. */
async function holderOf(db: Queryable, { assigneeId, teamId, roleId }: StoredTicket): Promise<string> {
  const [row] = await db.query<{ name: string | null }>(
    `select coalesce((select p.name from identity_person p where p.id = $1), (select m.name from help_team m where m.id = $2),
       (select r.name from rights_role r where r.id = $3)) as name`,
    [assigneeId, teamId, roleId],
  );
  return row?.name ?? 'Somebody';
}

/**
 * Staff who have a ticket or watch it, with its team and those of its role where they are asked for. Who only watches it is not expected to
 * answer; who cannot open it is not among them.
 */
const staffOf = (
  db: Queryable,
  ticket: StoredTicket,
  isTeams: boolean,
): Promise<(Person & { isWatcher: boolean })[]> => {
  const { id, orgId, assigneeId, teamId, roleId } = ticket;
  return db.query<Person & { isWatcher: boolean }>(
    `select a.id, a.name, a.email, a.id is distinct from $1 and a.role_id is distinct from $5
       and not exists (select from help_team_member m where m.team_id = $3 and m.account_id = a.id) as "isWatcher"
     from ${deskPeopleSql}
     where (a.id = $1 or a.id in (select account_id from help_desk_watcher where ticket_id = $2)
         or $4 and (a.id in (select account_id from help_team_member where team_id = $3) or a.role_id = $5))
       and a.email is not null and ${reachesSql('$6')} order by a.id`,
    [assigneeId, id, teamId, isTeams, roleId, orgId],
  );
};

const followersOf = (db: Queryable, { orgId }: Writer, ticket: StoredTicket): Promise<Person[]> => {
  const read = () => staffOf(db, ticket, ticket.assigneeId === null);
  return orgId === null ? read() : overall(db, { orgId, client: true }, read);
};
