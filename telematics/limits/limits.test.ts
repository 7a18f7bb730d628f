import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseConfiguration, type ConfigurationScope } from './configuration.ts';
import { type Cap, type LimitRoad, resolveLimit, type StatutoryLimit, withCaps } from './resolve.ts';
import { applies, type Asked, dayNumber, indiaDayOf, type LimitRule, type SpeedClass, sortRules } from './rule.ts';
import { judgeSpeed } from './tolerance.ts';

const classes = ['M1', 'M2_M3', 'N', 'MOTORCYCLE', 'QUADRICYCLE', 'THREE_WHEELER'] as const;
const runs = { seed: 24_112_026, numRuns: 3_000 };
const roadM = 10_000;
const today = dayNumber('2026-11-27');
const noon = Date.parse('2026-11-27T12:00:00+05:30');
const everyClass = (kmh: number | null) =>
  Object.fromEntries(classes.map((one) => [one, kmh])) as Record<SpeedClass, number | null>;

const rule = (over: Partial<LimitRule> = {}): LimitRule => ({
  id: 'r1',
  version: 1,
  segment: null,
  direction: 'BOTH',
  speedClass: null,
  categoryId: null,
  limitKmh: 60,
  schedule: null,
  season: null,
  priority: 0,
  fromDay: today - 100,
  toDay: null,
  ...over,
});
const road = (rules: readonly LimitRule[], over: Partial<LimitRoad> = {}): LimitRoad => ({
  lengthM: roadM,
  state: 'MH',
  osmMaxKmh: null,
  type: { id: 't1', version: 3, kind: 'DIVIDED_4L', limits: everyClass(80) },
  rules: sortRules(rules),
  ...over,
});
const row = (over: Partial<StatutoryLimit> = {}): StatutoryLimit => ({
  id: 's1',
  version: 1,
  kind: 'DIVIDED_4L',
  speedClass: 'N',
  state: null,
  limitKmh: 80,
  fromDay: dayNumber('2018-04-06'),
  toDay: null,
  ...over,
});
const asked = (over: Partial<Asked> = {}): Asked => ({
  offsetM: 5_000,
  direction: 'FORWARD',
  speedClass: 'N',
  categoryId: null,
  at: noon,
  ...over,
});

const aSegment = fc.option(
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 100 }))
    .map(([from, to]) => ({ fromM: Math.min(from, to - 1) * 100, toM: Math.max(from + 1, to) * 100 })),
  { nil: null },
);
const aSchedule = fc.option(
  fc.record({
    days: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
    from: fc.integer({ min: 0, max: 1_439 }),
    to: fc.integer({ min: 0, max: 1_439 }),
  }),
  { nil: null },
);
const aDate = fc
  .integer({ min: 1, max: 12 })
  .chain((month) => fc.integer({ min: 1, max: 31 }).map((day) => month * 100 + day));
const aRule: fc.Arbitrary<Omit<LimitRule, 'id'>> = fc.record({
  version: fc.integer({ min: 1, max: 4 }),
  segment: aSegment,
  direction: fc.constantFrom('FORWARD', 'BACKWARD', 'BOTH'),
  speedClass: fc.option(fc.constantFrom(...classes), { nil: null }),
  categoryId: fc.option(fc.constantFrom('c1', 'c2'), { nil: null }),
  limitKmh: fc.integer({ min: 1, max: 28 }).map((steps) => steps * 5),
  schedule: aSchedule,
  season: fc.option(fc.record({ from: aDate, to: aDate }), { nil: null }),
  priority: fc.integer({ min: 0, max: 2 }),
  fromDay: fc.integer({ min: today - 400, max: today + 40 }),
  toDay: fc.option(fc.integer({ min: today - 300, max: today + 400 }), { nil: null }),
});
const someRules = fc
  .array(aRule, { maxLength: 12 })
  .map((all) => all.map((one, at): LimitRule => ({ ...one, id: `r${at}` })));
