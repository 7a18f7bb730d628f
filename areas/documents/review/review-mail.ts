import { type Recipient, recipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import type { RefInfo } from '#kit/contract/catalogue.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { publish, withdraw } from '#kit/server/notify/publish.ts';
import type { Topic } from '#kit/server/notify/topic.ts';
import { rejectReasons } from '../documents/document.contract.ts';
import type { vehicleKycDoc } from '../documents/document.contract.ts';

/**
 * Who looks after the papers of organisations: their people who may hand papers in, with an address to write to. `orgs` come
 * from rows that the caller has read.
 */
export const keepersOf = (db: Queryable, orgs: readonly string[]): Promise<Recipient[]> =>
  recipientsOf(db, orgs, 'vehicle-kyc-doc', 'create');

const reasonWords = new Map<string, string>(rejectReasons.map(({ value, label }) => [value, label]));

/** Mails those who look after a document, and whoever uploaded it, that it was rejected. Gives the ids of the mails. */
export async function mailTurnedDown(
  db: Queryable,
  mail: MailKit,
  row: RowOf<typeof vehicleKycDoc>,
  handedInBy: string | null,
  said: { again: boolean; reasonCode: string; reasonText: string | undefined; heldUntil: Date },
): Promise<string[]> {
  const { orgId } = row;
  const keepers = await keepersOf(db, [orgId]);
  const [uploader] = await db.query<Recipient>(
    `select id, name, email, org_id as "orgId" from identity_person where id = $1 and status = 1 and deleted_at is null and email is not null`,
    [handedInBy],
  );
  const everybody = new Map([...keepers, ...(uploader ? [uploader] : [])].map((one) => [one.id, one]));
  const subject = (row.vehicle ?? row.driver ?? row.ownerOrg ?? row.appUser) as RefInfo;
  const mails: string[] = [];
  for (const { id, name, email } of everybody.values()) {
    const queued = await queueMail(db, mail, {
      template: 'paper-turned-down',
      to: { address: email, name, accountId: id },
      orgId,
      values: {
        name,
        paper: row.title,
        subject: subject.label,
        decision: said.again ? 'must be uploaded again' : 'was rejected',
        reason: [reasonWords.get(said.reasonCode), said.reasonText].filter(Boolean).join(': '),
        link: `/vehicle-kyc-doc/${row.id}`,
      },
      record: { module: 'vehicle-kyc-doc', id: row.id, title: `${row.title} of ${subject.label}` },
      heldUntil: said.heldUntil,
    });
    if (queued) mails.push(queued);
  }
  return mails;
}

/**
 * Tells those who look after a document, and whoever uploaded it, what was decided, once that can no longer be undone.
 */
export async function tellDecision(
  db: Queryable,
  writer: Writer,
  row: RowOf<typeof vehicleKycDoc>,
  topic: Topic,
  heldUntil: Date,
): Promise<void> {
  const subject = (row.vehicle ?? row.driver ?? row.ownerOrg ?? row.appUser) as RefInfo;
  await publish(db, writer.now, {
    topic,
    orgId: row.orgId,
    to: { module: 'vehicle-kyc-doc', action: 'create' },
    params: { document: row.title, subject: subject.label },
    link: `/vehicle-kyc-doc/${row.id}`,
    record: { module: 'vehicle-kyc-doc', id: row.id },
    onceKey: `document-decided:${row.id}:${writer.now.toISOString()}`,
    except: writer.actorId,
    heldUntil,
  });
}

/** What was decided is not told: it was undone. */
export const untellDecision = (db: Queryable, id: string): Promise<void> => withdraw(db, `document-decided:${id}:`);
