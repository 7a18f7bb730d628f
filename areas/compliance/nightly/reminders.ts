import { uuidv7 } from 'uuidv7';
import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/notify/publish.ts';
import {
  documentExpiring,
  furthestLook,
  keepersOf,
  subjectJoins,
  subjectNameSql,
  subjectSql,
} from '#areas/documents/documents.server.ts';

interface Due {
  id: string;
  orgId: string;
  paper: string;
  subject: string;
  upto: string;
  left: number;
  stage: number;
}

/** For how many days after its end a paper is still told of, when nothing ran on the day itself. */
const lateDays = 7;

/**
 * Sends reminders of papers that end, some at a time. Each kind of paper says how many days before; of the stages that have come
 * the latest is sent, once, and none before it any more. Nothing is said of what was renewed, of what is out of use, or of the documents
 * of insurance policies, which are reminded of as policies.
 * @returns whether there may be more.
 */
export async function remind(
  db: Queryable,
  mail: MailKit,
  now: Date,
  limit: number,
  timeoutMs: number,
): Promise<boolean> {
  const due = await db.query<Due>(
    {
      timeoutMs,
      text: `select d.id, d.org_id as "orgId", t.name as paper, ${subjectNameSql} as subject, d.valid_upto as upto,
       d.valid_upto - $1::date as left, s.stage
     from documents_document d join documents_type t on t.id = d.type_id and t.status = 1 and t.deleted_at is null
     ${subjectJoins}
     cross join lateral (select min(r::int) as stage from unnest(t.reminder_days) r where r::int >= d.valid_upto - $1::date) s
     where d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED') and d.status = 1 and d.deleted_at is null and d.policy_id is null
       and d.valid_upto between $1::date - ${lateDays} and $1::date + $2::int and s.stage is not null
       and coalesce(v.deleted_at, p.deleted_at, g.deleted_at, u.deleted_at) is null and coalesce(v.status, p.status, g.status, u.status) = 1
       and coalesce(v.situation, p.situation, '') not in ('SOLD', 'RETIRED', 'EXITED')
       and not exists (select 1 from paper_reminder r where r.paper_id = d.id and r.stage <= s.stage)
       and not exists (select 1 from documents_document n where n.type_id = d.type_id and n.review_state = 'UPCOMING' and n.status = 1
         and n.deleted_at is null and ${subjectSql('n')} = ${subjectSql('d')})
     order by d.valid_upto, d.id limit ${limit}`,
    },
    [indiaDay(now), await furthestLook(db)],
  );
  const keepers = Map.groupBy(
    await keepersOf(
      db,
      due.map(({ orgId }) => orgId),
    ),
    ({ orgId }) => orgId,
  );
  for (const one of due) {
    const to = keepers.get(one.orgId) ?? [];
    await publish(db, now, {
      topic: documentExpiring,
      orgId: one.orgId,
      to: { module: 'vehicle-kyc-doc', action: 'create' },
      params: { document: one.paper, subject: one.subject, upto: one.upto },
      link: `/vehicle-kyc-doc/${one.id}`,
      record: { module: 'vehicle-kyc-doc', id: one.id },
      onceKey: `paper-ends ${one.id} ${one.stage}`,
    });
    for (const { id, name, email } of to)
      await queueMail(db, mail, {
        template: 'paper-ends',
        to: { address: email, name, accountId: id },
        orgId: one.orgId,
        values: {
          name,
          paper: one.paper,
          subject: one.subject,
          when: inWords(one.left),
          day: dayInWords(one.upto),
          link: `/vehicle-kyc-doc/${one.id}`,
        },
        record: { module: 'vehicle-kyc-doc', id: one.id, title: `${one.paper} of ${one.subject}` },
        onceKey: `paper-ends ${one.id} ${one.stage} ${id}`,
      });
    await db.query(
      `insert into paper_reminder (id, org_id, paper_id, stage, at, mails) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [uuidv7(), one.orgId, one.id, one.stage, now.toISOString(), to.length],
    );
  }
  return due.length > 0;
}

/** Notes with the document of a policy that the policy was reminded of. */
export async function noteReminderOf(
  db: Queryable,
  { policyId, stage, mails }: { policyId: string; stage: number; mails: number },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into paper_reminder (id, org_id, paper_id, stage, at, mails)
     select $1, d.org_id, d.id, $3, $4, $5 from documents_document d where d.policy_id = $2 and d.status = 1 and d.deleted_at is null
       and d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED') limit 1 on conflict do nothing`,
    [uuidv7(), policyId, stage, now.toISOString(), mails],
  );
}

function inWords(left: number): string {
  if (left < -1) return `expired ${-left} days ago`;
  if (left === -1) return 'expired yesterday';
  if (left === 0) return 'expires today';
  return left === 1 ? 'expires tomorrow' : `expires in ${left} days`;
}
