import type { FastifyInstance } from 'fastify';
import { deadlineCard } from '#areas/compliance/compliance.server.ts';
import { reviewCard } from '#areas/documents/documents.server.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { can } from '#kit/contract/rights.ts';
import { titleSql } from '#kit/server/catalogue/read/row-sql.ts';
import { tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { historySource } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { dashboardSchema } from './dashboard.schemas.ts';
import type { Dashboard, DashboardCard, DashboardChange } from './dashboard.contract.ts';

/** GET /dashboard: what is waiting, scoped to what the caller may see. Never 403 for a live session. */
export function addDashboardRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/dashboard',
    summary: 'What waits and what ends soon, counts of the caller’s catalogues and the latest changes',
    tag: 'Dashboard',
    access: 'session',
    scope: 'organisation',
    answer: dashboardSchema,
    handle: async ({ session }): Promise<{ message: string; data: Dashboard }> => {
      const own = scopeOf(session);
      const visible = kit.registry.all.filter(
        ({ path, scope, orgColumn }) =>
          can(session.grants, path, 'view') &&
          (own.client ? scope === 'organisation' && orgColumn !== 'id' : scope === 'global'),
      );
      const [waiting, cards, recent] = await Promise.all([
        waitingCards(kit, session),
        Promise.all(visible.map((definition) => cardOf(kit, own, definition))),
        recentChanges(kit, session),
      ]);
      return { message: 'OK', data: { asOf: kit.clock.now().toISOString(), cards: [...waiting, ...cards], recent } };
    },
  });
}

/** What waits for the reader: each number is that of the list it opens. */
const waitingCards = (kit: CatalogueKit, session: Session): Promise<DashboardCard[]> => {
  const scope = scopeOf(session);
  return transact(kit.db, scope, async (db) => [
    ...(await reviewCard(db, scope, session)),
    ...(await deadlineCard(db, scope, session, indiaDay(kit.clock.now()))),
  ]);
};

async function cardOf(kit: CatalogueKit, scope: Scope, definition: AnyCatalogue): Promise<DashboardCard> {
  const { path } = definition;
  const params: Param[] = [];
  const live = `from ${definition.table} t where t.deleted_at is null${tenantFilterOf(definition, 'dashboard-card', scope, params)}`;
  const read = async (db: Queryable) =>
    [
      await db.query<{ total: number; active: number }>(
        `select count(*) as total, count(*) filter (where t.status = 1) as active ${live}`,
        params,
      ),
      await db.text(
        {
          text: `select t.id, ${titleSql(kit.registry, definition, 't')}, t.updated_at::date ${live} order by t.updated_at desc, t.id desc limit 2`,
        },
        params,
      ),
    ] as const;
  // Behind row security nothing is seen outside of a transaction that says for whom.
  const [[counts], latest] = await (definition.rowSecurity ? transact(kit.db, scope, read) : read(kit.db));
  const total = counts?.total ?? 0;
  const active = counts?.active ?? 0;
  return {
    key: path,
    title: definition.many,
    count: total,
    unit: active === total ? 'all active' : `${active.toLocaleString('en-IN')} active`,
    to: `/${path}`,
    split:
      active === total ? [] : [{ state: 'off', label: 'inactive', count: total - active, to: `/${path}?status=0` }],
    rows: latest.map(([id, label, day]) => ({ label: label ?? '', meta: day ?? '', to: `/${path}/${id}` })),
  };
}

async function recentChanges(kit: CatalogueKit, session: Session): Promise<DashboardChange[]> {
  const modules = kit.registry.all
    .filter((definition) => can(session.grants, definition.path, 'view'))
    .map((definition) => definition.path);
  const scope = scopeOf(session);
  // Staff see what happens to the rows they may see; what happened in an organisation is its owner's to know.
  if (modules.length === 0 || (scope.client && !can(session.grants, 'history', 'view'))) return [];
  const params: Param[] = [modules];
  const source = historySource(scope, params);
  const rows = await transact(kit.db, scope, (db) =>
    db.query<Omit<DashboardChange, 'moduleName' | 'to'>>(
      `select h.id, h.at, h.actor_name as actor, h.action, h.module, h.record_id as "recordId", h.record_title as label
       from ${source} where h.module = any($1) and h.source <> 'seed' and h.action not in ('refused', 'export') order by h.at desc, h.id desc limit 8`,
      params,
    ),
  );
  return rows.map((row) => ({
    ...row,
    moduleName: kit.registry.find(row.module)?.one ?? row.module,
    to: row.action === 'delete' || row.action === 'purge' ? null : `/${row.module}/${row.recordId}`,
  }));
}
