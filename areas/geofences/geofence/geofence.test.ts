import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTrip, northwards } from '#areas/trips/testing/trips.ts';
import { depot, startGuarded, way } from '../testing/guarded.ts';

let guarded: Awaited<ReturnType<typeof startGuarded>>;
beforeAll(async () => {
  guarded = await startGuarded();
});
afterAll(() => guarded?.close());

const square = '18.50, 73.80\n18.50, 73.81\n18.51, 73.81\n18.51, 73.80';
const body = (over: Record<string, unknown>) => ({
  name: `Shape ${JSON.stringify(over).length} ${Object.keys(over).join(' ')}`.slice(0, 80),
  orgId: guarded.orgId,
  kind: 'POLYGON',
  points: square,
  appliesTo: 'ALL',
  onEnter: true,
  onExit: false,
  ...over,
});
const post = (over: Record<string, unknown>, token = guarded.admin) =>
  guarded.product.call('POST', '/geofence', { token, body: body(over) });

it('shapes that cannot be are refused at their field, in plain words', async () => {
  const ring = (count: number) =>
    Array.from({ length: count }, (_, at) => {
      const turn = (at / count) * 2 * Math.PI;
      return `${(18.5 + Math.sin(turn) * 0.1).toFixed(5)}, ${(73.8 + Math.cos(turn) * 0.1).toFixed(5)}`;
    }).join('\n');
  const cases: [Record<string, unknown>, string, string][] = [
    [
      { points: '18.5, 73.8\n18.51, 73.81\n18.5, 73.81\n18.51, 73.8' },
      'points',
      'The outline crosses itself: sides 1 and 3 meet',
    ],
    [{ points: '' }, 'points', 'Points is required'],
    [{ points: ';\n \n' }, 'points', 'Enter at least one point'],
    [{ points: '18.5, 73.8\n18.51, 73.81' }, 'points', 'A polygon needs at least three different points'],
    [{ points: '18.5, 73.8\n18.51, 73.81\n18.52, 73.82' }, 'points', 'The polygon has no area'],
    [{ points: ring(501) }, 'points', 'A shape can have at most 500 points'],
    [{ points: '95, 73.8\n18.5, 73.81\n18.51, 73.8' }, 'points', 'Line 1: latitude must be between -90 and 90'],
    [{ points: '18.5, 273\n18.5, 73.81\n18.51, 73.8' }, 'points', 'Line 1: longitude must be between -180 and 180'],
    [{ points: 'Pune\n18.5, 73.8' }, 'points', 'Line 1 is not a latitude and a longitude, like 18.52040, 73.85670'],
    [{ kind: 'CIRCLE', widthM: 300 }, 'points', 'A circle has one point, its centre'],
    [{ kind: 'CIRCLE', points: '18.5, 73.8' }, 'widthM', 'Radius is required'],
    [{ kind: 'CIRCLE', points: '18.5, 73.8', widthM: 40 }, 'widthM', 'Radius must be between 50 and 50,000 m'],
    [
      { kind: 'CORRIDOR', points: '18.5, 73.8', widthM: 40 },
      'points',
      'A corridor needs at least two different points',
    ],
    [
      { kind: 'CIRCLE', points: '18.5, 73.8', widthM: 50, hysteresisM: 40 },
      'hysteresisM',
      'Must be at most half of the radius or half width',
    ],
    [{ onEnter: false }, 'onEnter', 'Choose at least one alert'],
    [{ fromTime: '22:00' }, 'toTime', 'To is required with From'],
    [{ fromTime: '25:00', toTime: '05:00' }, 'fromTime', 'Use a time like 22:00'],
    [{ appliesTo: 'CHOSEN' }, 'plates', 'Select at least one vehicle'],
    [{ appliesTo: 'GROUP' }, 'vehicleGroupId', 'Vehicle group is required'],
    [{ plates: ['MH12AB1234'] }, 'plates', 'Only for “Selected vehicles”'],
    [{ appliesTo: 'CHOSEN', plates: ['XX99ZZ9999'] }, 'plates', 'No vehicle of this organisation: XX99ZZ9999'],
  ];
  for (const [over, field, message] of cases) {
    const answer = await post(over);
    expect([answer.status, answer.json.fields?.[field]], JSON.stringify(over).slice(0, 80)).toEqual([400, message]);
  }
});

it('a shape is kept in one form: closed rings are opened, and doubled points are one', async () => {
  const answer = await post({ name: 'Closed', points: `${square};18.51,73.80\n18.50 73.80` });
  expect(answer.status).toBe(201);
  expect(answer.json.data.points).toBe(
    '18.50000, 73.80000\n18.50000, 73.81000\n18.51000, 73.81000\n18.51000, 73.80000',
  );
  expect(
    (
      await post({
        name: 'Five hundred',
        points: Array.from(
          { length: 500 },
          (_, at) => `${18 + (at < 250 ? 0 : 1)}, ${(70 + (at < 250 ? at : 499 - at) * 0.01).toFixed(2)}`,
        ).join('\n'),
      })
    ).status,
  ).toBe(201);
});

