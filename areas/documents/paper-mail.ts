import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { Param, Queryable } from '#kit/server/db/database.ts';
import { rejectReasons } from './paper.contract.ts';

export interface Recipient {
  id: string;
  name: string;
  email: string;
  orgId: string;
}

/**
 * Who looks after the papers of organisations: their people who may hand papers in, with an address to write to. `orgs` come
 * from rows that the caller has read.
 */
export async function keepersOf(db: Queryable, orgs: readonly string[]): Promise<Recipient[]> {
  const params: Param[] = [[...new Set(orgs)]];
  return db.query<Recipient>(
    `select a.id, a.name, a.email, a.org_id as "orgId" from account a join role r on r.id = a.role_id
     join permission p on p.role_id = r.id and 'create' = any(p.actions) join module m on m.id = p.module_id and m.key = 'vehicle-kyc-doc'
     where a.org_id = any($1::uuid[]) and a.kind = 'client' and a.status = 1 and a.deleted_at is null and a.email is not null
       and r.status = 1 and r.deleted_at is null order by a.id`,
    params,
  );
}

const reasonWords = new Map<string, string>(rejectReasons.map(({ value, label }) => [value, label]));

/** Tells those who look after a paper, and whoever handed it in, that it was turned down. */
export async function mailTurnedDown(
  db: Queryable,
  mail: MailKit,
  row: AnyRow,
  handedInBy: string | null,
  said: { again: boolean; reasonCode: string; reasonText: string | undefined },
): Promise<void> {
  const orgId = row['orgId'] as string;
  const keepers = await keepersOf(db, [orgId]);
  const [uploader] = await db.query<Recipient>(
    `select id, name, email, org_id as "orgId" from account where id = $1 and status = 1 and deleted_at is null and email is not null`,
    [handedInBy],
  );
  const everybody = new Map([...keepers, ...(uploader ? [uploader] : [])].map((one) => [one.id, one]));
  const subject = (row['vehicle'] ?? row['driver']) as { label: string };
  for (const { id, name, email } of everybody.values())
    await queueMail(db, mail, {
      template: 'paper-turned-down',
      to: { address: email, name, accountId: id },
      orgId,
      values: {
        name,
        paper: row.title,
        subject: subject.label,
        decision: said.again ? 'is to be sent again' : 'was rejected',
        reason: [reasonWords.get(said.reasonCode), said.reasonText].filter(Boolean).join(': '),
        link: `/vehicle-kyc-doc/${row.id}`,
      },
      record: { module: 'vehicle-kyc-doc', id: row.id, title: `${row.title} of ${subject.label}` },
    });
}
