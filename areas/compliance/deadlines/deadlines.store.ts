import {
  isOfSubjectSql,
  subjectJoins,
  subjectNameSql,
  subjectPathSql,
  subjectSql,
} from '#areas/documents/documents.server.ts';

/** Days since which a document that has expired is still to be renewed. */
export const backDays = 365;

/** Subjects that still have duties. */
const inUse = (alias: string) => `${alias}.deleted_at is null and ${alias}.status = 1
  and ${alias}.situation not in ('SOLD', 'RETIRED', 'EXITED')`;

/**
 * Every duty with a day, of everybody: to be fenced by whoever asks, over `org_id`. Of papers those that count, or counted last; a licence
 * whose paper says the same day is one duty with it. Names are joined from the left, so that who only counts does not look them up.
 * @param day the parameter that holds today
 * @param subject the parameter that holds the id of the only record whose duties they are; left out: everybody's
 */
export const deadlinesSql = (day: string, subject?: string): string => `
  select 'paper:' || d.id as key, 'PAPER' as kind, t.name as what, d.valid_upto as due, d.valid_upto - ${day}::date as left,
    ${subjectSql('d')} as "subjectId", ${subjectNameSql} as subject, ${subjectPathSql('d')} as "subjectPath",
    d.org_id, d.org_id as "orgId", o.name as org, d.type_id, '/vehicle-kyc-doc/' || d.id as to,
    ${subjectSql('d')} as paper_of, d.id as paper_id, d.vehicle_id, d.policy_id, d.updated_at as changed_at
  from documents_document d left join documents_type t on t.id = d.type_id left join people_organisation o on o.id = d.org_id
  ${subjectJoins}
  where d.status = 1 and d.deleted_at is null and d.valid_upto is not null and d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED')
    and (v.id is null or ${inUse('v')}) and (p.id is null or ${inUse('p')})
    and coalesce(g.deleted_at, u.deleted_at) is null and coalesce(g.status, u.status, 1) = 1
    ${subject ? `and ${isOfSubjectSql('d', subject)}` : ''}
  union all
  select 'licence:' || s.id, 'LICENCE', 'Driving licence', greatest(s.dl_valid_nt, s.dl_valid_tr), greatest(s.dl_valid_nt, s.dl_valid_tr) - ${day}::date,
    s.id, s.name, 'drivers', s.org_id, s.org_id, g.name, null::uuid, '/drivers/' || s.id, null::uuid, null::uuid, null::uuid, null::uuid, s.updated_at
  from people_driver s left join people_organisation g on g.id = s.org_id
  where ${inUse('s')} and s.stage = 'DONE' and greatest(s.dl_valid_nt, s.dl_valid_tr) is not null ${subject ? `and s.id = ${subject}` : ''}
    and not exists (select 1 from documents_document d join documents_type t on t.id = d.type_id and t.code = 'DL' where d.driver_id = s.id
      and d.status = 1 and d.deleted_at is null and d.review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED')
      and d.valid_upto = greatest(s.dl_valid_nt, s.dl_valid_tr))
  union all
  select 'medical:' || s.id, 'MEDICAL', 'Medical fitness, Form 1A', s.medical_upto, s.medical_upto - ${day}::date,
    s.id, s.name, 'drivers', s.org_id, s.org_id, g.name, null::uuid, '/drivers/' || s.id, null::uuid, null::uuid, null::uuid, null::uuid, s.updated_at
  from people_driver s left join people_organisation g on g.id = s.org_id where ${inUse('s')} and s.medical_upto is not null
    ${subject ? `and s.id = ${subject}` : ''}`;

/** Of duties that a page shows: days of the reminders that went out, and whether a renewal is there. Over the alias `o`. */
export const deadlineColumns = `
  (select array_agg(to_char(r.at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') order by r.at desc) from paper_reminder r
    where r.paper_id = o.paper_id and r.mails > 0) as reminded,
  (select case when bool_or(n.review_state = 'UPCOMING') then 'UPCOMING' when count(*) > 0 then 'WAITING' end from documents_document n
    where n.type_id = o.type_id and ${subjectSql('n')} = o.paper_of and n.id <> o.paper_id
      and n.status = 1 and n.deleted_at is null and n.review_state in ('UPCOMING', 'PENDING', 'UNDER_REVIEW')) as renewal`;