const anAsked: fc.Arbitrary<Asked> = fc.record({
  offsetM: fc.integer({ min: 0, max: roadM }),
  direction: fc.constantFrom('FORWARD', 'BACKWARD'),
  speedClass: fc.constantFrom(...classes),
  categoryId: fc.option(fc.constantFrom('c1', 'c2', 'c3'), { nil: null }),
  at: fc.integer({ min: noon - 200 * 86_400_000, max: noon + 200 * 86_400_000 }),
});
const someLaw = fc
  .array(
    fc.record({
      version: fc.constant(1),
      kind: fc.constantFrom('EXPRESSWAY', 'DIVIDED_4L', 'MUNICIPAL', 'OTHER'),
      speedClass: fc.constantFrom(...classes),
      state: fc.constantFrom(null, 'MH', 'KA'),
      limitKmh: fc.option(
        fc.integer({ min: 4, max: 24 }).map((steps) => steps * 5),
        { nil: null },
      ),
      fromDay: fc.integer({ min: today - 900, max: today + 100 }),
      toDay: fc.option(fc.integer({ min: today - 300, max: today + 400 }), { nil: null }),
    }),
    { maxLength: 30 },
  )
  .map((all) => all.map((one, at): StatutoryLimit => ({ ...one, id: `s${at}` })));
const someCaps: fc.Arbitrary<Cap[]> = fc.array(
  fc.record({
    id: fc.constantFrom('g1', 'g2', 'g3'),
    version: fc.constant(1),
    limitKmh: fc.integer({ min: 5, max: 140 }),
  }),
  { maxLength: 4 },
);
/** Nothing is above it: what a missing limit counts as. */
const orInfinity = ({ limitKmh }: { limitKmh: number | null }) => limitKmh ?? Number.POSITIVE_INFINITY;

describe('for any road, place, direction, class and time', () => {
  it('exactly one rule wins, whatever order the rules come in', () => {
    fc.assert(
      fc.property(someRules, anAsked, someLaw, (rules, ask, law) => {
        const one = resolveLimit(road(rules), law, ask);
        const other = resolveLimit(road(rules.toReversed()), law.toReversed(), ask);
        expect(other).toEqual(one);
        const holding = rules.filter((each) => applies(each, ask, roadM));
        if (holding.length > 0 && !one.capped) expect(holding.map(({ id }) => id)).toContain(one.ruleId);
        if (holding.length === 0) expect(one.source).not.toBe('RULE');
        expect(one.limitKmh === null).toBe(one.source === 'NONE');
      }),
      runs,
    );
  });

  it('a row of a State or a geofence may lower it, and never raises it', () => {
    fc.assert(
      fc.property(someRules, anAsked, someLaw, someCaps, (rules, ask, law, caps) => {
        const without = resolveLimit(
          road(rules),
          law.filter(({ state }) => state === null),
          ask,
        );
        const within = resolveLimit(road(rules), law, ask);
        expect(orInfinity(within)).toBeLessThanOrEqual(orInfinity(without));
        const fenced = withCaps(within, caps);
        expect(orInfinity(fenced)).toBeLessThanOrEqual(orInfinity(within));
        expect(withCaps(within, caps.toReversed())).toEqual(fenced);
      }),
      runs,
    );
  });

  it('nothing is above the row of the law', () => {
    fc.assert(
      fc.property(someRules, anAsked, fc.integer({ min: 5, max: 140 }), (rules, ask, osmMaxKmh) => {
        const law = classes.map((speedClass): StatutoryLimit => row({ id: speedClass, speedClass, limitKmh: 60 }));
        const open = road(rules, {
          osmMaxKmh,
          type: { id: 't', version: 1, kind: 'DIVIDED_4L', limits: everyClass(null) },
        });
        const found = resolveLimit(open, law, ask);
        if (indiaDayOf(ask.at) >= dayNumber('2018-04-06')) expect(found.limitKmh).toBeLessThanOrEqual(60);
        expect(found.source).not.toBe('OSM_ADVISORY');
      }),
      runs,
    );
  });

  it('rules of later days change nothing today', () => {
    fc.assert(
      fc.property(someRules, someRules, anAsked, someLaw, (rules, more, ask, law) => {
        const day = indiaDayOf(ask.at);
        const future = more.map((one) => ({
          ...one,
          id: `f${one.id}`,
          fromDay: day + 1 + (Math.abs(one.fromDay) % 50),
        }));
        expect(resolveLimit(road([...rules, ...future]), law, ask)).toEqual(resolveLimit(road(rules), law, ask));
      }),
      runs,
    );
  });

  it('a version that was superseded answers for its own days as it did before', () => {
    fc.assert(
      fc.property(someRules, aRule, anAsked, fc.integer({ min: 1, max: 200 }), (rules, changed, ask, later) => {
        const [first, ...rest] = rules;
        if (!first || first.toDay !== null) return;
        const changeDay = indiaDayOf(ask.at) + later;
        const ended = { ...first, toDay: changeDay - 1 };
        const next: LimitRule = { ...changed, id: 'next', fromDay: changeDay, toDay: null };
        expect(resolveLimit(road([ended, next, ...rest]), [], ask)).toEqual(resolveLimit(road(rules), [], ask));
      }),
      runs,
    );
  });
});

