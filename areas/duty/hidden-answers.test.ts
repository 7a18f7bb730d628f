import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices } from '#areas/gateway/testing/devices.ts';
import { unpackTrack } from '#telematics/pipeline/packed-track.ts';
import {
  type Carrier,
  drive,
  elsewhere,
  evening,
  give,
  hidden,
  type Night,
  owner,
  receiver,
  signs,
  startNight,
  workingHours,
} from './testing/night.ts';

let night: Night;
let taken: Carrier;
let alone: Carrier;
let trips: Awaited<ReturnType<typeof drive>>;
let others: typeof trips;
let share: string;
let rule: string;
const admin = 'admin@roadkeeper.test';
/** Towns of the hidden place, which no answer names either. */
let town: string;

beforeAll(async () => {
  night = await startNight();
  const { call, product, fleet } = night;
  [taken, alone] = [await night.carrier(), await night.carrier()];
  const made = await call('POST', '/off-duty-rule', workingHours);
  rule = made.json.data.id;
  product.clock.move(60_000);
  await give(fleet, taken.vehicleId);
  const body = { type: 1, name: 'Deccan', mobile: '7000000031', vehicleId: taken.vehicleId };
  const offered = await call('POST', '/client/vehicle-invitation', body);
  await call('POST', `/share-invitation/answer/${offered.json.data.id}`, { decision: 'ACCEPT' }, receiver);
  product.clock.move(Date.parse(evening) - product.clock.now().getTime());
  [trips, others] = [await drive(night, taken, hidden), await drive(night, alone, elsewhere)];
  share = (await call('GET', '/shared-vehicle', undefined, receiver)).json.data[0].id;
  town = night.product.product.kit.places.nameOf(hidden.latE7 / 1e7, hidden.lonE7 / 1e7)?.town ?? '';
}, 120_000);
afterAll(() => night?.product.close());

const get = async (path: string, email = owner) => {
  const answer = await night.call('GET', path, undefined, email);
  expect(answer.status, `${path} ${answer.text}`).toBe(200);
  return answer.json;
};

test('a vehicle that its driver took home has no position for its organisation, and one for staff', async () => {
  const path = `/current-patch?vehicleId=${taken.vehicleId},${alone.vehicleId}`;
  const seen = await get(path);
  expect(seen.data.map((row: { vehicleId: string }) => row.vehicleId)).toEqual([alone.vehicleId]);
  expect([seen.count, seen.offDuty]).toEqual([1, [taken.vehicleId]]);
  const staff = await get(path, admin);
  expect([staff.data.length, staff.offDuty]).toEqual([2, [taken.vehicleId]]);
  // Others are not told so much as that there is one.
  expect((await get('/current-patch', receiver)).offDuty).toEqual([]);
  expect((await get('/live-map', receiver)).hidesOffDuty).toBe(false);
  expect((await get('/live-map')).hidesOffDuty).toBe(true);
  // Bounds around it and bounds elsewhere answer alike.
  const [around, far] = [
    await get('/current-patch?bbox=72.9,23.4,73.0,23.5'),
    await get('/current-patch?bbox=1,1,2,2'),
  ];
  expect([around.data, around.count, around]).toEqual([[], 0, far]);
});

test('a trip that began off duty keeps its times and its distance, and shows nothing of its way', async () => {
  const row = (await get(`/vehicle-trips/${trips.night}`)).data;
  expect(row).toMatchObject({
    offDutyFrom: '2026-11-23T13:30:00.000Z',
    startAt: '2026-11-23T13:30:00.000Z',
    distanceM: 12_345.6,
    startLat: null,
    endLon: null,
    startPlace: null,
    endPlace: null,
    maxKmh: null,
    secondsOverKmh: null,
    stops: [],
  });
  for (const path of [
    'track',
    'track?format=geojson',
    'track?format=gpx',
    'track?format=kml',
    'track?format=csv',
    'events',
  ]) {
    const refused = await night.call('GET', `/vehicle-trips/${trips.night}/${path}`);
    expect([refused.status, refused.json.message], path).toEqual([403, 'Off duty: the route is not shown']);
  }
  const link = await night.call('POST', '/share-link', { tripId: trips.night, minutes: 60 });
  expect(link.status).toBe(409);
  const staff = (await get(`/vehicle-trips/${trips.night}`, admin)).data;
  expect(staff).toMatchObject({ offDutyFrom: '2026-11-23T13:30:00.000Z', startLat: hidden.latE7 / 1e7, maxKmh: 97.25 });
  expect((await night.call('GET', `/vehicle-trips/${trips.night}/track`, undefined, admin)).status).toBe(200);
});

