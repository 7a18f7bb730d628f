import type { FastifyInstance } from 'fastify';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { can } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { historySource } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { dashboardSchema } from './answer-schema.ts';
import type { Dashboard, DashboardCard, DashboardChange } from './dashboard.contract.ts';

/** GET /dashboard: what is waiting, scoped to what the caller may see. Never 403 for a live session. */
export function addDashboardRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/dashboard',
    summary: 'Counts of the caller’s catalogues and the latest changes',
    tag: 'Dashboard',
    access: 'session',
    scope: 'organisation',
    answer: dashboardSchema,
    handle: async ({ session }): Promise<{ message: string; data: Dashboard }> => {
      const visible = kit.registry.all.filter(
        (definition) => definition.scope === 'global' && can(session.grants, definition.path, 'view'),
      );
      const [cards, recent] = await Promise.all([
        Promise.all(visible.map((definition) => cardOf(kit, scopeOf(session), definition))),
        recentChanges(kit, session),
      ]);
      return { message: 'OK', data: { asOf: kit.clock.now().toISOString(), cards, recent } };
    },
  });
}

async function cardOf(kit: CatalogueKit, scope: Scope, definition: AnyCatalogue): Promise<DashboardCard> {
  const { table, path, rowSecurity } = definition;
  const countText = `select count(*) as total, count(*) filter (where status = 1) as active from ${table} where deleted_at is null`;
  const latestText = `select t.id, ${title(definition)}, t.updated_at::date from ${table} t where t.deleted_at is null order by t.updated_at desc, t.id desc limit 2`;
  const read = async (db: Queryable) =>
    [await db.query<{ total: number; active: number }>(countText), await db.text({ text: latestText }, [])] as const;
  // Behind row security nothing is seen outside of a transaction that says for whom.
  const [[counts], latest] = rowSecurity ? await transact(kit.db, scope, read) : await read(kit.db);
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

/** The plain title fields of a row; referred names are left out of this short list. */
const title = (definition: AnyCatalogue) =>
  `concat_ws(' ', ${definition.title
    .filter((name) => definition.fields[name].kind !== 'ref')
    .map((name) => `t.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)
    .join(', ')})`;

async function recentChanges(kit: CatalogueKit, session: Session): Promise<DashboardChange[]> {
  const modules = kit.registry.all
    .filter((definition) => can(session.grants, definition.path, 'view'))
    .map((definition) => definition.path);
  // What colleagues did is for staff; a client's own organisation gets its history with the access pages.
  if (session.user.kind !== 'staff' || modules.length === 0) return [];
  const own = scopeOf(session);
  const params: Param[] = [modules];
  const source = historySource(own, params);
  const rows = await transact(kit.db, own, (db) =>
    db.query<Omit<DashboardChange, 'moduleName' | 'to'>>(
      `select h.id, h.at, h.actor_name as actor, h.action, h.module, h.record_id as "recordId", h.record_title as label
       from ${source} where h.module = any($1) and h.source <> 'seed' order by h.at desc, h.id desc limit 8`,
      params,
    ),
  );
  return rows.map((row) => ({
    ...row,
    moduleName: kit.registry.find(row.module)?.one ?? row.module,
    to: row.action === 'delete' || row.action === 'purge' ? null : `/${row.module}/${row.recordId}`,
  }));
}
