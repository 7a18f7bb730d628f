import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildNetwork } from '#telematics/matching/network.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { packPoints, unpackE7 } from '../road/lines.store.ts';
import { startRoads } from '../testing/roads.ts';
import { lengthOf, type LinePoint } from '../road/line.contract.ts';
import { lastSplitM, splitLine } from './split-line.contract.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

const split = (id: string, body: object = {}, headers?: Record<string, string>, token = roads.token) =>
  roads.product.call('POST', `/road/${id}/split`, {
    token,
    body: { atM: 4_000, name: 'East part', ...body },
    ...(headers ? { headers } : {}),
  });
const one = async (path: string) => (await roads.call('GET', path)).json.data;
const sql = <Row>(text: string, params: string[] = []) =>
  transact(roads.product.product.db, everything, (db) => db.query<Row>(text, params));

it('a road is split into two that meet at one point, and both say so', async () => {
  const before = await roads.road({ name: 'Ring road', ref: 'SH 17', lanes: 4, layer: 1, oneWay: 'FORWARD' });
  const answer = await split(before.id, {}, { 'if-match': '"v1"' });
  expect([answer.status, answer.json.message]).toEqual([201, 'Road split. The second part is “East part”.']);
  expect(answer.headers['etag']).toBe('"v2"');
  const { first, second } = answer.json.data;
  expect(first).toEqual({ id: before.id, name: 'Ring road', lengthM: 4_000, version: 2 });
  expect(second).toMatchObject({ name: 'East part', lengthM: 6_000, version: 1 });
  const [west, east] = [await one(`/road/${first.id}`), await one(`/road/${second.id}`)];
  const same = { ref: 'SH17', lanes: 4, layer: 1, oneWay: 'FORWARD', state: 'MH', isDivided: true, status: 1 };
  expect(west).toMatchObject(same);
  expect(east).toMatchObject({ ...same, source: 'MANUAL', externalKey: null });
  expect(west.geometry.coordinates.at(-1)).toEqual(east.geometry.coordinates[0]);
  expect([west.geometry.coordinates.length, east.geometry.coordinates.length]).toEqual([2, 2]);
  const history = async (id: string) =>
    (await one(`/road/${id}/history`)).map((row: Record<string, unknown>) => [
      row['action'],
      row['before'],
      row['after'],
    ]);
  expect((await history(first.id))[0]).toEqual([
    'update',
    { geometry: '2 points, 10,000 m', splitInto: null },
    { geometry: '2 points, 4,000 m', splitInto: 'East part, at 4,000 m' },
  ]);
  expect(await history(second.id)).toMatchObject([
    ['update', { splitFrom: null }, { splitFrom: expect.stringContaining('Ring road') }],
    ['create', null, { name: 'East part', geometry: '2 points, 6,000 m' }],
  ]);
});

