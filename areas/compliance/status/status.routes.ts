import type { FastifyInstance } from 'fastify';
import { indiaDay } from '#kit/contract/days.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { complianceSchema } from '../compliance.schemas.ts';
import { readDrivers, readVehicles } from './facts.store.ts';
import type { ComplianceAnswer } from './answer.contract.ts';
import { clearedUntil, type Compliance, driverCompliance, vehicleCompliance } from './status.contract.ts';

const on = {
  about: 'Day in India, today or later; default: today',
  schema: { type: 'string', format: 'date' },
} as const;

/** GET /vehicle/{id}/verdict and /drivers/{id}/verdict: may it run, may they drive? Made when it is asked, from what is known then. */
export function addComplianceStatusRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const common = { method: 'GET', tag: 'Compliance', scope: 'organisation', answer: complianceSchema } as const;
  addRoute(app, {
    ...common,
    path: '/vehicle/{id}/verdict',
    summary: 'Compliance of a vehicle, with its driver or another one, today or on a later day',
    access: { module: 'vehicle', action: 'view' },
    query: {
      driverId: {
        about: 'With this driver; left out: with the one it has',
        schema: { type: 'string', format: 'uuid' },
      },
      on,
    },
    handle: async ({ session, params, query }): Promise<{ message: string; data: ComplianceAnswer }> => {
      const day = dayOf(kit, query['on']);
      const own = scopeOf(session);
      const asked = query['driverId'];
      if (asked !== undefined) need(session, 'drivers', 'view');
      const data = await transact(kit.db, own, async (db) => {
        const [vehicle] = await readVehicles(db, await seen(db, own, 'vehicle', params['id'], 'Vehicle'));
        if (!vehicle) throw refuse.notFound('Vehicle not found');
        const [driver] = await readDrivers(
          db,
          asked === undefined
            ? vehicle.driverId === null
              ? []
              : [vehicle.driverId]
            : await seen(db, own, 'driver', asked, 'Driver'),
        );
        const answerOn = (one: string) => vehicleCompliance(vehicle.facts, one, driver?.facts);
        return {
          ...answered(answerOn, day),
          driver: driver ? { id: driver.id, label: driver.title } : null,
        };
      });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    path: '/drivers/{id}/verdict',
    summary: 'Compliance of a driver, today or on a later day',
    access: { module: 'drivers', action: 'view' },
    query: { on },
    handle: async ({ session, params, query }): Promise<{ message: string; data: ComplianceAnswer }> => {
      const day = dayOf(kit, query['on']);
      const own = scopeOf(session);
      const data = await transact(kit.db, own, async (db) => {
        const [driver] = await readDrivers(db, await seen(db, own, 'driver', params['id'], 'Driver'));
        if (!driver) throw refuse.notFound('Driver not found');
        const answerOn = (one: string) => driverCompliance(driver.facts, one);
        return { ...answered(answerOn, day), driver: { id: driver.id, label: driver.title } };
      });
      return { message: 'OK', data };
    },
  });
}

function answered(answerOn: (day: string) => Compliance, on: string): Omit<ComplianceAnswer, 'driver'> {
  const { colour, lines, until } = answerOn(on);
  return { on, colour, lines: [...lines], until, cleared: clearedUntil(answerOn, on) };
}

/** What papers said on former days is in the history; the answer looks from today on, where nothing is replaced yet. */
function dayOf(kit: CatalogueKit, given: unknown): string {
  const today = indiaDay(kit.clock.now());
  if (given === undefined || given === '') return today;
  if (typeof given !== 'string' || !isDay(given)) throw refuse.badInput({ on: 'Must be a date, like 2026-11-21' });
  if (given < today) throw refuse.badInput({ on: 'Choose today or a later day' });
  return given;
}

/** The id of a live record within the scope. @throws 404 */
async function seen(
  db: Queryable,
  scope: Scope,
  of: 'vehicle' | 'driver',
  given: unknown,
  name: string,
): Promise<string[]> {
  const id = typeof given === 'string' ? given.toLowerCase() : undefined;
  if (!isId(id)) throw refuse.notFound(`${name} not found`);
  const params: Param[] = [id];
  const tenantSql = tenantFilter('verdict', scope, 's.org_id', params);
  const found = await db.query<{ id: string }>(
    `select s.id from ${of === 'vehicle' ? 'vehicles_vehicle' : 'people_driver'} s where s.id = $1 and s.deleted_at is null${tenantSql}`,
    params,
  );
  if (found.length === 0) throw refuse.notFound(`${name} not found`);
  return [id];
}