describe('of several rules that hold', () => {
  const winner = (...rules: LimitRule[]) => resolveLimit(road(rules), [], asked()).ruleId;
  const cases: [string, Partial<LimitRule>, Partial<LimitRule>][] = [
    ['the shorter segment', { segment: { fromM: 4_000, toM: 6_000 } }, { speedClass: 'N', priority: 9 }],
    [
      'the category, and the class before every class',
      { speedClass: 'N' },
      { schedule: { days: [], from: 600, to: 900 }, priority: 9 },
    ],
    [
      'the shorter hours',
      { schedule: { days: [4], from: 0, to: 0 } },
      { season: { from: 1101, to: 1130 }, priority: 9 },
    ],
    ['the shorter season', { season: { from: 1101, to: 1130 } }, { season: { from: 601, to: 301 }, priority: 9 }],
    ['the higher priority', { priority: 2 }, { fromDay: today }],
    ['the one that began later', { fromDay: today }, {}],
  ];
  it.each(cases)('%s wins', (_, better, worse) => {
    // Ids that would decide the other way, were nothing else different.
    expect(winner(rule({ id: 'z', ...better }), rule({ id: 'a', ...worse }))).toBe('z');
    expect(winner(rule({ id: 'a', ...worse }), rule({ id: 'z', ...better }))).toBe('z');
  });

  it('the smaller id decides between equals', () => {
    expect(winner(rule({ id: 'b', limitKmh: 30 }), rule({ id: 'a' }))).toBe('a');
  });
});

