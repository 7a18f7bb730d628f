import type { FastifyInstance } from 'fastify';
import { deviceStateCounts } from '#areas/devices/devices.server.ts';
import { listCounts } from '#areas/records/records.server.ts';
import { latestTrips } from '#areas/trips/trips.server.ts';
import { can } from '#kit/contract/rights.ts';
import type { ProductParts } from '#kit/server/area.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import { readCharts } from '#kit/server/areas/charts.ts';
import { readWork } from '#kit/server/areas/work.ts';
import { firstSteps } from './first-steps/first-steps.store.ts';
import { latestActivity } from './activity.store.ts';
import { chartsAnswer, type Dashboard, dashboardAnswer, workCounts } from './dashboard-answers.contract.ts';

const shownTrips = 5;

/** The first page, scoped to what the caller may see. Never 403 for a live session. */
export function addDashboardRoutes(app: FastifyInstance, { kit, work, charts }: ProductParts): void {
  const common = { method: 'GET', tag: 'Dashboard', access: 'session', scope: 'organisation' } as const;
  const workOf = (session: Session) => {
    const scope = scopeOf(session);
    return transact(kit.db, scope, (db) => readWork(work, { db, scope, session, now: kit.clock.now() }));
  };

  addRoute(app, {
    ...common,
    path: '/dashboard',
    summary: 'Work to do, the state of the fleet and the latest changes, within the permissions of the user',
    answer: dashboardAnswer,
    handle: async ({ session }): Promise<{ message: string; data: Dashboard }> => {
      const [cards, fleet, activity, steps] = await Promise.all([
        workOf(session),
        fleetNow(kit, session),
        latestActivity(kit, session),
        firstSteps(kit, session),
      ]);
      const lists = cards.length > 0 ? [] : await listCounts(kit, session);
      const kept = lists.filter(({ module }) =>
        (['create', 'edit'] as const).some((it) => can(session.grants, module, it)),
      );
      return {
        message: 'OK',
        data: {
          asOf: kit.clock.now().toISOString(),
          work: cards,
          fleet,
          lists: kept.length > 0 ? kept : lists,
          firstSteps: steps,
          activity,
        },
      };
    },
  });

  addRoute(app, {
    ...common,
    path: '/dashboard/work-counts',
    summary: 'Work to do by module',
    answer: workCounts,
    handle: async ({ session }) => ({
      message: 'OK',
      // A module with several kinds of work carries all of it.
      data: (await workOf(session)).reduce<Record<string, number>>(
        (sums, { module, count }) => ({ ...sums, [module]: (sums[module] ?? 0) + count }),
        {},
      ),
    }),
  });

  addRoute(app, {
    ...common,
    path: '/dashboard/charts',
    summary: 'Numbers side by side, within the permissions of the user; each names the list that adds up to it',
    answer: chartsAnswer,
    handle: async ({ session }) => {
      const scope = scopeOf(session);
      const now = kit.clock.now();
      const data = await transact(kit.db, scope, (db) => readCharts(charts, { db, scope, session, now }));
      return { message: 'OK', data: { asOf: now.toISOString(), charts: data } };
    },
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
    const trips = seesTrips ? await latestTrips({ db, scope, places: kit.places }, shownTrips) : undefined;
    return {
      devices: seesDevices ? await deviceStateCounts(db, scope) : null,
      tripsInProgress: trips?.inProgress ?? null,
      latestTrips: trips?.trips ?? [],
    };
  });
}
