import type { FastifyInstance } from 'fastify';
import { states } from '#areas/offices/states.contract.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { challanRule, vehicleSizes } from './challan-rule.contract.ts';
import { testRules } from './rule-test.ts';
import { ruleTest } from './rule-test.contract.ts';

const text = (about: string) => ({ about, schema: { type: 'string' } });
const number = (about: string) => ({ about, schema: { type: 'number' } });
const oneOf = (about: string, values: readonly string[]) => ({ about, schema: { type: 'string', enum: values } });
const stateCodes = states.map(({ value }) => value);
const classCodes = speedClasses.map(({ value }) => value);
const sizes = vehicleSizes.map(({ value }) => value);

const query = {
  challanTypeId: text('The offence; left out, speeding, with speedKmh and limitKmh'),
  on: { about: 'The day of the offence in India; left out, today', schema: { type: 'string', format: 'date' } },
  state: oneOf('Where it happened', stateCodes),
  rtoId: text('Where the vehicle is registered'),
  vehicleSize: oneOf('Size of the vehicle', sizes),
  class: oneOf('Speed class of the vehicle', classCodes),
  categoryId: text('Category of the vehicle'),
  offenceNo: {
    about: 'Which one it is within the time that counts (1)',
    schema: { type: 'integer', minimum: 1, maximum: 99 },
  },
  speedKmh: number('Speed that is held against the driver, km/h'),
  limitKmh: number('Limit, km/h'),
  seconds: { about: 'How long it lasted, seconds (60)', schema: { type: 'integer', minimum: 0 } },
  units: { about: 'Alterations, passengers or tonnes', schema: { type: 'integer', minimum: 1 } },
};

/** GET /challan-rule/test: what the rules of a day ask for in a case, and why. Nothing is written. */
export function addRuleTest(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/challan-rule/test',
    summary: 'Which challan rule applies to an offence, what it asks for, and why the others do not apply',
    tag: challanRule.many,
    access: { module: challanRule.path, action: 'view' },
    scope: 'global',
    query,
    answer: ruleTest,
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const [challanTypeId] = read.ids('challanTypeId') ?? [];
      const [rtoId] = read.ids('rtoId') ?? [];
      const [categoryId] = read.ids('categoryId') ?? [];
      const [kmh, limitKmh] = [read.number('speedKmh'), read.number('limitKmh')];
      if (challanTypeId === undefined && kmh === undefined)
        read.wrong('challanTypeId', 'Choose an offence, or enter the speed and the limit');
      if (kmh !== undefined && limitKmh === undefined) read.wrong('limitKmh', 'Enter the limit');
      if (limitKmh !== undefined && limitKmh <= 0) read.wrong('limitKmh', 'Must be more than 0');
      const day = read.text('on') ?? indiaDay(kit.clock.now());
      if (!isDay(day)) read.wrong('on', 'Must be a date, like 2026-11-21');
      const seconds = read.number('seconds') ?? 60;
      const of = {
        challanTypeId: challanTypeId ?? null,
        day,
        state: read.oneOf('state', stateCodes) ?? null,
        rtoId: rtoId ?? null,
        vehicleSize: read.oneOf('vehicleSize', sizes) ?? null,
        speedClass: read.oneOf('class', classCodes) ?? null,
        categoryId: categoryId ?? null,
        offenceNo: read.whole('offenceNo', 1, 99) ?? 1,
        speed: kmh === undefined || limitKmh === undefined ? null : { kmh, limitKmh, seconds: seconds },
        units: read.whole('units', 1, 10_000) ?? null,
      };
      read.done();
      const data = await transact(kit.db, scopeOf(session), (db) => testRules(db, of));
      return { message: 'OK', data };
    },
  });
}
