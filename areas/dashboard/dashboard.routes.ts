import type { FastifyInstance } from 'fastify';
import { deviceStateCounts } from '#areas/devices/devices.server.ts';
import { latestTrips } from '#areas/trips/trips.server.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { can } from '#kit/contract/rights.ts';
import type { ProductParts } from '#kit/server/area.ts';
import { tenantFilterOf } from '#kit/server/catalogue/read/list-sql.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { readWork } from '#kit/server/areas/work.ts';
import { latestActivity } from './activity.store.ts';
import { type Dashboard, dashboardAnswer, workCounts } from './dashboard.contract.ts';

const shownTrips = 5;

/** The first page, scoped to what the caller may see. Never 403 for a live session. */
export function addDashboardRoutes(app: FastifyInstance, { kit, work }: ProductParts): void {
  const common = { method: 'GET', tag: 'Dashboard', access: 'session', scope: 'organisation' } as const;
  const workOf = (session: Session) => {
    const scope = scopeOf(session);
    return transact(kit.db, scope, (db) => readWork(work, { db, scope, session, now: kit.clock.now() }));
  };

  addRoute(app, {
    ...common,
    path: '/dashboard',
    summary: 'What needs doing now, the state of the fleet and the latest changes, as far as the caller may see them',
    answer: dashboardAnswer,
    handle: async ({ session }): Promise<{ message: string; data: Dashboard }> => {
      const [cards, fleet, activity] = await Promise.all([
        workOf(session),
        fleetNow(kit, session),
        latestActivity(kit, session),
      ]);
      const lists = cards.length > 0 ? [] : await listsOf(kit, session);
      return { message: 'OK', data: { asOf: kit.clock.now().toISOString(), work: cards, fleet, lists, activity } };
    },
  });

  addRoute(app, {
    ...common,
    path: '/dashboard/work-counts',
    summary: 'How much work there is of each kind, by the module that it is done in',
    answer: workCounts,
    handle: async ({ session }) => ({
      message: 'OK',
      data: Object.fromEntries((await workOf(session)).map(({ module, count }) => [module, count])),
    }),
  });
}

/** Null to those who see nothing of devices and trips. */
async function fleetNow(kit: CatalogueKit, session: Session): Promise<Dashboard['fleet']> {
  const scope = scopeOf(session);
  const [seesDevices, seesTrips] = [
    can(session.grants, 'device-health', 'view'),
    can(session.grants, 'vehicle-trips', 'view'),
  ];
  if (!seesDevices && !seesTrips) return null;
  return transact(kit.db, scope, async (db) => {
    const trips = seesTrips ? await latestTrips(db, scope, shownTrips) : undefined;
    return {
      devices: seesDevices ? await deviceStateCounts(db, scope) : null,
      tripsInProgress: trips?.inProgress ?? null,
      latestTrips: trips?.trips ?? [],
    };
  });
}

const listsOf = (kit: CatalogueKit, session: Session): Promise<Dashboard['lists']> => {
  const scope = scopeOf(session);
  const visible = kit.registry.all.filter(
    ({ path, scope: whose, orgColumn }) =>
      can(session.grants, path, 'view') &&
      (scope.client ? whose === 'organisation' && orgColumn !== 'id' : whose === 'global'),
  );
  return Promise.all(visible.map((definition) => listOf(kit, scope, definition)));
};

async function listOf(kit: CatalogueKit, scope: Scope, definition: AnyCatalogue): Promise<Dashboard['lists'][number]> {
  const params: Param[] = [];
  const own = tenantFilterOf(definition, 'dashboard-list', scope, params);
  const read = (db: Queryable) =>
    db.query<{ total: number; active: number }>(
      `select count(*) as total, count(*) filter (where t.status = 1) as active from ${definition.table} t where t.deleted_at is null${own}`,
      params,
    );
  // Behind row security nothing is seen outside of a transaction that says for whom.
  const [counts] = await (definition.rowSecurity ? transact(kit.db, scope, read) : read(kit.db));
  const total = counts?.total ?? 0;
  return { module: definition.path, count: total, inactive: total - (counts?.active ?? 0) };
}
