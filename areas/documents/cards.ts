import type { DashboardCard } from '#areas/dashboard/dashboard.contract.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { obligationSql } from './obligation-sql.ts';
import { handedIn, paperFrom, waitsSql } from './queue-sql.ts';

/** Papers that wait for the reader's decision, and papers that end soon: each number is that of the list it opens. */
export async function documentCards(kit: CatalogueKit, session: Session): Promise<DashboardCard[]> {
  const scope = scopeOf(session);
  const isReviewer =
    can(session.grants, 'document-review', 'view') && can(session.grants, 'vehicle-kyc-doc', 'approve');
  const hasDuties = can(session.grants, 'obligation', 'view');
  if (!isReviewer && !hasDuties) return [];
  const today = indiaDay(kit.clock.now());
  return transact(kit.db, scope, async (db) => [
    ...(isReviewer ? [await reviewCard(db, scope)] : []),
    ...(hasDuties ? [await endsCard(db, scope, today)] : []),
  ]);
}

async function reviewCard(db: Queryable, scope: Scope): Promise<DashboardCard> {
  const params: Param[] = [];
  const where = `${waitsSql}${fence('review-card', scope, 'd.org_id', params)}`;
  const [found] = await db.query<{ count: number }>(`select count(*) from ${paperFrom} where ${where}`, params);
  const rows = await db.query<{ id: string; label: string; day: string }>(
    `select d.id, concat_ws(' · ', coalesce(v.registration_no, p.name), t.name) as label,
       to_char(${handedIn} at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day
     from ${paperFrom} where ${where} order by ${handedIn}, d.id limit 2`,
    params,
  );
  return {
    key: 'document-review',
    title: 'Papers to review',
    count: found?.count ?? 0,
    unit: 'wait',
    to: '/document-review',
    split: [],
    rows: rows.map(({ id, label, day }) => ({ label, meta: day, to: `/document-review?id=${id}` })),
  };
}

async function endsCard(db: Queryable, scope: Scope, today: string): Promise<DashboardCard> {
  const week = addDays(today, 7);
  const month = addDays(today, 30);
  const params: Param[] = [today];
  const source = `(${obligationSql('$1')}) o where o.kind = 'PAPER' and o.due between $1::date and $1::date + 30${fence('obligation-card', scope, 'o.org_id', params)}`;
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
  return {
    key: 'papers-end',
    title: 'Papers that end',
    count: found?.month ?? 0,
    unit: 'within 30 days',
    to: list(month),
    split: inWeek > 0 ? [{ state: 'due', label: 'within 7 days', count: inWeek, to: list(week) }] : [],
    rows: rows.map(({ label, due, to }) => ({ label, meta: due, to })),
  };
}
