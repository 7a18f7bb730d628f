import { type MailKit, mailTime, queueMail } from '#areas/mail/mail.server.ts';
import type { Task } from '#kit/server/jobs.ts';
import type { ToldDrivers } from './tell-change.ts';

/** Writes to drivers that positions of their vehicle are shown, or hidden, at other times: to those who have an email address. */
export const driversTask =
  (mail: MailKit): Task =>
  async (db, payload) => {
    const { ruleId, rule, what, actor, shownFrom, hiddenFrom, assigned } = payload as unknown as ToldDrivers;
    const rows = await db.query<{
      orgId: string;
      name: string;
      email: string;
      vehicle: string;
      organisation: string;
    }>(
      `select d.org_id as "orgId", d.name, d.email, v.registration_no as vehicle, o.name as organisation
       from unnest($1::uuid[], $2::uuid[]) as a (driver_id, vehicle_id)
         join people_driver d on d.id = a.driver_id and d.deleted_at is null and d.email is not null
         join vehicles_vehicle v on v.id = a.vehicle_id and v.org_id = d.org_id
         join people_organisation o on o.id = d.org_id
       order by d.id, v.id`,
      [assigned.map(({ driverId }) => driverId), assigned.map(({ vehicleId }) => vehicleId)],
    );
    for (const { orgId, name, email, vehicle, organisation } of rows)
      await queueMail(db, mail, {
        template: 'off-duty-driver',
        // Drivers have no account: nobody knows what they read.
        alsoHindi: true,
        to: { address: email, name },
        orgId,
        values: { name, organisation, vehicle, rule, what, actor, effect: effectText(shownFrom, hiddenFrom) },
        record: { module: 'off-duty-rule', id: ruleId, title: rule },
      });
  };

/** What is other than before, for who drives the vehicle. */
const effectText = (shownFrom: string | null, hiddenFrom: string | null): string =>
  [
    shownFrom === null
      ? []
      : [`From ${mailTime(new Date(shownFrom))} it is shown where the vehicle is at times when that was hidden.`],
    hiddenFrom === null
      ? []
      : [`From ${mailTime(new Date(hiddenFrom))} it is hidden where the vehicle is at times when that was shown.`],
  ]
    .flat()
    .join(' ');
