import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

const ask = (query: object) => {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) words.set(name, String(value));
  return roads.call('GET', `/road/probe?${words.toString()}`);
};
const data = async (query: object) => {
  const answer = await ask(query);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};

/** A straight road from a point, so many metres to the east and to the north. */
const metre = 1 / 111_195;
const line = (lat: number, lon: number, eastM: number, northM = 0) => ({
  type: 'LineString',
  coordinates: [
    [lon, lat],
    [lon + (eastM * metre) / Math.cos((lat * Math.PI) / 180), lat + northM * metre],
  ],
});

interface Case {
  vehicle_class: string;
  road_type: string;
  speed_kmh: number;
  limit_kmh: number | null;
  over_limit: boolean;
  actionable: boolean;
}
const file = '../shared/data/cases/speed_limit_cases.json';
const codes: Readonly<Record<string, string>> = {
  expressway_access_controlled: 'EXPRESSWAY',
  four_lane_divided: 'DIVIDED_4L',
  municipal: 'MUNICIPAL',
  other: 'OTHER',
};

describe.skipIf(!existsSync(file))('cases of S.O. 1522(E) (../shared/data/cases/speed_limit_cases.json)', () => {
  it('are answered as listed, each at a point of a road of its kind', async () => {
    const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] };
    expect(cases.length).toBeGreaterThan(50);
    const kinds = Object.values(codes);
    for (const [at, code] of kinds.entries())
      await roads.road({ roadTypeId: roads.typeOf(code), geometry: line(20 + at / 10, 75, 5_000) });
    for (const one of cases) {
      const lat = 20 + kinds.indexOf(codes[one.road_type] as string) / 10;
      const found = await data({ lat, lon: 75.01, class: one.vehicle_class, speed: one.speed_kmh });
      expect({
        ...one,
        limit_kmh: found.road.limit.limitKmh,
        over_limit: found.speed.overLimit,
        actionable: found.speed.actionable,
      }).toEqual(one);
    }
  });
});

it('says where the limit comes from, with the version, the tolerance of the law and that of the company', async () => {
  const road = await roads.road({ geometry: line(21, 75, 10_000) });
  const at = { roadId: road.id, offsetM: 6_000, class: 'N' };
  expect(await data({ ...at, speed: 84.1 })).toMatchObject({
    at: '2026-11-27T06:30:00.000Z',
    road: {
      id: road.id,
      offsetM: 6_000,
      distanceM: null,
      limit: { limitKmh: 80, source: 'ROAD_TYPE', version: 1, capped: false },
    },
    tolerance: {
      statutoryPct: 5,
      statutoryUptoKmh: 84,
      companyBufferKmh: 0,
      configuration: { name: 'India default', version: 1 },
    },
    speed: { kmh: 84.1, overLimit: true, actionable: true, beyondBuffer: true },
    others: [],
  });
  // School hours of the days of a week, from tomorrow.
  const rule = await roads.made('/road-speed-rule', {
    ...roads.ruleBody(road.id, { fromM: 5_000, toM: 9_000, speedClass: 'N', limitKmh: 60, reasonCode: 'SCHOOL' }),
    orderNo: 'MH/RTO/2026/118',
    days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
    fromTime: '07:00',
    toTime: '15:00',
    effectiveFrom: '2026-11-28',
  });
  const limit = async (over: object) => (await data({ ...at, ...over })).road.limit;
  const school = { limitKmh: 60, source: 'RULE', ruleId: rule.id, version: 1, capped: false };
  const usual = { limitKmh: 80, source: 'ROAD_TYPE' };
  expect(await limit({})).toMatchObject(usual);
  expect(await limit({ at: '2026-11-30T10:00:00+05:30' })).toEqual(school);
  expect(await limit({ at: '2026-11-30T15:00:00+05:30' })).toMatchObject(usual);
  expect(await limit({ at: '2026-11-29T10:00:00+05:30' })).toMatchObject(usual);
  expect(await limit({ at: '2026-11-30T10:00:00+05:30', offsetM: 9_000 })).toMatchObject(usual);
  expect(await limit({ at: '2026-11-30T10:00:00+05:30', class: 'M1' })).toMatchObject({ limitKmh: 100 });
  expect((await data({ ...at, at: '2026-11-30T10:00:00+05:30' })).road.rules).toEqual([
    { id: rule.id, version: 1, limitKmh: 60, reasonCode: 'SCHOOL', orderNo: 'MH/RTO/2026/118' },
  ]);
});

