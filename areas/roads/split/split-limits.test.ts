import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, transact } from '#kit/server/db/database.ts';
import { addDays } from '#kit/contract/days.ts';
import { type LimitRoad, resolveLimit } from '#telematics/limits/resolve.ts';
import type { Asked } from '#telematics/limits/rule.ts';
import { readLaw, readLimitRoads } from '../limits/limit-facts.store.ts';
import { readLineOf } from '../road/lines.store.ts';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
let categoryIds: string[];
beforeAll(async () => {
  roads = await startRoads();
  const found = await roads.call('GET', '/vehicle-category?take=2');
  categoryIds = found.json.data.map(({ id }: { id: string }) => id);
});
afterAll(() => roads?.product.close());

const today = '2026-11-27';
const noon = Date.parse('2026-11-27T06:30:00Z');
const classes = ['M1', 'M2_M3', 'N', 'MOTORCYCLE', 'QUADRICYCLE', 'THREE_WHEELER'] as const;
const day = (after: number) => addDays(today, after);
const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);

/** Few steps, days and conditions, so that rules often overlap, tie, touch the split and end today. */
const seldom = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 1, nil: null });
const aRule = fc.record({
  segment: fc.option(fc.tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: 1, max: 12 })), {
    freq: 8,
    nil: null,
  }),
  direction: fc.constantFrom('BOTH', 'BOTH', 'BOTH', 'FORWARD', 'BACKWARD'),
  speedClass: seldom(fc.constantFrom(...classes)),
  category: seldom(fc.integer({ min: 0, max: 1 })),
  limitKmh: fc.integer({ min: 1, max: 14 }).map((steps) => steps * 5),
  hours: seldom(fc.record({ days: fc.subarray(['MON', 'FRI', 'SUN']), from: clock, to: clock })),
  season: seldom(fc.constantFrom(['06-15', '09-30'], ['11-15', '02-15'])),
  priority: fc.constantFrom(0, 0, 1),
  from: fc.constantFrom(-300, -30, -30, 0, 1, 20),
  lastsDays: fc.option(fc.constantFrom(0, 1, 30, 300, 400), { nil: null }),
  /** Whether a later version follows it, with what limit and how much longer. */
  next: fc.option(fc.record({ limitKmh: fc.constantFrom(20, 45, 65), longerM: fc.constantFrom(0, 500) }), {
    nil: null,
  }),
});
type Rule = typeof aRule extends fc.Arbitrary<infer R> ? R : never;

/** Who and when is asked at each place. */
const asks = ['FORWARD', 'BACKWARD'].flatMap((direction) =>
  (['M1', 'N'] as const).flatMap((speedClass) =>
    [null, 0].flatMap((category) =>
      [-250, -40, -10, -1, 0, 1, 2, 10, 25, 100, 300].map((days) => ({
        direction,
        speedClass,
        categoryId: () => (category === null ? null : (categoryIds[category] ?? null)),
        at: noon + days * 86_400_000,
      })),
    ),
  ),
);

const columns = `id, road_id, from_m, to_m, direction, speed_class, category_id, limit_kmh, days, from_time, to_time, season_from, season_to,
  reason_code, effective_from, effective_to, priority, rule_version, replaces_id`;

/** Writes rules as they came to be over the years. @returns how many there are */
async function write(roadId: string, lengthM: number, rules: readonly Rule[]) {
  for (const rule of rules) {
    const id = uuidv7();
    const at = rule.segment && {
      fromM: Math.min(rule.segment[0] * 500, lengthM - 500),
      toM: Math.min((rule.segment[0] + rule.segment[1]) * 500, lengthM),
    };
    const row = (
      id: string,
      from: number,
      to: number | null,
      more: { limitKmh?: number; longerM?: number; of?: string },
    ) => [
      id,
      roadId,
      at?.fromM ?? null,
      at ? Math.min(at.toM + (more.longerM ?? 0), lengthM) : null,
      rule.direction,
      rule.speedClass,
      rule.category === null ? null : (categoryIds[rule.category] ?? null),
      more.limitKmh ?? rule.limitKmh,
      rule.hours?.days ?? null,
      rule.hours?.from ?? null,
      rule.hours?.to ?? null,
      rule.season?.[0] ?? null,
      rule.season?.[1] ?? null,
      'SIGN',
      day(from),
      to === null ? null : day(to),
      rule.priority,
      more.of ? 2 : 1,
      more.of ?? null,
    ];
    const end = rule.lastsDays === null ? null : rule.from + rule.lastsDays;
    const insert = `insert into road_speed_rule (${columns}) values (${columns
      .split(',')
      .map((_, at) => `$${at + 1}`)
      .join(', ')})`;
    await transact(roads.product.product.db, everything, async (db) => {
      await db.query(insert, row(id, rule.from, end, {}));
      if (rule.next && end !== null) await db.query(insert, row(uuidv7(), end + 1, null, { ...rule.next, of: id }));
    });
  }
}

