import type { DashboardCard } from '#areas/dashboard/dashboard.contract.ts';
import { can } from '#kit/contract/rights.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { handedIn, documentFrom, waitsSql } from './queue.store.ts';

/** Documents that wait for the reader's decision, for those who decide: the number is that of the list it opens. */
export async function reviewCard(db: Queryable, scope: Scope, { grants }: Session): Promise<DashboardCard[]> {
  if (!can(grants, 'document-review', 'view') || !can(grants, 'vehicle-kyc-doc', 'approve')) return [];
  const params: Param[] = [];
  const where = `${waitsSql}${tenantFilter('review-card', scope, 'd.org_id', params)}`;
  const [found] = await db.query<{ count: number }>(`select count(*) from ${documentFrom} where ${where}`, params);
  const rows = await db.query<{ id: string; label: string; day: string }>(
    `select d.id, concat_ws(' · ', coalesce(v.registration_no, p.name), t.name) as label,
       to_char(${handedIn} at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
     from ${documentFrom} where ${where} order by ${handedIn}, d.id limit 2`,
    params,
  );
  return [
    {
      key: 'document-review',
      title: 'Papers to review',
      count: found?.count ?? 0,
      unit: 'wait',
      to: '/document-review',
      split: [],
      rows: rows.map(({ id, label, day }) => ({ label, meta: day, to: `/document-review?id=${id}` })),
    },
  ];
}
