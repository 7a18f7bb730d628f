import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';
import { subjectNameSql } from '../documents/subjects.ts';
import { documentFrom, handedIn, waitsSql } from './queue.store.ts';

interface WaitingDocument<At = string> {
  id: string;
  subject: string;
  isVehicles: boolean;
  plateUse: PlateUse | null;
  type: string;
  at: At;
}
/** A document as lists of work name it, but for its moment. */
const documentSql = `d.id, ${subjectNameSql} as subject, v.id is not null as "isVehicles", v.plate_use as "plateUse", t.name as type`;
const workRow = <At>({ subject, isVehicles, plateUse, type, at }: WaitingDocument<At>, to: string) => ({
  label: subject,
  isPlate: isVehicles,
  plateUse,
  note: type,
  at,
  to,
});

/** Documents that wait for a decision, for those who decide; those that wait longest first. */
export const documentsToReview: WorkSource = {
  key: 'documents-to-review',
  module: 'document-review',
  order: 5,
  isFor: ({ grants }) => can(grants, 'document-review', 'view') && can(grants, 'vehicle-kyc-doc', 'approve'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `${waitsSql}${tenantFilter('work-review', scope, 'd.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(`select count(*) from ${documentFrom} where ${where}`, params);
    const rows = await db.query<WaitingDocument>(
      `select ${documentSql}, ${handedIn} as at
       from ${documentFrom} where ${where} order by ${handedIn}, d.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: '/document-review',
      parts: [],
      rows: rows.map((row) => workRow(row, `/document-review?id=${row.id}`)),
    };
  },
};

/** Documents that were sent back, for those who can send them again. */
export const documentsSentBack: WorkSource = {
  key: 'documents-sent-back',
  module: 'vehicle-kyc-doc',
  order: 30,
  isFor: ({ grants }) => can(grants, 'vehicle-kyc-doc', 'edit'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const where = `d.deleted_at is null and d.status = 1 and d.review_state in ('REJECTED', 'RESUBMISSION_ASKED')${tenantFilter('work-sent-back', scope, 'd.org_id', params)}`;
    const [found] = await db.query<{ count: number; again: number }>(
      `select count(*), count(*) filter (where d.review_state = 'RESUBMISSION_ASKED') as again from vehicle_kyc_doc d where ${where}`,
      params,
    );
    const rows = await db.query<WaitingDocument<string | null>>(
      `select ${documentSql}, d.reviewed_at as at
       from ${documentFrom} where ${where} order by d.reviewed_at desc nulls last, d.id limit ${workRows}`,
      params,
    );
    const list = (states: string) => `/vehicle-kyc-doc?reviewState=${states}&status=1`;
    return {
      count: found?.count ?? 0,
      to: list('REJECTED,RESUBMISSION_ASKED'),
      parts: [{ key: 'again', tone: 'due', count: found?.again ?? 0, to: list('RESUBMISSION_ASKED') }],
      rows: rows.map((row) => workRow(row, `/vehicle-kyc-doc/${row.id}`)),
    };
  },
};
