import type { DashboardCard } from '#areas/dashboard/dashboard.contract.ts';
import { addDays } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import type { Param, Queryable, Scope } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { deadlinesSql } from './deadlines.store.ts';

/** Documents that expire soon, for those who may see deadlines: each number is that of the list it opens. */
export async function deadlineCard(
  db: Queryable,
  scope: Scope,
  { grants }: Session,
  today: string,
): Promise<DashboardCard[]> {
  if (!can(grants, 'obligation', 'view')) return [];
  const week = addDays(today, 7);
  const month = addDays(today, 30);
  const params: Param[] = [today];
  const source = `(${deadlinesSql('$1')}) o where o.kind = 'PAPER' and o.due between $1::date and $1::date + 30${tenantFilter('obligation-card', scope, 'o.org_id', params)}`;
  const [found] = await db.query<{ month: number; week: number }>(
    `select count(*) as month, count(*) filter (where o.due <= $1::date + 7) as week from ${source}`,
    params,
  );
  const rows = await db.query<{ label: string; due: string; to: string }>(
    `select concat_ws(' · ', o.subject, o.what) as label, o.due, o.to from ${source} order by o.due, o.key limit 2`,
    params,
  );
  const list = (to: string) => `/obligations?kind=PAPER&from=${today}&to=${to}`;
  const inWeek = found?.week ?? 0;
  return [
    {
      key: 'papers-end',
      title: 'Papers that end',
      count: found?.month ?? 0,
      unit: 'within 30 days',
      to: list(month),
      split: inWeek > 0 ? [{ state: 'due', label: 'within 7 days', count: inWeek, to: list(week) }] : [],
      rows: rows.map(({ label, due, to }) => ({ label, meta: due, to })),
    },
  ];
}
