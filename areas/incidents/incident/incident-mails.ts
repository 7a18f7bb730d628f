import { recipientsOf, staffRecipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, mailTime, queueMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { incident } from './incident.contract.ts';
import type { StoredIncident } from './incidents.store.ts';

/** Where an incident is, for mails: its place in words with the figures that a map takes. */
export function whereText({ place, lat, lon }: Pick<StoredIncident, 'place' | 'lat' | 'lon'>): string {
  if (lat === null || lon === null) return place ?? 'not known';
  const figures = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  return place === null ? figures : `${place} (${figures})`;
}

/** The plate of its vehicle, or what stands for one. */
export async function vehicleOf(db: Queryable, { vehicleId }: Pick<StoredIncident, 'vehicleId'>): Promise<string> {
  if (vehicleId === null) return 'a device that is in no vehicle';
  const [row] = await db.query<{ plate: string }>(
    'select registration_no as plate from vehicles_vehicle where id = $1',
    [vehicleId],
  );
  return row?.plate ?? 'the vehicle';
}

/**
 * Writes to staff who handle incidents, and to whoever sees them in the organisation, that nobody has acknowledged one. To be called
 * over everybody's rows.
 * @param minutes how long it has been waiting; the same number is written once.
 * @returns how many are written to
 */
export async function mailEscalation(
  db: Queryable,
  mail: MailKit,
  row: StoredIncident,
  minutes: number,
): Promise<number> {
  const staff = await staffRecipientsOf(db, row.orgId, incident.path, 'approve');
  const people = [...staff, ...(await recipientsOf(db, [row.orgId], incident.path, 'view'))];
  const vehicle = await vehicleOf(db, row);
  for (const { id, name, email } of people)
    await queueMail(db, mail, {
      template: 'incident-escalated',
      to: { address: email, name, accountId: id },
      orgId: row.orgId,
      record: { module: incident.path, id: row.id, title: row.incidentNo },
      onceKey: `incident:${row.id}:${minutes}:${id}`,
      values: {
        name,
        number: row.incidentNo,
        vehicle,
        when: mailTime(new Date(row.raisedAt)),
        where: whereText(row),
        kind: row.isTest ? 'Test emergency' : 'Emergency',
        minutes: minutes === 1 ? '1 minute' : `${minutes} minutes`,
        link: `/${incident.path}/${row.id}`,
      },
    });
  return people.length;
}

export interface WrittenContact {
  id: string;
  name: string;
  email: string;
  person: string;
}

/** Writes to an emergency contact. Once for an incident and a note. */
export const mailContact = async (
  db: Queryable,
  mail: MailKit,
  row: StoredIncident,
  contact: WrittenContact,
  note: string,
): Promise<unknown> =>
  queueMail(db, mail, {
    template: 'incident-contact',
    to: { address: contact.email, name: contact.name },
    orgId: row.orgId,
    record: { module: incident.path, id: row.id, title: row.incidentNo },
    onceKey: `incident-contact:${row.id}:${contact.id}:${row.version}`,
    values: {
      name: contact.name,
      person: contact.person,
      vehicle: await vehicleOf(db, row),
      what: row.what,
      when: mailTime(new Date(row.raisedAt)),
      where: whereText(row),
      note,
    },
  });
