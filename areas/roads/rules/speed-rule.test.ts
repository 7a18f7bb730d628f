import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRoads } from '../testing/roads.ts';

let roads: Awaited<ReturnType<typeof startRoads>>;
beforeAll(async () => {
  roads = await startRoads();
});
afterAll(() => roads?.product.close());

const post = (roadId: string, over: object = {}) =>
  roads.call('POST', '/road-speed-rule', roads.ruleBody(roadId, over));

it('a rule that cannot be is refused at its field, in plain words', async () => {
  const { id } = await roads.road();
  const oneWay = await roads.road({ oneWay: 'FORWARD' });
  const lineless = await roads.road({ geometry: undefined });
  const cases: [string, object, object][] = [
    [id, { limitKmh: 62 }, { limitKmh: 'Limits are in steps of 5 km/h' }],
    [id, { limitKmh: 145 }, { limitKmh: 'Limit must be at most 140 km/h' }],
    [id, { fromM: 5_000 }, { toM: 'To is required with From' }],
    [id, { toM: 5_000 }, { fromM: 'From is required with To' }],
    [id, { fromM: 5_000, toM: 5_000 }, { toM: 'To must be beyond From' }],
    [id, { fromM: 6_000, toM: 5_000 }, { toM: 'To cannot be less than from' }],
    [id, { fromM: 5_000, toM: 12_000 }, { toM: 'The road is 10,000 m long' }],
    [id, { fromTime: '08:00' }, { toTime: 'To time is required with From time' }],
    [id, { fromTime: '8 am', toTime: '10:00' }, { fromTime: 'Use a time like 22:00' }],
    [
      id,
      { fromTime: '08:00', toTime: '08:00' },
      { toTime: 'To time must differ from From time. Leave both empty for the whole day' },
    ],
    [id, { seasonFrom: '02-30', seasonTo: '09-30' }, { seasonFrom: 'There is no such day' }],
    [id, { seasonFrom: '06-15' }, { seasonTo: 'Season to is required with Season from' }],
    [id, { seasonFrom: '15-06', seasonTo: '09-30' }, { seasonFrom: 'Use month and day, like 06-15 for 15 June' }],
    [id, { effectiveTo: '2026-11-28' }, { effectiveTo: 'In force until cannot be before in force from' }],
    [oneWay.id, { direction: 'BACKWARD' }, { direction: 'The road is open in the other direction only' }],
    [lineless.id, { fromM: 0, toM: 100 }, { toM: 'The road has no line yet. Draw it first' }],
  ];
  for (const [roadId, over, fields] of cases)
    expect([(await post(roadId, over)).json.fields, over]).toEqual([fields, over]);
});

it('warns of the law that is in force while the rule is, and not of rows that later ones have replaced', async () => {
  // The tests' own State, so that no other test has its rows.
  const { id } = await roads.road({ state: 'GA' });
  const law = async (limitKmh: number, effectiveFrom: string, effectiveTo: string | null = null) => {
    const body = { name: `Goa ${effectiveFrom}`, kind: 'DIVIDED_4L', speedClass: 'M1', state: 'GA', limitKmh };
    const answer = await roads.call('POST', '/statutory-speed-limit', {
      ...body,
      source: 'Notification of the test',
      effectiveFrom,
      ...(effectiveTo ? { effectiveTo } : {}),
    });
    expect(answer.status, answer.text).toBe(201);
  };
  const warned = async (over: object) =>
    (await post(id, { limitKmh: 90, speedClass: 'M1', ...over })).json.warnings ?? [];
  const above = ['Above the statutory limit of 60 km/h, which stays the limit'];
  await law(60, '2026-12-01');
  expect(await warned({ fromM: 0, toM: 100, effectiveFrom: '2027-02-01' })).toEqual(above);
  // Before the law there is nothing to be above of, and the rule may end by then.
  expect(await warned({ fromM: 100, toM: 200, effectiveFrom: '2026-11-29', effectiveTo: '2026-11-30' })).toEqual([]);
  expect(await warned({ fromM: 200, toM: 300, effectiveFrom: '2026-11-29', effectiveTo: '2026-12-01' })).toEqual(above);
  await law(100, '2027-01-01', '2027-06-30');
  expect(await warned({ fromM: 300, toM: 400, effectiveFrom: '2027-02-01', effectiveTo: '2027-06-30' })).toEqual([]);
  // The earlier one holds before the later begins, and again when it has ended.
  expect(await warned({ fromM: 400, toM: 500, effectiveFrom: '2026-12-20', effectiveTo: '2027-02-01' })).toEqual(above);
  expect(await warned({ fromM: 500, toM: 600, effectiveFrom: '2027-02-01' })).toEqual(above);
});

