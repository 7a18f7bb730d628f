import { can } from '#kit/contract/rights.ts';
import { workRows } from '#kit/contract/work.ts';
import type { Param } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { WorkSource } from '#kit/server/areas/work.ts';

/** Models that clients asked for, for those who keep the catalogue. */
export const openModelRequests: WorkSource = {
  key: 'model-requests-open',
  module: 'model-request',
  order: 80,
  isFor: ({ grants }) => can(grants, 'model-request', 'view') && can(grants, 'model-request', 'edit'),
  async read({ db, scope }) {
    const params: Param[] = [];
    const open = `q.state = 'OPEN'${tenantFilter('work-model-requests', scope, 'q.org_id', params)}`;
    const [found] = await db.query<{ count: number }>(`select count(*) from model_request q where ${open}`, params);
    const rows = await db.query<{ name: string; at: string }>(
      `select q.name, q.created_at as at from model_request q where ${open} order by q.created_at, q.id limit ${workRows}`,
      params,
    );
    const to = '/model-request?state=OPEN';
    return {
      count: found?.count ?? 0,
      to,
      parts: [],
      rows: rows.map(({ name, at }) => ({ label: name, isPlate: false, note: null, at, to })),
    };
  },
};
