import { can } from '#kit/contract/rights.ts';
import { type DutySource, labelSql } from '#kit/server/areas/duties.ts';
import { appUserPolicy, policyStates } from './policy.contract.ts';

/** States of policies that somebody has to renew, or must not let end. */
export const endingStates = ['SCHEDULED', 'ACTIVE', 'DUE', 'PART_EXPIRED', 'EXPIRED', 'LAPSED'] as const;

/** Policies by the end that comes next. Of a vehicle that is out of use nothing is to be renewed. */
export const policyDuties: readonly DutySource[] = [
  {
    key: 'POLICY',
    name: 'Policies',
    order: 40,
    isFor: ({ grants }) => can(grants, appUserPolicy.path, 'view'),
    sql: () => `
      select 'policy:' || p.id as key, p.next_end as day, p.org_id, p.vehicle_id, 'Insurance policy' as what, p.policy_no as detail,
        coalesce(v.registration_no, p.policy_no) as subject, v.id is not null as is_plate, ${labelSql('p.state', policyStates)} as state,
        'RENEW' as step, '/${appUserPolicy.path}/' || p.id as to, p.updated_at as changed_at
      from app_user_policy p left join vehicles_vehicle v on v.id = p.vehicle_id
      where p.deleted_at is null and p.status = 1 and p.state in (${endingStates.map((state) => `'${state}'`).join(', ')})
        and (v.id is null or v.deleted_at is null and v.status = 1 and v.situation not in ('SOLD', 'RETIRED'))`,
    steps: ({ grants }) => ({ RENEW: can(grants, appUserPolicy.path, 'create') ? 'Renew policy' : 'View policy' }),
    async more(db, keys) {
      const rows = await db.query<{ key: string; reminded: string[] }>(
        `select 'policy:' || r.policy_id as key,
           array_agg(distinct to_char(r.at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') order by to_char(r.at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') desc) as reminded
         from policy_reminder r where r.policy_id = any($1::uuid[]) and r.mails > 0 group by 1`,
        [keys.map((key) => key.slice('policy:'.length))],
      );
      return new Map(rows.map(({ key, reminded }) => [key, { reminded }]));
    },
  },
];