it('says where a rule meets others, and which of the two applies there', async () => {
  const { id } = await roads.road();
  const school = {
    fromM: 5_000,
    toM: 9_000,
    speedClass: 'N',
    days: ['MON', 'TUE'],
    fromTime: '07:00',
    toTime: '15:00',
  };
  expect((await post(id, { limitKmh: 70 })).json.warnings).toEqual([
    'Above the statutory limit of 50 km/h for some classes, which stays the limit',
  ]);
  expect((await post(id, { ...school })).json.warnings).toEqual([
    'Overlaps with 70 km/h from 5,000 m to 9,000 m. There, this rule applies',
  ]);
  const apart: object[] = [
    { fromM: 9_000, toM: 10_000 },
    { speedClass: 'M1' },
    { fromTime: '15:00', toTime: '16:00' },
    { days: ['WED'] },
    { effectiveFrom: '2026-12-10', effectiveTo: '2026-12-20', seasonFrom: '06-01', seasonTo: '08-01' },
  ];
  for (const over of apart.slice(0, 4)) {
    const warnings: string[] = (await post(id, { ...school, limitKmh: 40, ...over })).json.warnings;
    expect(warnings.filter((one) => one.includes('60 km/h'))).toEqual([]);
  }
  // A night of Monday reaches into Tuesday.
  const night = { fromM: 5_000, toM: 6_000, limitKmh: 30, days: ['MON'], fromTime: '22:00', toTime: '08:00' };
  expect((await post(id, night)).json.warnings).toContain(
    'Overlaps with 60 km/h from 5,000 m to 6,000 m. There, this rule applies',
  );
});

it('a rule of later days is changed and deleted like any record', async () => {
  const { id: roadId } = await roads.road();
  const { id } = (await post(roadId)).json.data;
  const put = await roads.call('PUT', `/road-speed-rule/${id}`, roads.ruleBody(roadId, { limitKmh: 50 }));
  expect(put.json.data).toMatchObject({ id, limitKmh: 50, ruleVersion: 1 });
  expect((await roads.call('PUT', `/road-speed-rule/status/${id}`)).json.data.status).toBe(0);
  expect((await roads.call('DELETE', `/road-speed-rule/${id}`)).status).toBe(200);
});

it('a rule in force stays as it was: a change makes its next version, and the one before ends the day before', async () => {
  const { id: roadId } = await roads.road();
  const inForce = { effectiveFrom: '2026-11-01' };
  const first = (await post(roadId, inForce)).json;
  expect(first.warnings).toContain('In force at once, and for past days since 1 Nov 2026');
  const { id } = first.data;
  const put = (over: object, of = id) => roads.call('PUT', `/road-speed-rule/${of}`, roads.ruleBody(roadId, over));
  const one = async (of: string) => (await roads.call('GET', `/road-speed-rule/${of}`)).json.data;

  expect((await put({ ...inForce, limitKmh: 40 })).json.fields).toEqual({
    effectiveFrom:
      'In force since 1 Nov 2026, so it stays as it was. Enter the day from which the change applies, 28 Nov 2026 or later',
  });
  expect((await put({ effectiveFrom: '2026-11-27', limitKmh: 40 })).status).toBe(400);
  expect((await put({ ...inForce, effectiveTo: '2026-11-26' })).json.fields).toEqual({
    effectiveTo: 'Cannot be before today: it has been in force until now',
  });
  expect((await roads.call('PUT', `/road-speed-rule/status/${id}`)).json.message).toBe(
    'In force since 1 Nov 2026: enter its last day instead',
  );
  const refused = await roads.call('DELETE', `/road-speed-rule/${id}`);
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'This speed rule has been in force since 1 Nov 2026, so it cannot be deleted. Enter its last day instead',
  ]);

  const next = (await put({ effectiveFrom: '2026-12-05', limitKmh: 40 })).json;
  expect(next.warnings[0]).toBe(
    'A new version applies from 5 Dec 2026. The earlier one stays in force until the day before',
  );
  expect(next.data).toMatchObject({ limitKmh: 40, ruleVersion: 2, effectiveFrom: '2026-12-05' });
  expect(next.data.id).not.toBe(id);
  expect(await one(id)).toMatchObject({
    limitKmh: 60,
    ruleVersion: 1,
    effectiveFrom: '2026-11-01',
    effectiveTo: '2026-12-04',
  });
  // Its successor is not an overlap with itself, and the version before is done with.
  expect(next.warnings.filter((text: string) => text.startsWith('Overlaps'))).toEqual([]);
  expect((await put({ effectiveFrom: '2026-12-20', limitKmh: 30 })).json.message).toBe(
    'A later version begins on 5 Dec 2026. Change that one',
  );
  expect((await put({ ...inForce, effectiveTo: '2026-12-31' })).status).toBe(409);
  const used = await roads.call('DELETE', `/road-speed-rule/${id}`);
  expect([used.status, used.json.references]).toMatchObject([409, [{ count: 1, label: 'later version' }]]);

  // A version of later days may still go, and then the first may end on another day.
  expect((await roads.call('DELETE', `/road-speed-rule/${next.data.id}`)).status).toBe(200);
  expect((await put({ ...inForce, effectiveTo: null })).json.data).toMatchObject({
    id,
    effectiveTo: null,
    limitKmh: 60,
  });
});

