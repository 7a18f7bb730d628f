import { relations } from '#areas/safety/contacts/contact.contract.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { IncidentCard, IncidentContact } from '../incident/incident-answers.contract.ts';
import type { StoredIncident } from '../incident/incidents.store.ts';

interface ContactRow {
  id: string | null;
  name: string;
  person: string;
  relation: string | null;
  mobile: string;
  altMobile: string | null;
  email: string | null;
  consentOn: string | null;
  byEmail: boolean;
}

const relationOf = (value: string | null): string | null => relations.find((one) => one.value === value)?.label ?? null;

/**
 * Whom to call about an incident: the contact that its driver named, those of the app user with the driver's number, then those of the
 * people who run the organisation. The rows are of the incident's organisation, which the caller was allowed to see.
 */
export async function cardOf(db: Queryable, row: StoredIncident): Promise<IncidentCard> {
  const [driver] = await db.query<{
    name: string;
    mobile: string | null;
    emergencyName: string | null;
    emergencyMobile: string | null;
  }>(
    `select name, mobile, emergency_name as "emergencyName", emergency_mobile as "emergencyMobile" from people_reachable_driver
     where id = $1 and org_id = $2`,
    [row.driverId, row.orgId],
  );
  const contacts = await db.query<ContactRow>(
    `select c.id, c.name, p.name as person, c.relation, c.mobile, c.alt_mobile as "altMobile", c.email, c.consent_on::text as "consentOn",
       'EMAIL' = any (c.notify_by) as "byEmail"
     from safety_contact c join identity_person p on p.id = c.app_user_id
     where c.org_id = $1 and c.status = 1 and c.deleted_at is null and (p.mobile = $2 or p.profile_type::text in ('0', '1'))
     order by p.mobile is distinct from $2, p.profile_type desc, p.name, c.position, c.id limit 20`,
    [row.orgId, driver?.mobile ?? null],
  );
  const numbers = await db.query<IncidentCard['numbers'][number]>(
    `select name, number, kind, state from safety_number
     where status = 1 and deleted_at is null and (state is null or state = $1) order by state is null desc, priority, name limit 40`,
    [row.placeState],
  );
  const named: IncidentContact[] =
    driver?.emergencyMobile === null || driver?.emergencyMobile === undefined
      ? []
      : [
          {
            id: null,
            name: driver.emergencyName ?? driver.emergencyMobile,
            person: driver.name,
            relation: null,
            numbers: [driver.emergencyMobile],
            email: null,
            consentOn: null,
            mayBeEmailed: false,
          },
        ];
  return {
    driver: driver ? { name: driver.name, mobile: driver.mobile } : null,
    contacts: [
      ...named,
      ...contacts.map(
        ({ id, name, person, relation, mobile, altMobile, email, consentOn, byEmail }): IncidentContact => ({
          id,
          name,
          person,
          relation: relationOf(relation),
          numbers: altMobile === null ? [mobile] : [mobile, altMobile],
          email,
          consentOn,
          mayBeEmailed: byEmail && consentOn !== null && email !== null,
        }),
      ),
    ],
    numbers,
  };
}
