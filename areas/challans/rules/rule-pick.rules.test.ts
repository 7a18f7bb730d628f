import { describe, expect, test } from 'vitest';
import {
  askedBy,
  checkFineRule,
  clashOf,
  type FineRule,
  fittingRules,
  misfitOf,
  type Offence,
  overBy,
} from './rule-pick.rules.ts';

const rule = (over: Partial<FineRule> = {}): FineRule => ({
  id: 'b',
  ruleVersion: 1,
  challanTypeId: 'speed',
  state: null,
  rtoId: null,
  vehicleSize: null,
  speedClasses: null,
  categoryId: null,
  offence: null,
  overUnit: 'KMH',
  overFrom: 0,
  overTo: null,
  minSeconds: null,
  action: 'FINE',
  amountPaise: 100_000,
  minPaise: null,
  maxPaise: null,
  perUnitPaise: null,
  licencePoints: null,
  effectiveFrom: '2019-09-01',
  effectiveTo: null,
  priority: null,
  ...over,
});
const offence = (over: Partial<Offence> = {}): Offence => ({
  challanTypeId: null,
  day: '2026-11-21',
  state: 'MH',
  rtoId: 'pune',
  vehicleSize: 'LIGHT',
  speedClass: 'M1',
  categoryId: 'car',
  offenceNo: 1,
  speed: { kmh: 92, limitKmh: 80, seconds: 45 },
  units: null,
  ...over,
});

describe('the rule that applies', () => {
  test.each<[string, Partial<FineRule>, Partial<Offence>, ReturnType<typeof misfitOf>]>([
    ['fits anywhere when it names nothing', {}, {}, null],
    ['holds on its first day', { effectiveFrom: '2026-11-21' }, {}, null],
    ['does not hold the day before', { effectiveFrom: '2026-11-22' }, {}, 'NOT_IN_FORCE'],
    ['holds on its last day', { effectiveTo: '2026-11-21' }, {}, null],
    ['does not hold the day after', { effectiveTo: '2026-11-20' }, {}, 'NOT_IN_FORCE'],
    ['is of one state', { state: 'KA' }, {}, 'OTHER_STATE'],
    ['of a state does not fit where the state is not known', { state: 'MH' }, { state: null }, 'OTHER_STATE'],
    ['is of one RTO', { rtoId: 'mumbai' }, {}, 'OTHER_RTO'],
    ['is of one size', { vehicleSize: 'MEDIUM_OR_HEAVY' }, {}, 'OTHER_SIZE'],
    ['is of some classes', { speedClasses: ['N', 'M2_M3'] }, {}, 'OTHER_CLASS'],
    ['is of one category', { categoryId: 'taxi' }, {}, 'OTHER_CATEGORY'],
    ['for the first time does not fit the second', { offence: 'FIRST' }, { offenceNo: 2 }, 'OTHER_REPETITION'],
    ['for repetition does not fit the first', { offence: 'REPEATED' }, {}, 'OTHER_REPETITION'],
    ['for repetition fits the seventh', { offence: 'REPEATED' }, { offenceNo: 7 }, null],
    ['begins with its lowest excess', { overFrom: 12 }, {}, null],
    ['does not reach its highest excess', { overTo: 12 }, {}, 'OUTSIDE_BAND'],
    ['counts in percent', { overUnit: 'PERCENT', overFrom: 15, overTo: 15.1 }, {}, null],
    ['asks for a while', { minSeconds: 46 }, {}, 'TOO_SHORT'],
    ['on speeding does not fit another offence', {}, { speed: null, challanTypeId: 'speed' }, 'NOT_SPEEDING'],
    ['of another offence does not fit', {}, { challanTypeId: 'helmet' }, 'OTHER_OFFENCE'],
  ])('%s', (_, given, of, why) => {
    expect(misfitOf(rule(given), offence(of))).toBe(why);
  });

  test('is the closest one: RTO, state, category, classes, size, repetition, length, priority', () => {
    const inOrder = [
      rule({ id: '1', rtoId: 'pune' }),
      rule({ id: '2', state: 'MH' }),
      rule({ id: '3', categoryId: 'car' }),
      rule({ id: '4', speedClasses: ['M1'] }),
      rule({ id: '5', vehicleSize: 'LIGHT' }),
      rule({ id: '6', offence: 'FIRST' }),
      rule({ id: '7', minSeconds: 30 }),
      rule({ id: '8', priority: 5 }),
      rule({ id: '9' }),
    ];
    expect(fittingRules(inOrder.toReversed(), offence()).map(({ id }) => id)).toEqual('123456789'.split(''));
  });
});

