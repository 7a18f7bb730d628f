import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { indiaDay } from '#kit/contract/days.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { tariffAnswer, type TariffAnswer } from './premium-answers.contract.ts';
import { tariffClasses } from './premium.contract.ts';
import { type TariffRow, tariffRowFor } from './premium.rules.ts';
import { readBuilds, readTariff, tariffOf } from './premium.store.ts';

type Query = Readonly<Record<string, unknown>>;
const term = {
  years: { about: 'Term of the policy in years. Default 1', schema: { type: 'integer', minimum: 1, maximum: 10 } },
  passengers: {
    about: 'Passengers besides the driver. Default: of the vehicle, or none',
    schema: { type: 'integer', minimum: 0 },
  },
  on: { about: 'First day of the cover. Default today', schema: { type: 'string', format: 'date' } },
};

/** The third-party premium by the government tariff: of a class and a size, and of a vehicle. */
export function addPremiumRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const common = {
    method: 'GET',
    tag: 'Insurance policies',
    access: { module: 'app-user-policy', action: 'view' },
    scope: 'organisation',
  } as const;
  addRoute(app, {
    ...common,
    path: '/tp-premium',
    answer: tariffAnswer,
    summary: 'Third-party premium by the government tariff, of a class and a size',
    query: {
      cls: { about: 'Class of the tariff', schema: { type: 'string', enum: tariffClasses.map(({ value }) => value) } },
      value: {
        about: 'Engine in cc, motor in kW or gross weight in kg, as the class is measured',
        schema: { type: 'number' },
      },
      ...term,
    },
    handle: async ({ session, query }) => {
      const cls = query['cls'];
      if (!tariffClasses.some(({ value }) => value === cls))
        throw refuse.badInput({ cls: 'Choose a class of the tariff' });
      const asked = { tariffClass: cls as string, value: numberIn(query, 'value') ?? null, passengers: 0 };
      const rows = await transact(kit.db, scopeOf(session), readTariff);
      const data = answerOf(rows, asked, query, indiaDay(kit.clock.now()));
      if (!data) throw refuse.badInput({ value: 'The tariff has no rate for this' });
      return { message: 'OK', data };
    },
  });
  addRoute(app, {
    ...common,
    path: '/vehicle/{id}/tp-premium',
    answer: z.nullable(tariffAnswer),
    summary:
      'Third-party premium of a vehicle by the government tariff; null where its category or its size is not known',
    query: term,
    handle: async ({ session, params: { id }, query }) => {
      const scope = scopeOf(session);
      const found = await transact(kit.db, scope, async (db) => {
        const given: Param[] = [isId(id?.toLowerCase()) ? (id as string) : null];
        const tenantSql = tenantFilter('premium-vehicle', scope, 'v.org_id', given);
        const [vehicle] = await db.query<{ id: string }>(
          `select v.id from vehicles_vehicle v where v.id = $1 and v.deleted_at is null${tenantSql}`,
          given,
        );
        const build = vehicle && (await readBuilds(db, [vehicle.id])).get(vehicle.id);
        return build && { build, rows: await readTariff(db) };
      });
      if (!found) throw refuse.notFound('Vehicle not found');
      const asked = tariffOf(found.build, found.rows);
      return { message: 'OK', data: asked ? answerOf(found.rows, asked, query, indiaDay(kit.clock.now())) : null };
    },
  });
}

function answerOf(
  rows: readonly TariffRow[],
  asked: NonNullable<ReturnType<typeof tariffOf>>,
  query: Query,
  today: string,
): TariffAnswer | null {
  const day = typeof query['on'] === 'string' ? query['on'] : today;
  if (!isDay(day)) throw refuse.badInput({ on: 'Must be a date, like 2026-11-21' });
  const years = numberIn(query, 'years') ?? 1;
  const passengers = numberIn(query, 'passengers') ?? asked.passengers;
  const row = tariffRowFor(rows, { ...asked, years, day });
  if (!row) return null;
  return {
    tariffClass: row.tariffClass,
    basis: row.basis,
    value: asked.value,
    years,
    passengers,
    premium: row.premiumPaise / 100,
    premiumPaise: row.premiumPaise + (row.perPassengerPaise ?? 0) * passengers,
    name: row.name,
    effectiveFrom: row.effectiveFrom,
  };
}

function numberIn(query: Query, name: string): number | undefined {
  const given = query[name];
  if (given === undefined || given === '') return undefined;
  const read = Number(given);
  if (typeof given !== 'string' || !Number.isFinite(read) || read < 0 || read > 10_000_000)
    throw refuse.badInput({ [name]: 'Must be a number' });
  return read;
}