it('a rule above the law, and a row of a State, are answered with what lowers them', async () => {
  const road = await roads.road({ roadTypeId: roads.typeOf('OTHER'), state: 'KA', geometry: line(21.1, 75, 10_000) });
  await roads.made('/road-speed-rule', {
    ...roads.ruleBody(road.id, { limitKmh: 90, speedClass: 'N' }),
    effectiveFrom: '2026-11-27',
  });
  const at = { roadId: road.id, offsetM: 100, class: 'N' };
  expect((await data(at)).road.limit).toMatchObject({ limitKmh: 60, source: 'STATUTORY', capped: true });
  const state = await roads.made('/statutory-speed-limit', {
    name: 'Karnataka, goods',
    kind: 'OTHER',
    speedClass: 'N',
    state: 'KA',
    limitKmh: 50,
    source: 'Order of the State',
    effectiveFrom: '2026-11-27',
  });
  expect((await data(at)).road.limit).toEqual({
    limitKmh: 50,
    source: 'STATE',
    ruleId: state.id,
    version: 1,
    capped: true,
  });
});

it('of two roads beside each other the heading chooses, and the other one is named', async () => {
  const north = await roads.road({
    name: 'Expressway',
    roadTypeId: roads.typeOf('EXPRESSWAY'),
    oneWay: 'FORWARD',
    geometry: line(22, 75, 3_000),
  });
  const across = await roads.road({
    name: 'Overpass',
    layer: 1,
    structure: 'BRIDGE',
    roadTypeId: roads.typeOf('OTHER'),
    geometry: line(21.99, 75.01, 0, 2_000),
  });
  const point = { lat: 22 + 6 * metre, lon: 75.01 + 3 * metre, class: 'M1' };
  const east = await data({ ...point, heading: 88 });
  expect(east).toMatchObject({
    road: { id: north.id, distanceM: 6, direction: 'FORWARD', isDirectionKnown: true, limit: { limitKmh: 120 } },
    others: [{ id: across.id, layer: 1, structure: 'BRIDGE', limit: { limitKmh: 70 } }],
  });
  expect(await data({ ...point, heading: 183 })).toMatchObject({ road: { id: across.id, direction: 'BACKWARD' } });
  // Without a heading the nearest road is taken, and both of its directions are answered.
  await roads.made('/road-speed-rule', {
    ...roads.ruleBody(across.id, { limitKmh: 30, direction: 'BACKWARD' }),
    effectiveFrom: '2026-11-27',
  });
  expect((await data(point)).road).toMatchObject({
    id: across.id,
    isDirectionKnown: false,
    direction: 'FORWARD',
    limit: { limitKmh: 70 },
    opposite: { limitKmh: 30, source: 'RULE' },
  });
  expect(await data({ ...point, lon: 75.02, lat: 22.001 })).toMatchObject({
    road: null,
    others: [],
    tolerance: { statutoryUptoKmh: null },
  });
});

it('refuses what cannot be asked, in plain words', async () => {
  const road = await roads.road({ geometry: line(23, 75, 1_000) });
  const cases: [object, object][] = [
    [
      {},
      {
        class: 'Speed class is required',
        lat: 'Latitude is required, or a road',
        lon: 'Longitude is required, or a road',
      },
    ],
    [
      { lat: 91, lon: 200, class: 'LORRY' },
      {
        class: 'Must be one of the offered values',
        lat: 'Latitude must be between -90 and 90',
        lon: 'Longitude must be between -180 and 180',
      },
    ],
    ...[75, 93].map((lat): [object, object] => [
      { lat, lon: 23, class: 'N' },
      { lat: 'Latitude and longitude look swapped', lon: 'Latitude and longitude look swapped' },
    ]),
    [{ lat: 'here', lon: 75, class: 'N' }, { lat: 'Must be a number' }],
    [{ lat: 23, lon: 75, class: 'N', at: 'now' }, { at: 'Must be a date, like 2026-11-21, or an ISO time' }],
    [{ lat: 23, lon: 75, class: 'N', heading: 361 }, { heading: 'Heading must be between 0 and 360' }],
    [{ roadId: road.id, class: 'N' }, { offsetM: 'Metres along the road are required' }],
    [{ roadId: road.id, offsetM: 1_500, class: 'N' }, { offsetM: 'The road is 1,000 m long' }],
  ];
  for (const [query, fields] of cases) expect((await ask(query)).json.fields).toMatchObject(fields);
  const nobody = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  expect((await ask({ roadId: nobody, offsetM: 0, class: 'N' })).status).toBe(404);
});

