import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

/** The type of the roads of these tests, with a limit for cars. */
const put = async (limitM1Kmh: number | null, code = 'DIVIDED_4L') => {
  const { data } = (await roads.call('GET', `/road-type/${roads.typeOf(code)}`)).json;
  const {
    name,
    statutoryKind,
    osmHighway,
    limitM2M3Kmh,
    limitNKmh,
    limitMotorcycleKmh,
    limitQuadricycleKmh,
    limitThreeWheelerKmh,
    colour,
  } = data;
  const body = {
    name,
    code,
    statutoryKind,
    osmHighway,
    limitM2M3Kmh,
    limitNKmh,
    limitMotorcycleKmh,
    limitQuadricycleKmh,
    limitThreeWheelerKmh,
    colour,
    limitM1Kmh,
  };
  return roads.call('PUT', `/road-type/${data.id}`, body);
};
const limitOn = async (roadId: string, day: string) => {
  const { road } = (await roads.call('GET', `/road/probe?roadId=${roadId}&offsetM=500&class=M1&at=${day}T06:00:00Z`))
    .json.data;
  return [road.limit.limitKmh, road.limit.source, road.limit.version];
};

it('the limits of a type that no road has change at once', async () => {
  const answer = await put(20, 'SCHOOL_ZONE');
  expect(answer.json.warnings).toBeUndefined();
  expect((await roads.call('GET', `/road-type/${roads.typeOf('SCHOOL_ZONE')}`)).json.data.versions).toEqual([]);
});

it('limits of a type that roads have begin tomorrow, and what it was stays for all days before', async () => {
  const { id } = await roads.road();
  const before = await limitOn(id, '2026-11-27');
  expect(before.slice(0, 2)).toEqual([100, 'ROAD_TYPE']);
  const answer = await put(90);
  expect(answer.json.warnings).toEqual([
    'The new limits apply from 28 Nov 2026. Until then, and for past days, the earlier ones apply',
  ]);
  const days = ['2026-01-01', '2026-11-27', '2026-11-28', '2027-06-01'];
  const limits = async () => Promise.all(days.map((day) => limitOn(id, day)));
  const version = answer.json.data.version as number;
  expect(await limits()).toEqual([before, before, [90, 'ROAD_TYPE', version], [90, 'ROAD_TYPE', version]]);
  // What was changed again before it began was never in force.
  const again = await put(80);
  const next = [80, 'ROAD_TYPE', again.json.data.version];
  expect(await limits()).toEqual([before, before, next, next]);
  const { versions } = (await roads.call('GET', `/road-type/${roads.typeOf('DIVIDED_4L')}`)).json.data;
  expect(versions).toEqual([
    expect.objectContaining({ version: before[2], toDay: '2026-11-27', limits: expect.objectContaining({ M1: 100 }) }),
  ]);
  // Days go on: what was in force on each stays.
  roads.product.clock.move(2 * 86_400_000);
  const token = await roads.product.login('admin@roadkeeper.test');
  const { name, code, statutoryKind } = again.json.data;
  const later = await roads.product.call('PUT', `/road-type/${again.json.data.id}`, {
    token,
    body: { name, code, statutoryKind, limitM1Kmh: 70 },
  });
  const probe = async (day: string) =>
    (await roads.product.call('GET', `/road/probe?roadId=${id}&offsetM=500&class=M1&at=${day}T06:00:00Z`, { token }))
      .json.data.road.limit.limitKmh;
  expect(later.status).toBe(200);
  expect(await Promise.all(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'].map(probe))).toEqual([
    100, 80, 80, 70,
  ]);
});
