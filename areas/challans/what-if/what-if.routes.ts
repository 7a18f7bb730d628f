import type { FastifyInstance } from 'fastify';
import { states } from '#areas/offices/states.contract.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import {
  challanActions,
  challanRule,
  offenceNumbers,
  overUnits,
  vehicleSizes,
} from '../rules/challan-rule.contract.ts';
import { lineageOf, rulesBeside } from '../rules/fine-rules.store.ts';
import { checkFineRule, type FineRule } from '../rules/rule-pick.rules.ts';
import { whatIf, whatIfDays } from './what-if.contract.ts';
import { whatWouldChange } from './what-if.rules.ts';
import { pastViolations } from './what-if.store.ts';

const codes = <V extends string>(list: readonly { value: V }[]): V[] => list.map(({ value }) => value);
const text = (about: string) => ({ about, schema: { type: 'string' } });
const day = (about: string) => ({ about, schema: { type: 'string', format: 'date' } });
const number = (about: string) => ({ about, schema: { type: 'number', minimum: 0 } });
const oneOf = (about: string, values: readonly string[]) => ({ about, schema: { type: 'string', enum: values } });

const query = {
  ruleId: text('The rule that is changed, with all its versions; left out, a new one'),
  from: day(`First day in India; left out, ${whatIfDays.usual} days before the last`),
  to: day('Last day in India; left out, today'),
  challanTypeId: text('The offence'),
  state: oneOf('Where it happened', codes(states)),
  rtoId: text('Where the vehicle is registered'),
  vehicleSize: oneOf('Size of the vehicle', codes(vehicleSizes)),
  speedClasses: text('Speed classes, separated by commas'),
  categoryId: text('Category of the vehicle'),
  offence: oneOf('First or repeated', codes(offenceNumbers)),
  overUnit: oneOf('In what the excess is', codes(overUnits)),
  overFrom: number('Above the limit, from'),
  overTo: number('Above the limit, below'),
  minSeconds: number('Lasting at least, seconds'),
  action: oneOf('What follows', codes(challanActions)),
  amountPaise: number('Fine, paise'),
  minPaise: number('At least, paise'),
  maxPaise: number('Up to, paise'),
  perUnitPaise: number('For each unit, paise'),
  licencePoints: number('Licence points'),
  priority: number('Priority'),
};

type Reader = ReturnType<typeof queryReader>;

/** The rule as it would be. */
function readRule(read: Reader): FineRule {
  const [challanTypeId] = read.ids('challanTypeId') ?? [];
  if (challanTypeId === undefined) read.wrong('challanTypeId', 'Choose an offence');
  const [rtoId] = read.ids('rtoId') ?? [];
  const [categoryId] = read.ids('categoryId') ?? [];
  const whole = (name: string) => read.whole(name, 0, 100_000_000) ?? null;
  const action = read.oneOf('action', codes(challanActions));
  if (action === undefined) read.wrong('action', 'Choose what follows');
  return {
    id: '',
    ruleVersion: 0,
    challanTypeId: challanTypeId ?? '',
    state: read.oneOf('state', codes(states)) ?? null,
    rtoId: rtoId ?? null,
    vehicleSize: read.oneOf('vehicleSize', codes(vehicleSizes)) ?? null,
    speedClasses: read.among('speedClasses', codes(speedClasses)) ?? null,
    categoryId: categoryId ?? null,
    offence: read.oneOf('offence', codes(offenceNumbers)) ?? null,
    overUnit: read.oneOf('overUnit', codes(overUnits)) ?? null,
    overFrom: read.number('overFrom') ?? null,
    overTo: read.number('overTo') ?? null,
    minSeconds: whole('minSeconds'),
    action: action ?? 'FINE',
    amountPaise: whole('amountPaise'),
    minPaise: whole('minPaise'),
    maxPaise: whole('maxPaise'),
    perUnitPaise: whole('perUnitPaise'),
    licencePoints: whole('licencePoints'),
    effectiveFrom: '0001-01-01',
    effectiveTo: null,
    priority: whole('priority'),
  };
}

function readDays(read: Reader, today: string): { from: string; to: string } {
  const to = read.text('to') ?? today;
  if (!isDay(to)) read.wrong('to', 'Must be a date, like 2026-11-21');
  const from = read.text('from') ?? (isDay(to) ? addDays(to, -whatIfDays.usual) : to);
  if (!isDay(from)) read.wrong('from', 'Must be a date, like 2026-11-21');
  else if (isDay(to) && from > to) read.wrong('from', 'Must not be after the last day');
  else if (isDay(to) && addDays(from, whatIfDays.most) < to) read.wrong('from', `At most ${whatIfDays.most} days`);
  return { from, to };
}

/** GET /challan-rule/what-if: what a rule would have changed for confirmed violations of a period. Nothing is written. */
export function addWhatIf(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/challan-rule/what-if',
    summary:
      'What a challan rule, new or changed, would have changed for confirmed violations of a period: how many, of which vehicles, and rupees',
    tag: challanRule.many,
    access: { module: challanRule.path, action: 'create' },
    scope: 'organisation',
    query,
    answer: whatIf,
    handle: async ({ session, query }) => {
      const read = queryReader(query);
      const days = readDays(read, indiaDay(kit.clock.now()));
      const [ruleId] = read.ids('ruleId') ?? [];
      const would = readRule(read);
      if (would.overFrom === null) read.wrong('overFrom', 'Only rules on speeding apply to violations');
      for (const [name, message] of Object.entries(checkFineRule(would))) read.wrong(name, message);
      read.done();
      const scope = scopeOf(session);
      const data = await transact(kit.db, scope, async (db) => {
        const { violations, isCut } = await pastViolations(db, scope, kit.places, days);
        const instead = ruleId === undefined ? [] : await lineageOf(db, ruleId);
        const rules = await rulesBeside(db, [would.challanTypeId]);
        return { ...days, looked: violations.length, isCut, ...whatWouldChange(violations, rules, would, instead) };
      });
      return { message: 'OK', data };
    },
  });
}
