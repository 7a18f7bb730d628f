import { recipientsOf, staffRecipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, mailTime, queueMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { incident } from './incident.contract.ts';
import type { StoredIncident } from './incidents.store.ts';

const notKnown = 'not known';

/** Where an incident is, for mails: its place in words with the figures that a map takes. */
export function whereText({ place, lat, lon }: Pick<StoredIncident, 'place' | 'lat' | 'lon'>): string {
  if (lat === null || lon === null) return place ?? notKnown;
  const figures = `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
  return place === null ? figures : `${place} (${figures})`;
}

/** The plate of its vehicle and the name of its driver; null where there is none, or none to see. */
export async function whomOf(
  db: Queryable,
  { vehicleId, driverId }: Pick<StoredIncident, 'vehicleId' | 'driverId'>,
): Promise<{ plate: string | null; driver: string | null }> {
  const [row] = await db.query<{ plate: string | null; driver: string | null }>(
    `select (select registration_no from vehicles_vehicle where id = $1) as plate, (select name from people_driver where id = $2) as driver`,
    [vehicleId, driverId],
  );
  return row ?? { plate: null, driver: null };
}

/** By what people know an emergency at a glance: the plate, or the driver where one was reported for a driver in no vehicle. */
export async function knownBy(
  db: Queryable,
  row: Pick<StoredIncident, 'vehicleId' | 'driverId' | 'incidentNo'>,
): Promise<string> {
  const { plate, driver } = await whomOf(db, row);
  return plate ?? driver ?? row.incidentNo;
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
  const vehicle = await knownBy(db, row);
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

/**
 * Writes to an emergency contact. Once for an incident and a note. Contacts of those who run the organisation are written to as well, so it
 * says first which vehicle and driver are in danger.
 */
export async function mailContact(
  db: Queryable,
  mail: MailKit,
  row: StoredIncident,
  contact: WrittenContact,
  note: string,
): Promise<void> {
  const { plate, driver } = await whomOf(db, row);
  await queueMail(db, mail, {
    template: 'incident-contact',
    to: { address: contact.email, name: contact.name },
    orgId: row.orgId,
    record: { module: incident.path, id: row.id, title: row.incidentNo },
    onceKey: `incident-contact:${row.id}:${contact.id}:${row.version}`,
    values: {
      name: contact.name,
      person: contact.person,
      vehicle: plate ?? notKnown,
      driver: driver ?? notKnown,
      what: row.what,
      when: mailTime(new Date(row.raisedAt)),
      where: whereText(row),
      note,
    },
  });
}
