import { uuidv7 } from 'uuidv7';
import { noteReminderOf } from '#areas/compliance/compliance.server.ts';
import { recipientsOf } from '#areas/identity/identity.server.ts';
import { type MailKit, queueMail } from '#areas/mail/mail.server.ts';
import { dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { policyExpiring, policyLapsed } from '../policies.topics.ts';
import { lapseDays } from '../policy/policy-state.rules.ts';

/** Days before the end of a cover on which its organisation is reminded. */
const stages = [30, 15, 7, 1, 0];
/** Days before the no-claim bonus is lost. */
const bonusStages = [30, 7];
/** For how many days after a stage it is still told of, when nothing ran on the day itself. */
const lateDays = 7;

/** A cover that ends, at a stage before its end. */
export interface Due {
  id: string;
  orgId: string;
  policyNo: string;
  vehicle: string;
  cover: 'OD' | 'TP' | 'NCB';
  upto: string;
  left: number;
  stage: number;
  /** It is of third-party cover as well: of the insurance document of the vehicle. */
  isDocument: boolean;
}

const latest = (list: readonly number[]) =>
  `(select min(r) from unnest(array[${list.join(', ')}]) r where r >= c.last - $1::date)`;

/**
 * Reminds of covers that end and of bonuses that are about to be lost, some at a time: each cover of a policy once for each stage, of
 * stages that have come the latest. Documents that policies made are reminded of here and not as documents. Cover that was cancelled
 * for a day to come ends the day before.
 * @returns whether there may be more
 */
export async function remindOfPolicies(db: Queryable, mail: MailKit, now: Date, limit: number): Promise<boolean> {
  const due = await db.query<Due>(
    `select p.id, p.org_id as "orgId", p.policy_no as "policyNo", v.registration_no as vehicle, c.cover, c.last as upto, c.last - $1::date as left, c.stage,
       c.cover = 'TP' or (c.cover = 'OD' and coalesce(e.od = e.tp, false)) as "isDocument"
     from app_user_policy p join vehicles_vehicle v on v.id = p.vehicle_id and v.org_id = p.org_id and v.deleted_at is null and v.status = 1
       and v.situation not in ('SOLD', 'RETIRED')
     cross join lateral (select case when p.od_from < coalesce(p.cancelled_on, 'infinity') then least(p.od_to, p.cancelled_on - 1) end as od,
       case when p.tp_from < coalesce(p.cancelled_on, 'infinity') then least(p.tp_to, p.cancelled_on - 1) end as tp) e
     cross join lateral (
       select c.cover, c.last, case c.cover when 'NCB' then ${latest(bonusStages)} else ${latest(stages)} end as stage from (values
         ('OD', e.od), ('TP', e.tp),
         ('NCB', case when p.od_to < $1::date and p.cancelled_on is null and coalesce(p.ncb_percent, '0') <> '0' then p.od_to + ${lapseDays} end)) c (cover, last)) c
     where p.issued and p.status = 1 and p.deleted_at is null and (p.cancelled_on is null or p.cancelled_on > $1::date) and c.stage is not null
       and c.last between $1::date - ${lateDays} and $1::date + 30
       and not exists (select from policy_reminder r where r.policy_id = p.id and r.cover = c.cover and r.stage <= c.stage)
       and not exists (select from app_user_policy n where n.vehicle_id = p.vehicle_id and n.org_id = p.org_id and n.id <> p.id and n.issued
         and n.status = 1 and n.deleted_at is null and n.cancelled_on is null
         and case c.cover when 'TP' then n.tp_to > p.tp_to else n.od_to > p.od_to end)
       and not (c.cover = 'TP' and exists (select from documents_document n join documents_type t on t.id = n.type_id and t.code = 'INSURANCE'
         where n.vehicle_id = p.vehicle_id and n.org_id = p.org_id and n.status = 1 and n.deleted_at is null and n.valid_upto > e.tp
         and n.policy_id is distinct from p.id and n.review_state in ('VERIFIED', 'EXPIRING_SOON', 'UPCOMING')))
       -- One mail says it where both end on one day.
       and not (c.cover = 'TP' and coalesce(e.od = e.tp, false))
     order by c.last, p.id limit ${limit}`,
    [indiaDay(now)],
  );
  const keepers = Map.groupBy(
    await recipientsOf(
      db,
      due.map(({ orgId }) => orgId),
      'app-user-policy',
      'create',
    ),
    ({ orgId }) => orgId,
  );
  for (const one of due) {
    const to = keepers.get(one.orgId) ?? [];
    await sendReminder(db, mail, one, to);
    await noteReminder(db, one, to.length, now);
  }
  return due.length > 0;
}

/** The stage of so many days before an end: of those that have come the latest. Undefined: none has come yet. */
export const stageOf = (left: number): number | undefined => stages.findLast((stage) => stage >= left);

interface Keeper {
  id: string;
  name: string;
  email: string;
}

/** Mails a reminder to those who renew policies there. @param more makes it another mail than one of the same stage */
export async function sendReminder(
  db: Queryable,
  mail: MailKit,
  one: Due,
  to: readonly Keeper[],
  more = '',
): Promise<void> {
  await publish(db, mail.clock.now(), {
    topic: one.left < 0 ? policyLapsed : policyExpiring,
    orgId: one.orgId,
    to: { module: 'app-user-policy', action: 'create' },
    params: { policy: one.policyNo, vehicle: one.vehicle, upto: one.upto },
    link: `/app-user-policy/${one.id}`,
    record: { module: 'app-user-policy', id: one.id },
    onceKey: `policy-ends ${one.id} ${one.cover} ${one.stage}${more}`,
  });
  for (const { id, name, email } of to)
    await queueMail(db, mail, {
      template: one.left < 0 ? 'policy-over' : 'policy-ends',
      to: { address: email, name, accountId: id },
      orgId: one.orgId,
      values: {
        name,
        policy: one.policyNo,
        vehicle: one.vehicle,
        what: whatEnds(one),
        day: dayInWords(one.upto),
        link: `/app-user-policy/${one.id}`,
      },
      record: { module: 'app-user-policy', id: one.id, title: `${one.policyNo} of ${one.vehicle}` },
      onceKey: `policy-ends ${one.id} ${one.cover} ${one.stage} ${id}${more}`,
    });
}

/** Notes that it was sent. @returns when it was sent before; undefined: it was not */
export async function noteReminder(db: Queryable, one: Due, mails: number, now: Date): Promise<string | undefined> {
  const made = await db.query(
    `insert into policy_reminder (id, org_id, policy_id, cover, stage, at, mails) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing
     returning id`,
    [uuidv7(), one.orgId, one.id, one.cover, one.stage, now.toISOString(), mails],
  );
  if (made.length > 0 && one.isDocument) await noteReminderOf(db, { policyId: one.id, stage: one.stage, mails }, now);
  if (made.length > 0) return undefined;
  const [sent] = await db.query<{ at: string }>(
    'select at from policy_reminder where policy_id = $1 and cover = $2 and stage = $3',
    [one.id, one.cover, one.stage],
  );
  return sent?.at;
}

const names = { OD: 'Own-damage cover', TP: 'Third-party cover', NCB: 'No-claim bonus' } as const;
function whatEnds({ cover, left }: Due): string {
  const name = names[cover];
  if (cover === 'NCB') {
    if (left < -1) return `${name} was lost ${-left} days ago`;
    if (left === -1) return `${name} was lost yesterday`;
    if (left === 0) return `${name} is lost today`;
    return left === 1 ? `${name} is lost tomorrow` : `${name} is lost in ${left} days`;
  }
  if (left < -1) return `${name} expired ${-left} days ago`;
  if (left === -1) return `${name} expired yesterday`;
  if (left === 0) return `${name} expires today`;
  return left === 1 ? `${name} expires tomorrow` : `${name} expires in ${left} days`;
}