it('two who change a rule in force at once make one version', async () => {
  const { id: roadId } = await roads.road();
  const { id } = (await post(roadId, { effectiveFrom: '2026-11-01' })).json.data;
  const answers = await Promise.all(
    [40, 50].map((limitKmh) =>
      roads.call('PUT', `/road-speed-rule/${id}`, roads.ruleBody(roadId, { effectiveFrom: '2026-12-05', limitKmh })),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const rules = (await roads.call('GET', `/road-speed-rule?roadId=${roadId}`)).json;
  expect(rules.count).toBe(2);
});

it('the line of a road with rules along it is not turned round, nor cut short of them', async () => {
  const road = await roads.road();
  await post(road.id, { fromM: 5_000, toM: 9_000 });
  const { geometry } = (await roads.call('GET', `/road/${road.id}`)).json.data;
  const [start, end] = geometry.coordinates as [number, number][];
  const put = (coordinates: unknown) =>
    roads.call('PUT', `/road/${road.id}`, {
      name: 'Road',
      roadTypeId: roads.typeOf('DIVIDED_4L'),
      state: 'MH',
      isDivided: true,
      geometry: { type: 'LineString', coordinates },
    });
  const half = start && end && [(start[0] + end[0]) / 2, end[1]];
  const moved = end && [end[0], end[1] + 0.00001];
  for (const turned of [
    [end, start],
    [moved, half, start],
  ])
    expect((await put(turned)).json.fields).toEqual({
      geometry: 'Speed rules count metres and directions along this line, so it cannot be reversed',
    });
  expect((await put([start, half])).json.fields).toEqual({
    geometry:
      'The speed rule of 60 km/h at 5,000–9,000 m is not all on this line. End that rule first, or let the line reach it',
  });
  // Another point on the same way moves nothing.
  expect((await put([start, half, end])).json.warnings).toBeUndefined();
});

it('a rule that was deleted or switched off does not come back for days that have passed', async () => {
  const { id: roadId } = await roads.road();
  const deleted = (await post(roadId, { effectiveFrom: '2026-11-28' })).json.data.id;
  const off = (await post(roadId, { effectiveFrom: '2026-11-28', limitKmh: 40 })).json.data.id;
  await roads.call('DELETE', `/road-speed-rule/${deleted}`);
  await roads.call('PUT', `/road-speed-rule/status/${off}`);
  roads.product.clock.move(2 * 86_400_000);
  const token = await roads.product.login('admin@roadkeeper.test');
  const message = 'Its first day, 28 Nov 2026, has passed. Add it again instead';
  const restored = await roads.product.call('POST', `/road-speed-rule/restore/${deleted}`, { token });
  expect(restored.json.message).toBe(message);
  expect((await roads.product.call('PUT', `/road-speed-rule/status/${off}`, { token })).json.message).toBe(message);
});
