import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import { datedStates } from '../documents/document-states.rules.ts';
import type { SubjectPath } from '../documents/subjects.contract.ts';
import { subjectJoins, subjectNameSql, subjectPathSql, subjectSql } from '../documents/subjects.ts';
import type { Named, ReviewRow, SubjectName } from './review.contract.ts';

/** Joins and columns of papers with what they are of; over the alias `d`. */
export const documentFrom = `vehicle_kyc_doc d join kyc_doc t on t.id = d.type_id join people_organisation o on o.id = d.org_id
  ${subjectJoins}`;
export const handedIn = 'coalesce(d.handed_in_at, d.created_at)';
export const reviewColumns = `d.id, d.type_id as "typeId", t.name as type, ${subjectSql('d')} as "subjectId",
  ${subjectNameSql} as subject, ${subjectPathSql('d')} as "subjectPath", d.org_id as "orgId", o.name as org,
  d.review_state as state, d.version, ${handedIn} as "handedInAt", d.valid_upto as "validUpto", d.reviewer_id as "reviewerId",
  (select a.name from identity_person a where a.id = d.reviewer_id) as reviewer, d.taken_until as "takenUntil",
  coalesce(d.handed_in_by, d.created_by) as "handedInBy"`;

export interface ReviewRecord {
  id: string;
  typeId: string;
  type: string;
  subjectId: string;
  subject: string;
  subjectPath: SubjectPath;
  orgId: string;
  org: string;
  state: string;
  version: number;
  handedInAt: string;
  validUpto: string | null;
  reviewerId: string | null;
  reviewer: string | null;
  takenUntil: string | null;
  handedInBy: string | null;
}

const named = (id: string, label: string): Named => ({ id, label });
export const subjectOf = (row: Pick<ReviewRecord, 'subjectId' | 'subject' | 'subjectPath'>): SubjectName => ({
  ...named(row.subjectId, row.subject),
  path: row.subjectPath,
});

/** A waiting paper as the queue shows it to somebody. */
export function reviewRow(row: ReviewRecord, me: string, now: Date): ReviewRow {
  const isTaken = row.state === 'UNDER_REVIEW' && row.takenUntil !== null && row.takenUntil > now.toISOString();
  return {
    id: row.id,
    type: named(row.typeId, row.type),
    subject: subjectOf(row),
    org: named(row.orgId, row.org),
    state: isTaken ? 'UNDER_REVIEW' : 'PENDING',
    version: row.version,
    handedInAt: row.handedInAt,
    validUpto: row.validUpto,
    taken: isTaken ? { by: row.reviewer ?? '', until: row.takenUntil as string, mine: row.reviewerId === me } : null,
  };
}

/** A waiting document of the scope. @throws 404 for any other */
export async function mustFindWaiting(db: Queryable, scope: Scope, id: string): Promise<ReviewRecord> {
  const params: Param[] = [id];
  const tenantSql = tenantFilter('review-item', scope, 'd.org_id', params);
  const [record] = await db.query<ReviewRecord>(
    `select ${reviewColumns} from ${documentFrom} where d.id = $1 and ${waitsSql}${tenantSql}`,
    params,
  );
  if (!record) throw refuse.notFound('Document not found');
  return record;
}

/** Papers that wait for a reviewer: handed in, of records that are there. */
export const waitsSql = `d.deleted_at is null and d.status = 1 and d.review_state in ('PENDING', 'UNDER_REVIEW')
  and coalesce(v.deleted_at, p.deleted_at, g.deleted_at, u.deleted_at) is null
  and num_nonnulls(d.front_id, d.back_id, d.page3_id, d.page4_id, d.page5_id) > 0`;

export const datedList = datedStates.map((state) => `'${state}'`).join(', ');
