import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';

/** Medical certificates that wait for a decision, for those who decide. */
export const medicalToReview: WorkSource = {
  key: 'medical-to-review',
  module: 'medical-report',
  order: 50,
  isFor: ({ grants }) => can(grants, 'medical-report', 'view') && can(grants, 'medical-report', 'approve'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const pending = `m.deleted_at is null and m.status = 1 and m.review_state = 'PENDING'${tenantFilter('work-medical', scope, 'm.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(`select count(*) from medical_report m where ${pending}`, params);
    const rows = await db.query<{ id: string; name: string; at: string }>(
      `select m.id, d.name, m.created_at as at from medical_report m join driver d on d.id = m.driver_id
       where ${pending} order by m.created_at, m.id limit ${workRows}`,
      params,
    );
    return {
      count: found?.count ?? 0,
      to: '/medical-report?reviewState=PENDING&status=1',
      parts: [],
      rows: rows.map(({ id, name, at }) => ({
        label: name,
        isPlate: false,
        note: null,
        at,
        to: `/medical-report/${id}`,
      })),
    };
  },
};
