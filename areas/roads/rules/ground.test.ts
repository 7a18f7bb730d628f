import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lengthOf, type LinePoint } from '../road/line.contract.ts';
import { startRoads } from '../testing/roads.ts';
import { onNewLine } from './ground.rules.ts';

const degreeM = 111_195;
/** A line by metres to the east and to the north. */
const line = (...points: readonly (readonly [number, number])[]): LinePoint[] =>
  points.map(([east, north]) => [17 + north / degreeM, 74 + east / (degreeM * Math.cos((17 * Math.PI) / 180))]);
const straight = line([0, 0], [10_000, 0]);

describe('a stretch of a line that is edited', () => {
  it('lies where it lay on the ground', () => {
    const on = (after: readonly LinePoint[]) => onNewLine(straight, after, { fromM: 5_000, toM: 9_000 });
    expect(on(line([0, 0], [3_000, 0], [10_000, 0]))).toEqual({ to: { fromM: 5_000, toM: 9_000 }, isCut: false });
    // The line begins earlier, or later, or is drawn a little beside.
    expect(on(line([-700, 0], [10_000, 0])).to).toEqual({ fromM: 5_700, toM: 9_700 });
    expect(on(line([2_000, 0], [10_000, 0])).to).toEqual({ fromM: 3_000, toM: 7_000 });
    expect(on(line([0, 12], [10_000, 12])).to).toEqual({ fromM: 5_000, toM: 9_000 });
    // A bend before it makes the way longer.
    expect(on(line([0, 0], [2_000, 0], [2_500, 300], [3_000, 0], [10_000, 0])).to?.fromM).toBeGreaterThan(5_150);
  });

  it('is cut where the line leaves some of it out, and gone where it leaves out all', () => {
    expect(onNewLine(straight, line([0, 0], [7_000, 0]), { fromM: 5_000, toM: 9_000 })).toEqual({
      to: { fromM: 5_000, toM: 7_000 },
      isCut: true,
    });
    expect(onNewLine(straight, line([0, 0], [4_000, 0]), { fromM: 5_000, toM: 9_000 }).to).toBeUndefined();
  });

  it('stays on the line, in its order, and does not move where nothing was changed', () => {
    const step = fc.tuple(fc.integer({ min: 40, max: 900 }), fc.integer({ min: -30, max: 30 }));
    const anyLine = fc.array(step, { minLength: 2, maxLength: 12 }).map((steps) => {
      let [east, north] = [0, 0];
      return line([0, 0], ...steps.map(([e, n]) => [(east += e), (north += n)] as const));
    });
    fc.assert(
      fc.property(anyLine, anyLine, fc.nat(), fc.nat(), (one, other, a, b) => {
        const lengthM = Math.floor(lengthOf(one));
        const [fromM, toM] = [a % lengthM, b % lengthM].toSorted((x, y) => x - y) as [number, number];
        if (toM === fromM) return;
        expect(onNewLine(one, one, { fromM, toM })).toEqual({ to: { fromM, toM }, isCut: false });
        const { to } = onNewLine(one, other, { fromM, toM });
        if (to) expect(to.fromM >= 0 && to.fromM < to.toM && to.toM <= Math.round(lengthOf(other))).toBe(true);
      }),
      { numRuns: 300, seed: 8_024 },
    );
  });
});

describe('rules of a road whose line is edited', () => {
  let roads: Awaited<ReturnType<typeof startRoads>>;
  beforeAll(async () => {
    roads = await startRoads();
  });
  afterAll(() => roads?.product.close());

  it('get the metres of the same ground, those of past days as well, and the answer says which', async () => {
    const { id } = await roads.road();
    const rule = await roads.made(
      '/road-speed-rule',
      roads.ruleBody(id, { fromM: 5_000, toM: 9_000, effectiveFrom: '2026-11-01' }),
    );
    const { geometry } = (await roads.call('GET', `/road/${id}`)).json.data;
    const [start, end] = geometry.coordinates as [[number, number], [number, number]];
    const probe = async () => {
      const [lon, lat] = [start[0] + (end[0] - start[0]) * 0.52, start[1]];
      const query = `lat=${lat}&lon=${lon}&class=M1&at=2026-11-20T06:00:00Z`;
      const { road } = (await roads.call('GET', `/road/probe?${query}`)).json.data;
      if (!road) throw new Error('No road there');
      return { limit: road.limit, offsetM: Math.round(road.offsetM) };
    };
    const before = await probe();
    const earlier: [number, number] = [start[0] - (end[0] - start[0]) * 0.1, start[1]];
    const answer = await roads.call('PUT', `/road/${id}`, {
      name: 'Road',
      roadTypeId: roads.typeOf('DIVIDED_4L'),
      state: 'MH',
      isDivided: true,
      geometry: { type: 'LineString', coordinates: [earlier, end] },
    });
    expect(answer.json.warnings).toEqual([
      'Speed rules stay where they are on the ground, so their metres change: 60 km/h from 5,000–9,000 m to 6,000–10,000 m',
    ]);
    expect((await roads.call('GET', `/road-speed-rule/${rule.id}`)).json.data).toMatchObject({
      fromM: 6_000,
      toM: 10_000,
      ruleVersion: rule['ruleVersion'],
    });
    const after = await probe();
    expect(after).toEqual({ ...before, offsetM: before.offsetM + 1_000 });
    expect(after.limit.ruleId).toBe(rule.id);
    const { data } = (await roads.call('GET', `/road-speed-rule/${rule.id}/history`)).json;
    expect(JSON.stringify(data)).toContain('6000');
  });
});