test('a trip that began at work is cut where the working hours end', async () => {
  const at = Date.parse('2026-11-23T12:30:00Z');
  const row = (await get(`/vehicle-trips/${trips.cut}`)).data;
  expect(row).toMatchObject({ offDutyFrom: '2026-11-23T12:30:00.000Z', endLat: null, endPlace: null, maxKmh: null });
  expect(row.startLat).toBeCloseTo(18.52, 2);
  expect(row.stops).toMatchObject([{ to: '2026-11-23T12:30:00.000Z' }]);
  const track = await night.call('GET', `/vehicle-trips/${trips.cut}/track`);
  const fixes = unpackTrack(track.raw);
  expect([fixes.length, fixes.every(({ fixAt }) => fixAt < at)]).toEqual([120, true]);
  const kinds = (await get(`/vehicle-trips/${trips.cut}/events`)).data.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toContain('START');
  expect(kinds).not.toContain('END');
  const whole = await night.call('GET', `/vehicle-trips/${trips.cut}/track`, undefined, admin);
  expect(unpackTrack(whole.raw)).toHaveLength(240);
  // Its link shows as much.
  const link = await night.call('POST', '/share-link', { tripId: trips.cut, minutes: 60 });
  const token = (link.json.data.link as string).split('/s/')[1];
  const opened = await night.product.call('POST', '/share-link/open', { body: { token } });
  expect(opened.json.data.trip).toMatchObject({
    offDutyFrom: '2026-11-23T12:30:00.000Z',
    endPlace: null,
    maxKmh: null,
  });
  expect(opened.json.data.trip.parts.flat()).toHaveLength(120);
  for (const sign of signs) expect(opened.text).not.toContain(sign);
});

test('lists are neither filtered nor put into order by top speeds that they do not show', async () => {
  const ids = async (query: string, email = owner) =>
    (await get(`/vehicle-trips?vehicleId=${taken.vehicleId}&${query}`, email)).data.rows.map(
      ({ id }: { id: string }) => id,
    );
  expect(await ids('maxKmhFrom=90')).toEqual([trips.day]);
  expect((await ids('maxKmhFrom=90', admin)).toSorted()).toEqual(Object.values(trips).toSorted());
  expect(await ids('sort=-maxKmh')).toEqual([trips.day, trips.night, trips.cut]);
  expect((await ids('take=10')).length).toBe(3);
});

test('a vehicle that nobody has is shown as ever', async () => {
  expect((await get(`/vehicle-trips/${others.night}`)).data).toMatchObject({ offDutyFrom: null, maxKmh: 97.25 });
  expect((await night.call('GET', `/vehicle-trips/${others.night}/track`)).status).toBe(200);
  expect((await get(`/geofence-event?vehicleId=${alone.vehicleId}`)).count).toBe(2);
});

test('alerts of the night are the staff’s', async () => {
  for (const path of ['geofence-event', 'speeding-alert']) {
    expect((await get(`/${path}?vehicleId=${taken.vehicleId}`)).count, path).toBe(0);
    expect((await get(`/${path}?vehicleId=${taken.vehicleId}`, admin)).count, path).toBeGreaterThan(0);
  }
  const visible = await get('/report/geofence-visits?from=2026-11-23&to=2026-11-23');
  expect(JSON.stringify(visible)).toContain(alone.vehicleId);
  expect(JSON.stringify(visible)).not.toContain(taken.vehicleId);
});

test('staff are told of each position, alert and event that the client does not have it', async () => {
  interface Marked {
    isOffDuty: boolean;
    fixAt: string;
  }
  const marks = async (path: string, email = admin) =>
    ((await get(path, email)).data as Marked[]).map(({ isOffDuty }) => isOffDuty);
  for (const path of ['geofence-event', 'speeding-alert']) {
    const found = await marks(`/${path}?vehicleId=${taken.vehicleId}`);
    expect([found.length > 0, found.every(Boolean)], path).toEqual([true, true]);
    // Of the vehicle that nobody has everything is shown.
    const shown = await marks(`/${path}?vehicleId=${alone.vehicleId}`);
    expect([shown.length > 0, shown.some(Boolean)], path).toEqual([true, false]);
  }
  const positions = `/device/${taken.deviceId}/positions`;
  const log = (await get(positions, admin)).data as Marked[];
  expect(log.map(({ fixAt, isOffDuty }) => [fixAt.slice(11, 13), isOffDuty])).toEqual([
    ...Array.from({ length: 3 }, () => ['14', true]),
    ...Array.from({ length: 3 }, () => ['06', false]),
  ]);
  expect(await marks(positions, owner)).toEqual([false, false, false]);
  expect((await marks(`/device/${alone.deviceId}/positions`)).some(Boolean)).toBe(false);
});

