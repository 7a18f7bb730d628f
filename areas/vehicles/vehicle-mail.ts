import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';

interface Recipient {
  id: string;
  name: string;
  email: string;
}

/**
 * People of an organisation who may do something in a module, with an address to write to. The other side of a transfer is
 * another organisation: call it inside `overall`.
 */
const recipientsOf = (db: Queryable, orgId: string, module: string, action: string): Promise<Recipient[]> =>
  db.query<Recipient>(
    `select a.id, a.name, a.email from organisation o join account a on a.org_id = o.id join role r on r.id = a.role_id
     join permission p on p.role_id = r.id and $3 = any(p.actions) join module m on m.id = p.module_id and m.key = $2
     where o.id = $1 and a.kind = 'client' and a.status = 1 and a.deleted_at is null and a.email is not null
       and r.status = 1 and r.deleted_at is null order by a.id`,
    [orgId, module, action],
  );

/** Tells an organisation that one of its vehicles is reported stolen. */
export async function mailStolen(
  db: Queryable,
  mail: MailKit,
  vehicle: { id: string; orgId: string; title: string },
  by: string,
  note: string,
): Promise<void> {
  for (const { id, name, email } of await recipientsOf(db, vehicle.orgId, 'vehicle', 'edit'))
    await queueMail(db, mail, {
      template: 'vehicle-stolen',
      to: { address: email, name, accountId: id },
      orgId: vehicle.orgId,
      values: { name, vehicle: vehicle.title, by, note, link: `/vehicle/${vehicle.id}` },
      record: { module: 'vehicle', id: vehicle.id, title: vehicle.title },
    });
}

/** Tells one side of a transfer what became of it, in words that follow on the vehicle's number. */
export async function mailTransfer(
  db: Queryable,
  mail: MailKit,
  orgId: string,
  transfer: { id: string; title: string },
  what: string,
  note: string,
): Promise<void> {
  for (const { id, name, email } of await recipientsOf(db, orgId, 'ownership-transfer', 'edit'))
    await queueMail(db, mail, {
      template: 'vehicle-transfer',
      to: { address: email, name, accountId: id },
      orgId,
      values: { name, vehicle: transfer.title, what, note, link: '/ownership-transfer' },
      record: { module: 'ownership-transfer', id: transfer.id, title: transfer.title },
    });
}