it('a place or name that cannot be is refused at its field, and nothing is written', async () => {
  const { id } = await roads.road();
  const place = 'Enter a whole number of metres, at least 1 from both ends';
  const cases: [object, object][] = [
    [{ atM: 0 }, { atM: place }],
    [{ atM: -5 }, { atM: place }],
    [{ atM: 12.5 }, { atM: place }],
    [{ atM: '4000' }, { atM: place }],
    [{ atM: null }, { atM: place }],
    [{ atM: 10_000 }, { atM: 'Enter a whole number of metres from 1 to 9,999' }],
    [{ atM: 1e9 }, { atM: 'Enter a whole number of metres from 1 to 9,999' }],
    [{ name: '' }, { name: 'Name is required' }],
    [{ name: 'E' }, { name: 'Name needs at least 2 characters' }],
    [{ lanes: 2 }, { lanes: 'Not a field of this call' }],
  ];
  const lengths = [];
  for (const [body, fields] of cases) {
    const answer = await split(id, body);
    lengths.push((await one(`/road/${id}`)).lengthM);
    expect([answer.status, answer.json.fields, body]).toEqual([400, fields, body]);
  }
  expect(new Set(lengths)).toEqual(new Set([10_000]));
  const lineless = await roads.road({ geometry: undefined });
  expect((await split(lineless.id)).json).toMatchObject({
    code: 'conflict',
    message: 'This road has no line yet. Draw it first',
  });
  const short = await roads.road({
    geometry: {
      type: 'LineString',
      coordinates: [
        [74, 17],
        [74.000015, 17],
      ],
    },
  });
  expect((await split(short.id, { atM: 1 })).json.message).toBe(
    'This road is too short to split: each part needs at least 1 m',
  );
  expect((await split('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await split('x')).status).toBe(404);
});

it('whoever may not create roads is refused, and so is a version that somebody else has changed meanwhile', async () => {
  const { id } = await roads.road();
  const client = await roads.product.login('client@roadkeeper.test');
  expect((await split(id, {}, undefined, client)).status).toBe(403);
  // A role that edits roads and creates none.
  const modules: { moduleId: string; key: string }[] = await one('/role/permissions');
  const moduleId = modules.find(({ key }) => key === 'road')?.moduleId;
  const role = { name: 'Road editor', audience: 'staff', rowScope: 'ALL' };
  await roads.made('/role', { ...role, permissions: [{ moduleId, actions: ['view', 'edit'] }] });
  await roads.product.addStaff('editor@roadkeeper.test', 'Road editor');
  const editor = await roads.product.login('editor@roadkeeper.test');
  const body = { name: 'Edited', roadTypeId: roads.typeOf('DIVIDED_4L'), state: 'MH', isDivided: true };
  expect((await roads.product.call('PUT', `/road/${id}`, { token: editor, body })).status).toBe(200);
  expect((await split(id, {}, undefined, editor)).status).toBe(403);
  expect((await split(id, {}, { 'if-match': '"v7"' })).json).toMatchObject({
    code: 'stale',
    message: 'Someone else changed this record since you opened it',
    current: { id, version: 2 },
  });
  // Two at once: the second finds another version.
  const answers = await Promise.all([4_000, 5_000].map((atM) => split(id, { atM }, { 'if-match': '"v2"' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 412]);
});

it('rules go where their ground goes, and what was in force stays as it was', async () => {
  const { id } = await roads.road({ name: 'Ghat' });
  const rule = async (limitKmh: number, over: object) =>
    (await roads.made('/road-speed-rule', roads.ruleBody(id, { limitKmh, ...over }))).id;
  const now = { effectiveFrom: '2026-11-01' };
  const whole = await rule(70, now);
  const before = await rule(65, { ...now, fromM: 0, toM: 4_000 });
  const across = await rule(60, { ...now, fromM: 3_000, toM: 5_000 });
  const beyond = await rule(55, { ...now, fromM: 4_000, toM: 10_000, effectiveTo: '2026-12-31' });
  const acrossLater = await rule(50, { fromM: 3_500, toM: 9_000 });
  const beyondLater = await rule(45, { fromM: 8_000, toM: 9_000 });
  const endsToday = await rule(40, { ...now, fromM: 3_000, toM: 6_000, effectiveTo: '2026-11-27' });
  const second = (await split(id)).json.data.second.id;
  const rows = (roadId: string) =>
    sql<{ id: string }>(
      `select id, limit_kmh as kmh, from_m as from, to_m as to, effective_from::text as since, effective_to::text as until, rule_version as version,
         replaces_id as of from road_speed_rule where road_id = $1 and deleted_at is null order by limit_kmh desc, effective_from`,
      [roadId],
    );
  const row = (
    kmh: number,
    from: number | null,
    to: number | null,
    since: string,
    until: string | null,
    more: object = {},
  ) => expect.objectContaining({ kmh, from, to, since, until, version: 1, of: null, ...more });
  expect(await rows(id)).toEqual([
    row(70, null, null, '2026-11-01', null, { id: whole }),
    row(65, 0, 4_000, '2026-11-01', null, { id: before }),
    row(60, 3_000, 5_000, '2026-11-01', '2026-11-27', { id: across }),
    row(60, 3_000, 4_000, '2026-11-28', null, { version: 2, of: across }),
    row(55, 4_000, 10_000, '2026-11-01', '2026-11-27', { id: beyond }),
    row(50, 3_500, 4_000, '2026-11-29', null, { id: acrossLater }),
    row(40, 3_000, 6_000, '2026-11-01', '2026-11-27', { id: endsToday }),
  ]);
  expect(await rows(second)).toEqual([
    row(70, null, null, '2026-11-01', null),
    row(60, 0, 1_000, '2026-11-01', null),
    row(55, 0, 6_000, '2026-11-01', '2026-12-31'),
    row(50, 0, 5_000, '2026-11-29', null),
    row(45, 4_000, 5_000, '2026-11-29', null),
    row(40, 0, 2_000, '2026-11-01', '2026-11-27'),
  ]);
  const history = async (of: string) => (await one(`/road-speed-rule/${of}/history`))[0];
  expect(await history(across)).toMatchObject({
    action: 'update',
    before: { effectiveTo: null },
    after: { effectiveTo: '2026-11-27' },
  });
  expect(await history(acrossLater)).toMatchObject({ action: 'update', before: { toM: 9_000 }, after: { toM: 4_000 } });
  expect((await roads.call('GET', `/road-speed-rule/${beyondLater}`)).status).toBe(404);

  // The check says the same of the same ground, and says where the limit of today ends.
  const probe = async (roadId: string, offsetM: number, at: string) =>
    (await one(`/road/probe?roadId=${roadId}&offsetM=${offsetM}&class=M1&at=${at}`)).road.limit;
  for (const day of ['2026-11-20', '2026-11-27', '2026-12-02']) {
    expect((await probe(id, 2_000, day)).limitKmh).toBe(65);
    expect((await probe(second, 500, day)).limitKmh).toBe(60);
    expect((await probe(id, 3_800, day)).limitKmh).toBe(60);
  }
  const picture = await one(`/road/${id}/limits?class=M1&at=2026-12-02`);
  const ends = (all: { toM: number }[]) => Math.max(...all.map(({ toM }) => toM));
  expect(ends(picture.stretches)).toBe(4_000);
  // What ends today reaches beyond the road, and no overlap is told of there.
  const ofToday = await one(`/road/${id}/limits?class=M1&at=2026-11-27`);
  expect([ends(ofToday.stretches), ends(ofToday.overlaps), ofToday.overlaps.length]).toEqual([4_000, 4_000, 3]);
});

it('a later version of a rule follows the version that the split made', async () => {
  const { id } = await roads.road();
  const first = (
    await roads.made('/road-speed-rule', roads.ruleBody(id, { effectiveFrom: '2026-11-01', fromM: 3_000, toM: 5_000 }))
  ).id;
  const put = await roads.call(
    'PUT',
    `/road-speed-rule/${first}`,
    roads.ruleBody(id, { effectiveFrom: '2026-12-05', limitKmh: 40, fromM: 3_000, toM: 5_000 }),
  );
  const later = put.json.data.id;
  await split(id);
  const chain = await sql<{ id: string; of: string; version: number; to: number; until: string | null }>(
    `select id, replaces_id as of, rule_version as version, to_m as to, effective_to::text as until from road_speed_rule
     where road_id = $1 and deleted_at is null order by rule_version`,
    [id],
  );
  expect(chain).toMatchObject([
    { id: first, of: null, version: 1, to: 5_000, until: '2026-11-27' },
    { of: first, version: 2, to: 4_000, until: '2026-12-04' },
    { id: later, of: chain[1]?.id, version: 3, to: 4_000, until: null },
  ]);
});

it('the line of a part may change up to the rules that still hold on it', async () => {
  const { id } = await roads.road();
  await roads.made('/road-speed-rule', roads.ruleBody(id, { effectiveFrom: '2026-11-01', fromM: 3_000, toM: 5_000 }));
  await roads.made('/road-speed-rule', roads.ruleBody(id, { effectiveFrom: '2026-11-01', fromM: 6_000, toM: 8_000 }));
  await split(id);
  const { geometry } = await one(`/road/${id}`);
  const [start, end] = geometry.coordinates as [number, number][];
  const put = (coordinates: unknown, token = roads.token) =>
    roads.product.call('PUT', `/road/${id}`, {
      token,
      body: {
        name: 'Road',
        roadTypeId: roads.typeOf('DIVIDED_4L'),
        state: 'MH',
        isDivided: true,
        geometry: { type: 'LineString', coordinates },
      },
    });
  const near: [number, number] = start && end ? [start[0] + (end[0] - start[0]) * 0.9, end[1]] : [0, 0];
  expect((await put([start, near])).json.fields).toEqual({
    geometry: expect.stringMatching(/^The speed rule of \d+ km\/h at [\d,]+–4,000 m is not all on this line/),
  });
  const bent: [number, number] = [(start?.[0] ?? 0) + 0.01, (start?.[1] ?? 0) + 0.0001];
  expect((await put([start, bent, end])).status).toBe(200);
});

it('the key that an import knows a road by stays with the first part, and the others remember it', async () => {
  const { id } = await roads.road({ name: 'Imported road' });
  await sql(`update road set source = 'OSM', external_key = 'osm:way/7001', osm_way_ids = '{7001}' where id = $1`, [
    id,
  ]);
  const second = (await split(id)).json.data.second.id;
  expect(await one(`/road/${id}`)).toMatchObject({ source: 'OSM', externalKey: 'osm:way/7001' });
  expect(await one(`/road/${second}`)).toMatchObject({ source: 'MANUAL', externalKey: null, osmWayIds: [7001] });
  const third = (await split(second, { atM: 2_000, name: 'Far part' })).json.data.second.id;
  expect(await sql(`select split_key as key from road where id in ('${second}', '${third}')`)).toEqual([
    { key: 'osm:way/7001' },
    { key: 'osm:way/7001' },
  ]);
});

it('lines are cut to the last digit, with the points that they have', () => {
  const line: LinePoint[] = [
    [18, 74],
    [18, 74.01],
    [18.005, 74.02],
    [18.005, 74.03],
  ];
  const total = lengthOf(line);
  for (const atM of [1, 2, 500, 1_058, 1_059, 2_000, lastSplitM(line)]) {
    const [first, second] = splitLine(line, atM);
    expect(first.at(-1)).toEqual(second[0]);
    expect([...first.slice(0, -1), ...second.slice(1)].filter((point) => !line.includes(point))).toEqual([]);
    expect(Math.abs(lengthOf(first) - atM)).toBeLessThan(0.1);
    expect(Math.abs(lengthOf(first) + lengthOf(second) - total)).toBeLessThan(0.1);
    expect(Math.min(lengthOf(first), lengthOf(second))).toBeGreaterThanOrEqual(1);
  }
  // Where they meet, a trip goes on from one into the other.
  const parts = splitLine(line, 700).map(
    (points) => ({ points: unpackE7(packPoints(points)), oneWay: 'both', level: 0 }) as const,
  );
  const network = buildNetwork(parts);
  expect([network.sectionCount, network.nodeCount, network.to[0]]).toEqual([2, 3, network.from[1]]);
  // Right at a point of the line.
  const [first, second] = splitLine(line, lengthOf(line.slice(0, 2)));
  expect([first, second]).toEqual([line.slice(0, 2), line.slice(1)]);
  expect(
    lastSplitM([
      [18, 74],
      [18, 74.00001],
    ]),
  ).toBe(0);
});