it('clients ask as well, and are judged by their own configuration', async () => {
  const { product } = roads;
  const client = await product.login('client@roadkeeper.test');
  const own = (await product.call('GET', '/organisation?take=1', { token: client })).json.data[0].id;
  const [row] = (await roads.call('GET', '/speed-configuration?take=1')).json.data;
  const { statutoryTolerancePct, minDurationS, minPoints, maxAccuracyM, maxPlausibleKmh, gapS } = row;
  await roads.made('/speed-configuration', {
    statutoryTolerancePct,
    minDurationS,
    minPoints,
    maxAccuracyM,
    maxPlausibleKmh,
    gapS,
    minorFromKmh: 5,
    majorFromKmh: 10,
    criticalFromKmh: 20,
    reviewMode: 'MANUAL',
    name: 'Ours',
    scope: 'CLIENT',
    clientId: own,
    companyBufferKmh: 7,
    effectiveFrom: '2026-11-27',
  });
  const road = await roads.road({ geometry: line(24, 75, 1_000) });
  const path = `/road/probe?roadId=${road.id}&offsetM=10&class=N&speed=86`;
  expect((await product.call('GET', path, { token: client })).json.data).toMatchObject({
    tolerance: { companyBufferKmh: 7, configuration: { name: 'Ours' } },
    speed: { actionable: true, beyondBuffer: false },
  });
  expect((await roads.call('GET', path)).json.data.tolerance).toMatchObject({ companyBufferKmh: 0 });
  expect((await roads.call('GET', `${path}&clientId=${own}`)).json.data.tolerance).toMatchObject({
    companyBufferKmh: 7,
  });
});

it('the limits along a road are told from metre to metre, with gaps of rules and overlaps', async () => {
  const road = await roads.road({ geometry: line(25, 75, 10_000) });
  const from = { effectiveFrom: '2026-11-27', speedClass: 'N' };
  const rule = (over: object) => roads.made('/road-speed-rule', { ...roads.ruleBody(road.id), ...from, ...over });
  const first = await rule({ fromM: 1_000, toM: 4_000, limitKmh: 60 });
  const second = await rule({ fromM: 3_000, toM: 5_000, limitKmh: 50 });
  await rule({ fromM: 6_000, toM: 7_000, limitKmh: 40, direction: 'BACKWARD', fromTime: '20:00', toTime: '06:00' });
  const report = (await roads.call('GET', `/road/${road.id}/limits?class=N&at=2026-11-27T12:00:00%2B05:30`)).json.data;
  const shown = report.stretches.map((one: Record<string, unknown>) => [
    one['direction'],
    one['fromM'],
    one['toM'],
    one['limitKmh'],
    one['source'],
  ]);
  expect(shown).toEqual([
    ['BOTH', 0, 1_000, 80, 'ROAD_TYPE'],
    ['BOTH', 1_000, 3_000, 60, 'RULE'],
    ['BOTH', 3_000, 5_000, 50, 'RULE'],
    ['BOTH', 5_000, 10_000, 80, 'ROAD_TYPE'],
  ]);
  expect(report.overlaps).toEqual([{ ids: [second.id, first.id], winnerId: second.id, fromM: 3_000, toM: 4_000 }]);
  const night = (await roads.call('GET', `/road/${road.id}/limits?class=N&at=2026-11-27T22:00:00%2B05:30`)).json.data;
  expect(night.stretches.filter((one: { direction: string }) => one.direction === 'BACKWARD')).toHaveLength(6);
  expect((await roads.call('GET', `/road/${road.id}/limits?class=M1`)).json.data.stretches).toMatchObject([
    { limitKmh: 100 },
  ]);

  const preview = async (over: object) =>
    (await roads.call('POST', '/road-speed-rule/preview', { ...roads.ruleBody(road.id, { speedClass: 'N' }), ...over }))
      .json.data;
  expect(await preview({ fromM: 4_500, toM: 6_000, limitKmh: 30 })).toEqual({
    fields: {},
    warnings: [],
    overlaps: [{ id: second.id, limitKmh: 50, fromM: 4_500, toM: 5_000, wins: true }],
  });
  // Its own versions are none.
  expect((await preview({ id: second.id, fromM: 4_200, toM: 5_000 })).overlaps).toEqual([]);
  expect((await preview({ fromM: 4_500, toM: 60_000 })).fields).toEqual({ toM: 'The road is 10,000 m long' });
  expect(await preview({ limitKmh: '' })).toEqual({ fields: {}, warnings: [], overlaps: [] });
});

