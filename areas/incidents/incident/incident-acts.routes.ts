import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { type CatalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { cardOf } from '../card/card.store.ts';
import { queueIncidentNews } from '../tell/tell-incidents.ts';
import { incident } from './incident.contract.ts';
import { mailContact } from './incident-mails.ts';
import { incidentStates } from './incident-states.contract.ts';
import { afterAct, type IncidentAct } from './incident-status.rules.ts';
import { addEntry, lockIncident, type NewEntry, type StoredIncident, turnIncident } from './incidents.store.ts';

export interface IncidentDesk {
  kit: CatalogueKit;
  mail: MailKit;
  parts: CatalogueParts<typeof incident>;
}

interface Given {
  db: Queryable;
  writer: Writer;
  row: StoredIncident;
}

const words = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .check(
      z.trim(),
      z.minLength(2, { error: ({ input }) => (input === '' ? missing : 'At least 2 characters') }),
      z.maxLength(most, { error: `At most ${most} characters` }),
    );
const note = z.optional(
  z.nullable(z.string().check(z.trim(), z.maxLength(2_000, { error: 'At most 2000 characters' }))),
);

const callBody = z.strictObject({
  person: words(100, 'Enter who was called'),
  number: words(20, 'Enter the number'),
  note,
});
const emailBody = z.strictObject({
  contactId: z.string({ error: 'Choose the contact' }),
  note: words(1_000, 'Write what they should do'),
});
const sendBody = z.strictObject({ person: words(100, 'Enter who was sent'), note });
const noteBody = z.strictObject({ text: words(2_000, 'Write the note') });
const closeBody = z.strictObject({ outcome: words(2_000, 'Write what it was') });

/** The calls that change one incident: what staff do about it, each with a line in its timeline. */
export function addIncidentActs(app: FastifyInstance, desk: IncidentDesk): void {
  const add = (
    name: string,
    summary: string,
    body: Parameters<typeof addRoute>[1]['body'],
    work: (given: Given, said: Record<string, unknown>) => Promise<string>,
  ) =>
    addRoute(app, {
      method: 'POST',
      path: `/${incident.path}/${name}/{id}`,
      summary,
      tag: incident.many,
      access: { module: incident.path, action: 'approve' },
      scope: 'organisation',
      once: true,
      whileImpersonating: 'refused',
      ...(body ? { body } : {}),
      answer: rowSchema(desk.kit.registry, incident),
      handle: (call) => act(desk, call, work),
    });

  add('acknowledge', 'Acknowledge an incident: somebody looks after it now', undefined, (given) =>
    turn(given, 'acknowledge', { kind: 'ACKNOWLEDGED' }, 'Incident acknowledged.'),
  );
  add('called', 'Note who was called about an incident', callBody, (given, said) => {
    const { person, number, note: text } = said as z.infer<typeof callBody>;
    return turn(given, 'call', { kind: 'CALLED', person, number, text: text || null }, 'Call noted.');
  });
  add('email', 'Write to an emergency contact who has agreed to be written to', emailBody, async (given, said) => {
    const { contactId, note: text } = said as z.infer<typeof emailBody>;
    if (given.row.isTest) throw refuse.conflict('This is a test. No contact is written to');
    const contact = (await cardOf(given.db, given.row)).contacts.find(({ id }) => id === contactId);
    if (!contact) throw refuse.badInput({ contactId: 'This contact no longer exists' });
    const { email } = contact;
    if (!contact.mayBeEmailed || email === null)
      throw refuse.badInput({ contactId: 'This contact has not agreed to emails, or has no address. Call them' });
    await mailContact(
      given.db,
      desk.mail,
      given.row,
      { id: contactId, name: contact.name, email, person: contact.person },
      text,
    );
    return turn(given, 'call', { kind: 'EMAILED', person: contact.name, text }, 'Email sent.');
  });
  add('send', 'Note who is on the way to help', sendBody, (given, said) => {
    const { person, note: text } = said as z.infer<typeof sendBody>;
    return turn(given, 'send', { kind: 'RESPONDER_SENT', person, text: text || null }, 'Noted who is on the way.');
  });
  add('note', 'Add a note to an incident, for staff alone', noteBody, async (given, said) => {
    const { text } = said as z.infer<typeof noteBody>;
    await addEntry(given.db, given.writer, given.row, { kind: 'NOTE', text, staffOnly: true });
    return 'Note added.';
  });
  for (const [name, kind, summary] of [
    ['resolve', 'RESOLVED', 'Close an incident: help was given'],
    ['false-alarm', 'FALSE_ALARM', 'Close an incident: there was no emergency'],
  ] as const)
    add(name, summary, closeBody, (given, said) => {
      const { outcome } = said as z.infer<typeof closeBody>;
      const { writer } = given;
      return turn(
        given,
        name === 'resolve' ? 'resolve' : 'falseAlarm',
        { kind, text: outcome },
        name === 'resolve' ? 'Incident resolved.' : 'Incident closed as a false alarm.',
        { closed_at: writer.now.toISOString(), closed_by: writer.actorName, outcome },
      );
    });
}

/** Does one act with its line. @throws 409 where the incident is past it */
async function turn(
  { db, writer, row }: Given,
  what: IncidentAct,
  entry: NewEntry,
  message: string,
  set: Readonly<Record<string, Param>> = {},
): Promise<string> {
  const to = afterAct(row.incidentState, what);
  if (to === null) {
    const { label } = incidentStates.find(({ value }) => value === row.incidentState) ?? { label: '' };
    throw refuse.conflict(`This cannot be done with an incident in the state “${label}”`);
  }
  const turned = await turnIncident(db, writer, row, to, set);
  await addEntry(db, writer, turned, entry);
  return message;
}

/** Does something to the incident that a call names, in its turn, tells open screens, and answers with it as it is then. */
function act(
  { kit, mail, parts }: IncidentDesk,
  call: Call,
  work: (given: Given, said: Record<string, unknown>) => Promise<string>,
): Promise<string> {
  const scope = scopeOf(call.session);
  const id = idOf(call, incident);
  const said = { ...(call.body as Record<string, unknown> | undefined) };
  return writeAnswer(kit, incident, call, { values: said, files: {} }, async (db, writer) => {
    const row = await lockIncident(db, scope, id);
    if (row.status !== 1) throw refuse.conflict('This incident is inactive. Activate it first');
    const message = await work({ db, writer, row }, said);
    const { json, row: now } = await mustRead(parts.reads, scope, id, db);
    await queueIncidentNews(db, writer, mail.jobs, {
      ...row,
      incidentState: now['incidentState'] as StoredIncident['incidentState'],
    });
    return { data: withRights(kit.policies, incident, call.session, json), version: now.version, status: 200, message };
  });
}