test('raw frames are kept from clients of an organisation with rules, and staff are told so', async () => {
  const path = `/device/${taken.deviceId}/frames`;
  expect(await get(path)).toMatchObject({ data: [], hidesOffDuty: true });
  expect((await get(path, admin)).hidesOffDuty).toBe(true);
  const orgId = night.fleet.orgNamed('Kulkarni family');
  const [other] = await addDevices(night.product, [{ identifier: '861234050019999', orgId }]);
  expect((await get(`/device/${other?.id}/frames`, admin)).hidesOffDuty).toBe(false);
});

test('whom it is shared with is told that it is off duty, and nothing else', async () => {
  const seen = (await get(`/shared-vehicle/${share}`, receiver)).data;
  expect(seen).toMatchObject({ isOffDuty: true, position: null });
  const rows = (await get(`/shared-vehicle/trips/${share}`, receiver)).data;
  expect(
    rows.map((row: { offDutyFrom: string | null; endLat: number | null }) => [row.offDutyFrom, row.endLat]),
  ).toEqual([
    ['2026-11-23T13:30:00.000Z', null],
    ['2026-11-23T12:30:00.000Z', null],
    [null, expect.any(Number)],
  ]);
  const made = await night.call('POST', '/share-link', { vehicleId: taken.vehicleId, minutes: 60 });
  const token = (made.json.data.link as string).split('/s/')[1];
  await night.sql('update share_link set created_at = $1', ['2026-11-23T05:00:00Z']);
  const opened = await night.product.call('POST', '/share-link/open', { body: { token } });
  expect(opened.json.data).toMatchObject({ isOffDuty: true, position: null });
});

test('no answer to any question of a client holds the place of the night', async () => {
  expect(town).not.toBe('');
  const ids: readonly string[] = [taken.vehicleId, taken.deviceId, ...Object.values(trips), share, rule, night.orgId];
  const asked = night.product.product.specs
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => (path.includes('{') ? ids.map((id) => path.replaceAll(/\{[^}]+\}/g, id)) : [path]))
    .flatMap((path) => [
      path,
      ...(path.endsWith('/track') ? ['geojson', 'gpx', 'kml', 'csv'].map((one) => `${path}?format=${one}`) : []),
    ]);
  const days = '?from=2026-11-23&to=2026-11-23';
  const reports = ['trips', 'stops', 'idling', 'daily-summary', 'geofence-visits', 'distance', 'speeding'].map(
    (name) => `/report/${name}${days}`,
  );
  const exports = night.product.product.specs
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/export') && !path.includes('{'))
    .map(({ path }) => path);
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(hidden.latE7);
  let found = 0;
  const look = (what: string, { status, text, raw }: { status: number; text: string; raw: Buffer }) => {
    if (status !== 200) return;
    found += 1;
    for (const sign of [...signs, town]) expect(text.includes(sign), `${what} says ${sign}`).toBe(false);
    expect(raw.includes(bytes), what).toBe(false);
    if (what.includes('/track') && !what.includes('format'))
      for (const { latE7 } of unpackTrack(raw)) expect(latE7).not.toBe(hidden.latE7);
  };
  for (const email of [owner, receiver])
    for (const path of [...asked, ...reports])
      look(`${email} ${path}`, await night.call('GET', path, undefined, email));
  for (const path of exports) {
    look(`export ${path}`, await night.call('POST', path, { format: 'csv', filter: {} }));
    look(`export ${path}`, await night.call('POST', path, { filter: {} }));
  }
  expect(found).toBeGreaterThan(120);
}, 120_000);

test('whoever may look at it finds the place for staff: the walk would have seen it', async () => {
  const found = await Promise.all(
    [
      `/current-patch?vehicleId=${taken.vehicleId}`,
      `/device/${taken.deviceId}/positions`,
      `/vehicle-trips/${trips.night}/track?format=csv`,
    ].map(async (path) => (await night.call('GET', path, undefined, admin)).text),
  );
  for (const text of found) expect(signs.some((sign) => text.includes(sign))).toBe(true);
});