const known = (ids: readonly string[]) =>
  transact(roads.product.product.db, everything, async (db) => ({
    roads: await readLimitRoads(db, ids),
    law: await readLaw(db),
  }));
const lineOf = (id: string) => transact(roads.product.product.db, everything, (db) => readLineOf(db, id));

it('the limit is the same everywhere, for everybody and at any time, before and after a road is split, and split again', async () => {
  const splits = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 2 });
  const types = ['DIVIDED_4L', 'OTHER', 'EXPRESSWAY'];
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rules: fc.array(aRule, { minLength: 1, maxLength: 9 }),
        splits,
        type: fc.constantFrom(...types),
        bend: fc.double({ min: 0.0001, max: 0.02, noNaN: true }),
      }),
      async ({ rules, splits, type, bend }) => {
        const { id, lengthM: stated } = await roads.road({
          roadTypeId: roads.typeOf(type),
          geometry: {
            type: 'LineString',
            coordinates: [
              [74, 17.5],
              [74.03, 17.5 + bend],
              [74.08, 17.5],
            ],
          },
        });
        const lengthM = stated as number;
        await write(id, lengthM, rules);
        const before = await known([id]);
        // The parts in their order on the ground, each with the metre where it begins.
        let parts = [{ id, fromM: 0, lengthM }];
        for (const share of splits) {
          const part = parts.toSorted((a, b) => b.lengthM - a.lengthM)[0] as (typeof parts)[number];
          const atM = Math.max(1, Math.min(part.lengthM - 2, Math.round(share * part.lengthM)));
          const answer = await roads.call('POST', `/road/${part.id}/split`, { atM, name: 'Second part' });
          expect(answer.status, answer.text).toBe(201);
          const { first, second } = answer.json.data;
          expect(first.lengthM).toBe(atM);
          parts = parts.flatMap((one) =>
            one === part
              ? [
                  { ...part, lengthM: atM },
                  { id: second.id, fromM: part.fromM + atM, lengthM: second.lengthM },
                ]
              : [one],
          );
          const [ends, begins] = [await lineOf(first.id), await lineOf(second.id)];
          expect(ends?.points.at(-1)).toEqual(begins?.points[0]);
        }
        const after = await known(parts.map((part) => part.id));
        const places = parts.flatMap(({ fromM }) => [fromM - 2, fromM + 2]);
        for (let offsetM = 0.5; offsetM < lengthM - 2; offsetM += 249.75) places.push(offsetM);
        for (const offsetM of places) {
          const part = parts.findLast(({ fromM }) => fromM <= offsetM);
          // Lengths are in whole metres: the last one of a part may be its neighbour's.
          if (!part || offsetM - part.fromM < 1 || part.fromM + part.lengthM - offsetM < 1) continue;
          for (const ask of asks) {
            const asked = { ...ask, categoryId: ask.categoryId() } as Omit<Asked, 'offsetM'>;
            const limitOf = ({ roads, law }: Awaited<ReturnType<typeof known>>, of: string, fromM: number) => {
              const limit = resolveLimit(roads.get(of) as LimitRoad, law, { ...asked, offsetM: offsetM - fromM });
              return { offsetM, asked, limitKmh: limit.limitKmh, source: limit.source, capped: limit.capped };
            };
            expect(limitOf(after, part.id, part.fromM)).toEqual(limitOf(before, id, 0));
          }
        }
      },
    ),
    { numRuns: 60, seed: 24 },
  );
}, 120_000);