it('vehicles of another organisation are refused, and its geofences are not there', async () => {
  const { plate } = await guarded.vehicle();
  const made = await post({ name: 'Ours', appliesTo: 'CHOSEN', plates: [plate] });
  expect(made.status).toBe(201);
  const others = (await guarded.ask('/organisation?take=100')).data as { id: string }[];
  const other = others.find(({ id }) => id !== guarded.orgId);
  const answer = await post({ name: 'Theirs', orgId: other?.id, appliesTo: 'CHOSEN', plates: [plate] });
  expect(answer.json.fields?.plates).toBe(`No vehicle of this organisation: ${plate}`);
  const clients = await Promise.all(
    ['client@roadkeeper.test', 'deccan@roadkeeper.test', 'kulkarni@roadkeeper.test'].map((email) =>
      guarded.product.login(email),
    ),
  );
  const statuses = await Promise.all(
    clients.map(
      async (token) => (await guarded.product.call('GET', `/geofence/${made.json.data.id}`, { token })).status,
    ),
  );
  expect(statuses.toSorted()).toEqual([200, 404, 404]);
});

it('a geofence of a vehicle group is for its vehicles, and follows them when they change', async () => {
  const [one, two] = [await guarded.vehicle(), await guarded.vehicle()];
  const call = async (method: 'POST' | 'DELETE', path: string, body: unknown) => {
    const answer = await guarded.product.call(method, path, { token: guarded.admin, body });
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.json.data;
  };
  const group = await call('POST', '/vehicle-group', { name: 'Night', orgId: guarded.orgId, colour: 'BLUE' });
  await call('POST', `/vehicle-group/${group.id}/vehicles`, { ids: [one.vehicleId] });
  const fence = await guarded.fence({ appliesTo: 'GROUP', vehicleGroupId: group.id });
  const follower = await guarded.follower();
  const drive = async (from: number) => {
    for (const { slot } of [one, two])
      follower.accept(
        await guarded.log.store(
          guarded.positions(slot, [...way(from, -800, 0), ...way(from + 90, 100, 900)]),
          guarded.now(),
        ),
      );
    await follower.catchUp();
  };
  await drive(0);
  const seen = async () =>
    ((await guarded.ask(`/geofence-event?geofenceId=${fence}&kind=ENTER`)).data as { vehicleId: string }[]).map(
      ({ vehicleId }) => vehicleId,
    );
  expect(await seen()).toEqual([one.vehicleId]);
  await call('POST', `/vehicle-group/${group.id}/vehicles`, { ids: [two.vehicleId] });
  await follower.catchUp();
  await drive(1_000);
  expect((await seen()).toSorted()).toEqual([one.vehicleId, one.vehicleId, two.vehicleId].toSorted());
});

it('a simulation tells what a geofence would have raised on a trip, and stores nothing', async () => {
  const { bindingId } = await guarded.vehicle();
  const startAt = '2026-11-20T06:00:00.000Z';
  const tripId = await addTrip(guarded.product, { bindingId, startAt, track: northwards(startAt, 60) });
  const before = await guarded.query('select id from geofence_event');
  const simulate = (over: Record<string, unknown>, token = guarded.admin) =>
    guarded.product.call('POST', '/geofence/simulate', {
      token,
      body: { tripId, kind: 'CIRCLE', points: '23.027, 72.4752554', widthM: 500, onEnter: true, onExit: true, ...over },
    });
  const answer = await simulate({});
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.data.positions).toBe(60);
  expect(answer.json.data.events).toMatchObject([
    { kind: 'ENTER', raised: true, lat: expect.closeTo(23.0234, 3) },
    { kind: 'EXIT', raised: true, lat: expect.closeTo(23.0315, 2) },
  ]);
  expect((await simulate({ widthM: 40 })).json.fields.widthM).toContain('50');
  const crossing = '18.5, 73.8\n18.51, 73.81\n18.5, 73.81\n18.51, 73.8';
  expect((await simulate({ kind: 'POLYGON', points: crossing, widthM: null })).json.fields.points).toContain(
    'crosses itself',
  );
  expect((await simulate({ tripId: depot.lat })).status).toBe(400);
  const strangers = await Promise.all(
    ['client@roadkeeper.test', 'deccan@roadkeeper.test', 'kulkarni@roadkeeper.test'].map(async (email) =>
      simulate({}, await guarded.product.login(email)),
    ),
  );
  expect(strangers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  expect(await guarded.query('select id from geofence_event')).toEqual(before);
});

it('alerts are exported as the list shows them', async () => {
  const { slot, vehicleId, plate } = await guarded.vehicle();
  await guarded.fence({ appliesTo: 'CHOSEN', plates: [plate] });
  const follower = await guarded.follower();
  follower.accept(await guarded.log.store(guarded.positions(slot, way(0, -800, 0)), guarded.now()));
  await follower.catchUp();
  const answer = await guarded.product.call('POST', '/geofence-event/export', {
    token: guarded.admin,
    body: { filter: { vehicleId } },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.text.split('\r\n').filter(Boolean)).toHaveLength(2);
  expect(answer.text).toContain(plate);
});
