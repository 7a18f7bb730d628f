import { recipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';

/** Tells an organisation that one of its vehicles is reported stolen. */
export async function mailStolen(
  db: Queryable,
  mail: MailKit,
  vehicle: { id: string; orgId: string; title: string },
  by: string,
  note: string,
): Promise<void> {
  for (const { id, name, email } of await recipientsOf(db, [vehicle.orgId], 'vehicle', 'edit'))
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
  for (const { id, name, email } of await recipientsOf(db, [orgId], 'ownership-transfer', 'edit'))
    await queueMail(db, mail, {
      template: 'vehicle-transfer',
      to: { address: email, name, accountId: id },
      orgId,
      values: { name, vehicle: transfer.title, what, note, link: '/ownership-transfer' },
      record: { module: 'ownership-transfer', id: transfer.id, title: transfer.title },
    });
}

/** Tells an organisation what became of its request for a model. */
export async function mailModelRequest(
  db: Queryable,
  mail: MailKit,
  request: { id: string; orgId: string; name: string },
  what: string,
  reply: string,
): Promise<void> {
  for (const { id, name, email } of await recipientsOf(db, [request.orgId], 'model-request', 'create'))
    await queueMail(db, mail, {
      template: 'model-request',
      to: { address: email, name, accountId: id },
      orgId: request.orgId,
      values: { name, model: request.name, what, reply, link: '/model-request' },
      record: { module: 'model-request', id: request.id, title: request.name },
    });
}