describe('a rule', () => {
  const holds = (over: Partial<LimitRule>, ask: Partial<Asked> = {}) => applies(rule(over), asked(ask), roadM);
  it('holds from the metre of its beginning to before that of its end, and up to the end of the road', () => {
    const segment = { fromM: 5_000, toM: 9_000 };
    expect([4_999, 5_000, 8_999, 9_000].map((offsetM) => holds({ segment }, { offsetM }))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(holds({ segment: { fromM: 5_000, toM: roadM } }, { offsetM: roadM })).toBe(true);
  });
  it('holds in its direction, class and category only', () => {
    expect(holds({ direction: 'BACKWARD' })).toBe(false);
    expect(holds({ speedClass: 'M1' })).toBe(false);
    expect(holds({ categoryId: 'c1' })).toBe(false);
    expect(holds({ categoryId: 'c1' }, { categoryId: 'c1' })).toBe(true);
  });
  it('begins and ends at midnight in India', () => {
    const one = { fromDay: today, toDay: today };
    const at = (time: string) => holds(one, { at: Date.parse(time) });
    expect(
      ['2026-11-26T18:29:59Z', '2026-11-26T18:30:00Z', '2026-11-27T18:29:59Z', '2026-11-27T18:30:00Z'].map(at),
    ).toEqual([false, true, true, false]);
  });
  it('holds in a season that begins in one year and ends in the next', () => {
    const winter = { season: { from: 1127, to: 215 } };
    const on = (day: string) => holds({ ...winter, fromDay: 0 }, { at: Date.parse(`${day}T12:00:00+05:30`) });
    expect(['2026-11-26', '2026-11-27', '2027-02-15', '2027-02-16'].map(on)).toEqual([false, true, true, false]);
  });
});

describe('without a rule', () => {
  const of = (over: Partial<LimitRoad>, law: StatutoryLimit[] = []) => resolveLimit(road([], over), law, asked());
  const open = { id: 't1', version: 3, kind: 'DIVIDED_4L', limits: everyClass(null) } as const;
  it('the road type says the limit, else the law, else the map, else nobody', () => {
    expect(of({})).toEqual({ limitKmh: 80, source: 'ROAD_TYPE', ruleId: 't1', version: 3, capped: false });
    expect(of({ type: open, osmMaxKmh: 40 }, [row({ limitKmh: 70 })])).toMatchObject({
      limitKmh: 70,
      source: 'STATUTORY',
    });
    expect(of({ type: open, osmMaxKmh: 40 })).toEqual({
      limitKmh: 40,
      source: 'OSM_ADVISORY',
      ruleId: null,
      version: null,
      capped: false,
    });
    expect(of({ type: open })).toMatchObject({ limitKmh: null, source: 'NONE' });
    // The class may not ply there: no speed of it is too high by a limit of others.
    expect(of({ type: open, osmMaxKmh: 40 }, [row({ limitKmh: null })])).toMatchObject({
      limitKmh: null,
      source: 'NONE',
    });
  });
  it('says where a number comes from that the law or the State lowered', () => {
    const state = row({ id: 's2', state: 'MH', limitKmh: 65, version: 2 });
    expect(of({}, [row({ limitKmh: 75 })])).toEqual({
      limitKmh: 75,
      source: 'STATUTORY',
      ruleId: 's1',
      version: 1,
      capped: true,
    });
    expect(of({}, [row(), state])).toEqual({ limitKmh: 65, source: 'STATE', ruleId: 's2', version: 2, capped: true });
    expect(of({}, [row(), { ...state, state: 'KA' }])).toMatchObject({
      limitKmh: 80,
      source: 'ROAD_TYPE',
      capped: false,
    });
  });
});

it('speeds are judged to the digit', () => {
  const tolerance = { statutoryPct: 5, companyBufferKmh: 8 };
  expect(judgeSpeed(73.5, 70, tolerance)).toEqual({ overLimit: true, actionable: false, beyondBuffer: false });
  expect(judgeSpeed(73.6, 70, tolerance)).toMatchObject({ actionable: true, beyondBuffer: false });
  expect(judgeSpeed(78.1, 70, tolerance)).toMatchObject({ beyondBuffer: true });
  expect(judgeSpeed(70, 70, tolerance)).toMatchObject({ overLimit: false });
  expect(judgeSpeed(300, null, tolerance)).toEqual({ overLimit: false, actionable: false, beyondBuffer: false });
});

it('a client’s own configuration comes first, then that of the category, the State, everybody', () => {
  const one = (id: string, over: Partial<ConfigurationScope>): ConfigurationScope => ({
    id,
    scope: 'GLOBAL',
    state: null,
    categoryId: null,
    orgId: null,
    fromDay: today - 10,
    toDay: null,
    ...over,
  });
  const all = [
    one('everybody', {}),
    one('newer', { fromDay: today - 1 }),
    one('tomorrow', { fromDay: today + 1 }),
    one('state', { scope: 'STATE', state: 'MH' }),
    one('category', { scope: 'VEHICLE_CATEGORY', categoryId: 'c1' }),
    one('client', { scope: 'CLIENT', orgId: 'o1' }),
  ];
  const chosen = (over: object) =>
    chooseConfiguration(all, { orgId: null, categoryId: null, state: null, at: noon, ...over })?.id;
  expect(chosen({})).toBe('newer');
  expect(chosen({ state: 'MH' })).toBe('state');
  expect(chosen({ state: 'MH', categoryId: 'c1' })).toBe('category');
  expect(chosen({ state: 'MH', categoryId: 'c1', orgId: 'o1' })).toBe('client');
  expect(chosen({ orgId: 'o2' })).toBe('newer');
});
