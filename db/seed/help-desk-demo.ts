import { reckonPromises } from '#areas/helpdesk/sla/promise.store.ts';
import { addTurn } from '#areas/helpdesk/sla/turns.store.ts';
import {
  lockTickets,
  nextNumber,
  noteFirstReply,
  type StoredTicket,
  turnTicket,
} from '#areas/helpdesk/tickets/tickets.store.ts';
import { forwarded, open } from '#areas/helpdesk/tickets/request-status.rules.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { productWriter, type Writer } from '#kit/server/history.ts';
import { uuidv7 } from 'uuidv7';
import { wrongChallan } from './challans/challans-demo.data.ts';
import { type DemoStep, type DemoTicket, demoTickets } from './help-desk-demo.data.ts';
import { insert } from './load.ts';

const hourMs = 3_600_000;

interface Person {
  id: string;
  name: string;
  isStaff: boolean;
}

/** Tickets of the demo, as they stand on the day of the first start. Nobody is mailed about them. */
export async function addDemoTickets(db: Queryable, now: Date): Promise<void> {
  const people = await db.query<Person & { email: string }>(
    `select id, name, kind = 'staff' as "isStaff", email from account where email like '%@roadkeeper.test' and deleted_at is null`,
  );
  const personOf = new Map(people.map((person) => [person.email.split('@')[0] ?? '', person]));
  for (const one of demoTickets) await addTicket(db, one, personOf, now);
}

function found(people: ReadonlyMap<string, Person>, who: string): Person {
  const person = people.get(who);
  if (!person) throw new Error(`Demo tickets name ${who}@roadkeeper.test, who is not there`);
  return person;
}

async function addTicket(
  db: Queryable,
  ticket: DemoTicket,
  people: ReadonlyMap<string, Person>,
  now: Date,
): Promise<void> {
  const asker = found(people, ticket.by);
  const writerOf = (who: Person, hoursAgo: number): Writer => ({
    ...productWriter(new Date(now.getTime() - hoursAgo * hourMs)),
    toldAt: now,
    actorId: who.id,
    actorName: who.name,
  });
  const asked = writerOf(asker, ticket.hoursAgo);
  const [owner] = await db.query<{ orgId: string; categoryId: string; teamId: string | null }>(
    `select o.id as "orgId", c.id as "categoryId", c.default_team_id as "teamId" from organisation o, help_category c
     where o.name = $1 and o.deleted_at is null and c.name = $2 and c.deleted_at is null`,
    [ticket.organisation, ticket.category],
  );
  if (!owner) return;
  const { orgId, categoryId, teamId } = owner;
  const row = {
    ticket_no: await nextNumber(db, asked.now),
    subject: ticket.subject,
    description: ticket.description,
    category_id: categoryId,
    priority: ticket.priority,
    org_id: orgId,
    app_user_id: asker.id,
    channel: 'WEB',
    team_id: teamId,
    ...(await linksOf(db, orgId, ticket.about ?? {})),
    created_by: asker.id,
  };
  const [id] = await insert(db, 'help-desk', [ticket.subject], [row], asked.now, now);
  let [stored] = await lockTickets(db, [id as string], [orgId]);
  if (!stored) return;
  await addTurn(db, asked, stored, { clock: 'OPEN', from: null, to: open, side: 'CUSTOMER' });
  for (const step of ticket.steps) {
    const who = found(people, step.by);
    stored = await take(db, stored, step, who, writerOf(who, step.hoursAgo));
  }
  // What is late by now counts as told: nobody is mailed about what the demo begins with.
  await reckonPromises(db, [stored], now, true);
}

const tables = {
  vehicle: ['vehicle', 'registration_no'],
  driver: ['driver', 'name'],
  // The latest first: those that give cover.
  policy: ['app_user_policy', 'coalesce(tp_to, od_to) desc'],
  // Those that no authority may have sent first.
  challan: ['challan', `challan_no <> '${wrongChallan}', offence_at desc`],
  device: ['device', 'identifier'],
  document: ['vehicle_kyc_doc', 'id'],
} as const;

/** The records that a ticket is about, each by its place among those of the organisation. */
async function linksOf(
  db: Queryable,
  orgId: string,
  about: NonNullable<DemoTicket['about']>,
): Promise<Record<string, string>> {
  const links: Record<string, string> = {};
  for (const kind of Object.keys(tables) as (keyof typeof tables)[]) {
    const at = about[kind];
    if (at === undefined) continue;
    const [table, order] = tables[kind];
    const [row] = await db.query<{ id: string }>(
      `select id from ${table} where org_id = $1 and deleted_at is null order by ${order}, id limit 1 offset $2`,
      [orgId, at],
    );
    if (row) links[`${kind}_id`] = row.id;
  }
  // The latest fee that was paid, or one before it.
  const [paid] = await db.query<{ id: string; ref: string }>(
    `select id, ref from wallet_transaction where org_id = $1 and reason = 'FEE' and status = 1 order by created_at desc, id limit 1 offset $2`,
    [orgId, about.fee ?? 0],
  );
  return about.fee === undefined || !paid ? links : { ...links, transaction_id: paid.id, transaction_no: paid.ref };
}

async function take(db: Queryable, ticket: StoredTicket, step: DemoStep, who: Person, writer: Writer) {
  const side = who.isStaff ? 'STAFF' : 'CUSTOMER';
  let now = ticket;
  if (step.takes) {
    await db.query('update help_desk set assignee_id = $2 where id = $1', [ticket.id, who.id]);
    now = { ...now, assigneeId: who.id };
  }
  if (step.say !== undefined) {
    await write(db, 'ticket_reply', now, writer, step.say, {
      author: who.isStaff ? 'Help desk' : who.name,
      by_staff: side,
    });
    if (who.isStaff) now = await noteFirstReply(db, writer, now);
  }
  if (step.note !== undefined || step.team !== undefined) {
    const [team] = await db.query<{ id: string }>('select id from help_team where name = $1', [step.team ?? '']);
    await write(db, 'ticket_note', now, writer, step.note ?? '', {
      author: who.name,
      kind: team ? 'FORWARD' : 'NOTE',
      to_team_id: team?.id ?? null,
    });
    if (team) {
      await db.query('update help_desk set team_id = $2, assignee_id = null where id = $1', [now.id, team.id]);
      now = await turnTicket(db, writer, now, forwarded, side);
    }
  }
  if (step.rates !== undefined)
    await db.query('update help_desk set satisfaction = $2, rated_at = $3 where id = $1', [
      now.id,
      step.rates,
      writer.now.toISOString(),
    ]);
  return step.to === undefined ? now : turnTicket(db, writer, now, step.to, side);
}

async function write(
  db: Queryable,
  table: 'ticket_reply' | 'ticket_note',
  ticket: StoredTicket,
  writer: Writer,
  text: string,
  more: Readonly<Record<string, string | null>>,
): Promise<void> {
  const at = writer.now.toISOString();
  const row: Record<string, string | null> = {
    id: uuidv7(),
    ticket_id: ticket.id,
    org_id: ticket.orgId,
    text,
    created_at: at,
    created_by: writer.actorId,
    updated_at: at,
    updated_by: writer.actorId,
    ...more,
  };
  const names = Object.keys(row);
  await db.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
}