describe('what a rule asks for', () => {
  const ask = (over: Partial<FineRule>, units: number | null = null) => {
    const { amountPaise, minPaise, maxPaise } = askedBy(rule({ amountPaise: null, ...over }), units);
    return [amountPaise, minPaise, maxPaise];
  };
  test.each<[string, Partial<FineRule>, number | null, readonly (number | null)[]]>([
    ['a fixed amount', { amountPaise: 500 }, null, [500, 500, 500]],
    ['the least of a range', { minPaise: 100, maxPaise: 400 }, null, [100, 100, 400]],
    ['the most where no least is named', { maxPaise: 400 }, null, [400, 0, 400]],
    ['so much for each unit', { perUnitPaise: 200 }, 3, [600, 600, 600]],
    ['one unit where nobody counted', { perUnitPaise: 200 }, null, [200, 200, 200]],
    ['an amount and so much for each unit on top', { amountPaise: 1_000, perUnitPaise: 200 }, 2, [1_400, 1_400, 1_400]],
    ['nothing for a warning', { action: 'WARN' }, null, [null, null, null]],
    ['nothing where the court decides', { action: 'COURT' }, null, [null, null, null]],
  ])('is %s', (_, over, units, asked) => {
    expect(ask(over, units)).toEqual(asked);
  });
});

describe('two rules', () => {
  test.each<[string, Partial<FineRule>, Partial<FineRule>, boolean]>([
    ['clash where nothing tells them apart', {}, {}, true],
    ['do not clash by another priority', {}, { priority: 1 }, false],
    ['do not clash where one is closer', {}, { state: 'MH' }, false],
    ['of two states do not clash', { state: 'KA' }, { state: 'MH' }, false],
    ['that follow each other do not clash', { effectiveTo: '2026-01-31' }, { effectiveFrom: '2026-02-01' }, false],
    ['that share a day clash', { effectiveTo: '2026-02-01' }, { effectiveFrom: '2026-02-01' }, true],
    ['whose bands touch do not clash', { overTo: 20 }, { overFrom: 20 }, false],
    ['whose bands share something clash', { overTo: 20 }, { overFrom: 19.9 }, true],
    ['in km/h and percent clash', { overTo: 20 }, { overUnit: 'PERCENT', overFrom: 50 }, true],
    ['of other classes do not clash', { speedClasses: ['M1'] }, { speedClasses: ['N'] }, false],
    ['with one class in common clash', { speedClasses: ['M1', 'N'] }, { speedClasses: ['N'] }, true],
    ['on speeding clash whatever their offence', {}, { challanTypeId: 'other' }, true],
    ['of other offences do not clash', { overFrom: null }, { overFrom: null, challanTypeId: 'other' }, false],
    ['for the first time and for repetition do not clash', { offence: 'FIRST' }, { offence: 'REPEATED' }, false],
  ])('%s', (_, a, b, clash) => {
    expect(clashOf(rule(a), rule({ id: 'c', ...b }))).toBe(clash);
    expect(clashOf(rule({ id: 'c', ...b }), rule(a))).toBe(clash);
  });
});

test('what cannot be is named at its field', () => {
  const at = (over: Partial<FineRule>) => Object.keys(checkFineRule(rule(over)));
  expect(at({})).toEqual([]);
  expect(at({ minPaise: 1, maxPaise: 2 })).toEqual(['amountPaise']);
  expect(at({ amountPaise: null })).toEqual(['amountPaise']);
  expect(at({ amountPaise: null, minPaise: 1 })).toEqual(['maxPaise', 'amountPaise']);
  expect(at({ action: 'WARN' })).toEqual(['action']);
  expect(at({ overFrom: null })).toEqual(['overFrom']);
  expect(at({ overUnit: null })).toEqual(['overUnit']);
  expect(at({ overTo: 0 })).toEqual(['overTo']);
});

test('an excess is counted from the limit', () => {
  expect(overBy({ kmh: 92, limitKmh: 80 }, 'KMH')).toBe(12);
  expect(overBy({ kmh: 92, limitKmh: 80 }, 'PERCENT')).toBe(15);
});