it('geofences with a limit for all vehicles of an organisation lower it there, for them and for staff who ask for them', async () => {
  await roads.road({ geometry: line(27, 75, 20_000) });
  const client = await roads.product.login('client@roadkeeper.test');
  const own = (path: string, body?: object) =>
    roads.product.call(body ? 'POST' : 'GET', path, { token: client, ...(body ? { body } : {}) });
  const yard = {
    name: 'Slow yard',
    kind: 'CIRCLE',
    points: '27, 75.05',
    widthM: 1_000,
    appliesTo: 'ALL',
    onEnter: false,
    onExit: false,
    capKmh: 40,
  };
  const made = await own('/geofence', yard);
  expect(made.status, made.text).toBe(201);
  // For those of a group alone it says nothing of any vehicle.
  const group = (await own('/vehicle-group', { name: 'Yard trucks', colour: 'BLUE' })).json.data;
  const some = { ...yard, name: 'For some', appliesTo: 'GROUP', vehicleGroupId: group.id, capKmh: 20 };
  expect((await own('/geofence', some)).status).toBe(201);
  const { orgId, id } = made.json.data;
  const later = new Date(Date.parse('2026-11-27T06:30:00Z') + 60_000).toISOString();
  const limitAt = async (lon: number, more: object, isOwn: boolean) => {
    const words = new URLSearchParams({ lat: '27', lon: String(lon), class: 'M1', at: later, ...more });
    const answer = await (isOwn ? own : (path: string) => roads.call('GET', path))(`/road/probe?${words.toString()}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json.data.road.limit;
  };
  const lowered = { limitKmh: 40, source: 'GEOFENCE', ruleId: id, capped: true };
  expect(await limitAt(75.05, {}, true)).toMatchObject(lowered);
  expect(await limitAt(75.05, { clientId: orgId }, false)).toMatchObject(lowered);
  for (const limit of [await limitAt(75.05, {}, false), await limitAt(75.09, {}, true)])
    expect(limit).toMatchObject({ limitKmh: 100, source: 'ROAD_TYPE' });

  // Staff who work for other clients alone are told nothing of this one.
  const { data: modules } = (await roads.call('GET', '/role/permissions')).json;
  const { moduleId } = modules.find((one: { key: string }) => one.key === 'road');
  const role = { name: 'Account manager', audience: 'staff', rowScope: 'OWN_CLIENTS' };
  await roads.made('/role', { ...role, permissions: [{ moduleId, actions: ['view'] }] });
  const manager = await roads.product.addStaff('manager@roadkeeper.test', role.name);
  const { data: clients } = (await roads.call('GET', '/organisation?take=20')).json;
  const another = clients.find((one: { id: string }) => one.id !== orgId).id;
  const given = await roads.call('PUT', `/user/${manager}/scope`, { rtoIds: [], organisationIds: [another] });
  expect(given.status, given.text).toBe(200);
  const token = await roads.product.login('manager@roadkeeper.test');
  const words = new URLSearchParams({ lat: '27', lon: '75.05', class: 'M1', at: later, clientId: orgId });
  const asked = await roads.product.call('GET', `/road/probe?${words.toString()}`, { token });
  expect(asked.json.data.road.limit, asked.text).toMatchObject({ limitKmh: 100 });
});
