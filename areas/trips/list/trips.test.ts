import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { unpackTrack } from '#telematics/pipeline/packed-track.ts';
import type { TripDetail, TripRow } from '../trip-answers.contract.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { addPositions, addTrip, northwards, placeVehicle } from '../testing/trips.ts';

let product: TestProduct;
let fleet: Carriers;
let sahyadri: string;
let deccan: string;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await carriersOf(product);
  sahyadri = await product.login('client@roadkeeper.test');
  deccan = await product.login('deccan@roadkeeper.test');
});
afterAll(() => product?.close());

const get = (path: string, token = fleet.admin) => product.call('GET', path, { token });
async function listed(query: string, token = fleet.admin): Promise<{ rows: TripRow[]; count: number; next?: string }> {
  const answer = await get(`/vehicle-trips?${query}`, token);
  if (answer.status !== 200) throw new Error(answer.text);
  return { ...answer.json.data, next: answer.json.next };
}
const detail = async (id: string, token = fleet.admin): Promise<TripDetail> =>
  (await get(`/vehicle-trips/${id}`, token)).json.data;

const plateOf = async (id: string): Promise<string> => (await get(`/vehicle/${id}`)).json.data.registrationNo;
const day = (at: number, hour = 8) =>
  `2026-11-${String(at).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;

const inAhmedabad = expect.objectContaining({ town: 'Bopal', district: 'Ahmedabad', state: 'Gujarat' });

test('a trip is told whole: who, with what, from where to where, how long and how fast', async () => {
  const { vehicleId, deviceId, bindingId, orgId } = await fleet.carrier();
  const driverId = await fleet.driver(fleet.orgNamed('Sahyadri Logistics'));
  const idle = {
    kind: 'idle' as const,
    from: Date.parse(day(3)),
    to: Date.parse(day(3)) + 60_000,
    lat: 23.04,
    lon: 72.4,
  };
  const id = await addTrip(product, { bindingId, startAt: day(3), driverId, stops: [idle] });
  const { rows, count } = await listed(`vehicleId=${vehicleId}`);
  expect(count).toBe(1);
  expect(rows[0]).toMatchObject({
    id,
    state: 'CLOSED',
    vehicleId,
    vehicle: expect.stringMatching(/^MH12ZA/),
    deviceId,
    device: expect.stringMatching(/^CARRIED/),
    driverId,
    driver: expect.stringMatching(/^Driver/),
    orgId,
    org: 'Sahyadri Logistics',
    startAt: day(3),
    endAt: '2026-11-03T08:20:00.000Z',
    durationS: 1_200,
    startLat: 23.0349126,
    startLon: 72.4752554,
    endLat: 23.0949126,
    startPlace: inAhmedabad,
    endPlace: inAhmedabad,
    distanceM: 12_345.6,
    movingS: 1_140,
    idleS: 60,
    gapS: 0,
    stopCount: 1,
    points: 240,
    dropped: 2,
    maxKmh: 71.5,
    averageKmh: 39,
  });
  const trip = await detail(id);
  expect(trip).toEqual({
    ...rows[0],
    jumpLegs: 0,
    // Trips that were stored before reasons were have none.
    beganBy: null,
    endedBy: null,
    offPoints: 0,
    secondsOverKmh: { 40: 600, 50: 300, 60: 120, 70: 30, 80: 0, 90: 0 },
    stops: [
      {
        ...idle,
        from: day(3),
        to: '2026-11-03T08:01:00.000Z',
        place: expect.objectContaining({ town: 'Sanand', side: 'N' }),
      },
    ],
    previousId: null,
    nextId: null,
  });
});

test('a trip names the one of the vehicle before it and the one after it, whatever device told of them', async () => {
  const { vehicleId, bindingId, orgId } = await fleet.carrier('Sahyadri Logistics', day(1));
  await fleet.sql((db) => db.query('update device_binding set to_at = $2 where id = $1', [bindingId, day(6)]));
  const [other] = await addDevices(product, [{ identifier: 'ANOTHER1', orgId }]);
  const next = await bindDevice(product, { deviceId: other?.id ?? '', vehicleId, from: day(6) });
  const first = await addTrip(product, { bindingId, startAt: day(5) });
  const second = await addTrip(product, { bindingId: next, startAt: day(7) });
  const third = await addTrip(product, { bindingId: next, startAt: day(8), state: 'LIVE' });
  expect(await detail(second)).toMatchObject({ previousId: first, nextId: third, device: 'ANOTHER1' });
  expect(await detail(first)).toMatchObject({ previousId: null, nextId: second });
  expect(await detail(third)).toMatchObject({ previousId: second, nextId: null, state: 'LIVE' });
});

test('trips are found by vehicle, driver, device, owner, state, distance, speed, number and the range that they touch', async () => {
  const [one, two] = [await fleet.carrier(), await fleet.carrier('Deccan Cold Chain')];
  const driverId = await fleet.driver(fleet.orgNamed('Sahyadri Logistics'));
  const a = await addTrip(product, {
    bindingId: one.bindingId,
    startAt: day(10),
    driverId,
    distanceM: 900,
    maxKmh: null,
  });
  const b = await addTrip(product, { bindingId: one.bindingId, startAt: day(11, 18), minutes: 60, state: 'LIVE' });
  const c = await addTrip(product, { bindingId: two.bindingId, startAt: day(12), state: 'REOPENED', maxKmh: 95 });
  const both = `vehicleId=${one.vehicleId},${two.vehicleId}`;
  const found = async (query: string) => (await listed(`${both}&${query}`)).rows.map(({ id }) => id);
  expect(await found('')).toEqual([c, b, a]);
  expect(await found('sort=startAt')).toEqual([a, b, c]);
  expect(await found('sort=-distanceM&distanceMFrom=1000')).toHaveLength(2);
  expect(await found('sort=distanceM')).toEqual([a, ...(b < c ? [b, c] : [c, b])]);
  expect((await found('sort=-durationS'))[0]).toBe(b);
  expect(await found('sort=maxKmh')).toEqual([b, c, a]);
  expect(await found('sort=-maxKmh')).toEqual([c, b, a]);
  expect(await found(`driverId=${driverId}`)).toEqual([a]);
  expect(await found(`deviceId=${two.deviceId}`)).toEqual([c]);
  expect(await found(`orgId=${two.orgId}`)).toContain(c);
  expect(await found('state=LIVE')).toEqual([b]);
  expect(await found('state=CLOSED,REOPENED')).toEqual([c, a]);
  expect(await found('distanceMTo=900')).toEqual([a]);
  expect(await found('maxKmhFrom=80')).toEqual([c]);
  expect(await found('maxKmhTo=80')).toEqual([b]);
  // 18:00 to 19:00 in London is half past eleven at night until half past twelve of the next day in India.
  expect(await found('from=2026-11-12&to=2026-11-12')).toEqual([c, b]);
  expect(await found('from=2026-11-11&to=2026-11-11')).toEqual([b]);
  expect(await found('from=2026-11-11T18:59:00Z&to=2026-11-11T19:30:00Z')).toEqual([b]);
  expect(await found('from=2026-11-11T19:00:01Z&to=2026-11-11T19:30:00Z')).toEqual([]);
  const plate = await plateOf(one.vehicleId);
  expect(await found(`q=${plate.toLowerCase()}`)).toEqual([b, a]);
  const none = '01a1fc17-27e9-7627-921e-d6ed735c9999';
  for (const name of ['vehicleId', 'driverId', 'deviceId', 'orgId'])
    expect(await listed(`${name}=${none}`)).toMatchObject({ rows: [], count: 0 });
});

test('pages follow each other by cursor in every order and end, with the exact number beside each', async () => {
  const { vehicleId, bindingId } = await fleet.carrier();
  for (let at = 0; at < 7; at += 1)
    await addTrip(product, {
      bindingId,
      startAt: day(1 + at),
      minutes: 10 + (at % 3),
      distanceM: 1_000.125 + (at % 2),
      maxKmh: at % 3 === 0 ? null : 40.1 + (at % 2),
    });
  for (const sort of [
    'startAt',
    '-startAt',
    'distanceM',
    '-distanceM',
    'durationS',
    '-durationS',
    'maxKmh',
    '-maxKmh',
  ]) {
    const whole = await listed(`vehicleId=${vehicleId}&sort=${sort}`);
    expect([whole.count, whole.next], sort).toEqual([7, undefined]);
    const ids: string[] = [];
    let after = '';
    do {
      const page = await listed(`vehicleId=${vehicleId}&sort=${sort}&take=3${after}`);
      expect(page.count, sort).toBe(7);
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next ? `&after=${page.next}` : '';
    } while (after);
    expect(ids, sort).toEqual(whole.rows.map(({ id }) => id));
    expect((await listed(`vehicleId=${vehicleId}&sort=${sort}&skip=5&take=3`)).rows.map(({ id }) => id)).toEqual(
      ids.slice(5),
    );
  }
  const { next } = await listed(`vehicleId=${vehicleId}&take=3`);
  const other = await get(`/vehicle-trips?sort=startAt&after=${next}`);
  expect([other.status, other.json.fields]).toEqual([400, { after: 'Not a cursor of this list in this order' }]);
});

test('what is no parameter, and no value of one, is refused with its name', async () => {
  const wrong = {
    nonsense: '1',
    vehicleId: 'x',
    state: 'OPEN',
    from: '2026-02-30',
    to: 'tomorrow',
    distanceMFrom: '-1',
    maxKmhTo: 'fast',
    sort: 'plate',
    take: '101',
    skip: '-1',
    after: '!',
  };
  for (const [name, value] of Object.entries(wrong)) {
    const { status, json } = await get(`/vehicle-trips?${name}=${value}`);
    expect([status, Object.keys(json.fields ?? {})], name).toEqual([400, [name]]);
  }
  for (const [name, value] of [
    ['bbox', '72,23,71,24'],
    ['bbox', '1,2,3'],
    ['updatedSince', 'x'],
    ['take', '0'],
    ['state', 'LIVE'],
  ] as const) {
    const { status, json } = await get(`/current-patch?${name}=${value}`);
    expect([status, Object.keys(json.fields ?? {})], name).toEqual([400, [name]]);
  }
});

test('a trip belongs to whoever owned the vehicle when it began: before and after a change of hands each sees their own', async () => {
  const { vehicleId, bindingId, slot, deviceId, orgId } = await fleet.carrier();
  const theirs = fleet.orgNamed('Deccan Cold Chain');
  const before = await addTrip(product, { bindingId, startAt: day(14), track: northwards(day(14), 3) });
  const [from, to] = [day(15), day(16)];
  await fleet.sql(async (db) => {
    await db.query('update device_binding set to_at = $2 where id = $1', [bindingId, from]);
    await db.query('update vehicle_owner set from_at = $2, to_at = $3 where vehicle_id = $1', [
      vehicleId,
      day(1),
      from,
    ]);
    await db.query(
      'insert into vehicle_owner (id, org_id, vehicle_id, from_at) values (gen_random_uuid(), $1, $2, $3)',
      [theirs, vehicleId, from],
    );
    await db.query('update vehicle set org_id = $2, driver_id = null where id = $1', [vehicleId, theirs]);
  });
  const later = await bindDevice(product, { deviceId, vehicleId, from: to });
  const after = await addTrip(product, { bindingId: later, startAt: day(17), orgId: theirs, state: 'LIVE' });
  await addPositions(product, slot, northwards(day(17), 4));
  const ids = async (token: string) => (await listed(`vehicleId=${vehicleId}`, token)).rows.map(({ id }) => id);
  expect(await ids(fleet.admin)).toEqual([after, before]);
  expect(await ids(sahyadri)).toEqual([before]);
  expect(await ids(deccan)).toEqual([after]);
  const plate = await plateOf(vehicleId);
  expect((await listed(`q=${plate}`, sahyadri)).rows).toMatchObject([{ id: before, vehicle: plate, orgId }]);
  expect((await listed(`q=${plate}`, deccan)).rows).toMatchObject([{ id: after, vehicle: plate, orgId: theirs }]);
  expect(await detail(before, sahyadri)).toMatchObject({ nextId: null });
  expect(await detail(after, deccan)).toMatchObject({ previousId: null });
  const unknown = (await get('/vehicle-trips/01a1fc17-27e9-7627-921e-d6ed735c9999', sahyadri)).json;
  for (const path of [`/vehicle-trips/${after}`, `/vehicle-trips/${after}/track`]) {
    const { status, json } = await get(path, sahyadri);
    expect([status, { ...json, requestId: '' }]).toEqual([404, { ...unknown, requestId: '' }]);
  }
  expect((await get(`/vehicle-trips/${before}`, deccan)).status).toBe(404);
  expect((await get(`/vehicle-trips/${after}/track`, deccan)).status).toBe(200);

  // Where it is: of the present owner's time only.
  const patches = async (token: string) => (await get(`/current-patch?vehicleId=${vehicleId}`, token)).json.data;
  await placeVehicle(product, bindingId, { fixAt: '2026-11-14T08:20:00.000Z', tripStartAt: day(14) });
  expect([await patches(sahyadri), await patches(deccan), await patches(fleet.admin)]).toEqual([[], [], []]);
  await placeVehicle(product, later, { fixAt: '2026-11-17T08:20:00.000Z', tripStartAt: day(17) });
  expect(await patches(sahyadri)).toEqual([]);
  expect(await patches(deccan)).toMatchObject([{ vehicleId, tripId: after, deviceId }]);
});

test('a track is the packed bytes of an ended trip, and what the cutter would take of one that goes on', async () => {
  const { bindingId, slot } = await fleet.carrier();
  const ended = northwards(day(18), 40);
  const stop = {
    kind: 'gap' as const,
    from: ended[3]?.fixAt ?? 0,
    to: ended[9]?.fixAt ?? 0,
    lat: 23.01,
    lon: 72.4752554,
  };
  const closed = await addTrip(product, { bindingId, startAt: day(18), track: ended, stops: [stop] });
  const packed = await get(`/vehicle-trips/${closed}/track`);
  expect(packed.headers['content-type']).toBe('application/octet-stream');
  expect(unpackTrack(packed.raw)).toEqual(ended);
  const again = await product.call('GET', `/vehicle-trips/${closed}/track?format=bin`, {
    token: fleet.admin,
    headers: { 'if-none-match': String(packed.headers['etag']) },
  });
  expect([again.status, again.text]).toEqual([304, '']);

  const driven = northwards(day(19), 120);
  const away = { ...driven[30], latE7: 290_000_000 } as (typeof driven)[number];
  const sent = driven.map((point, at) => {
    if (at === 30) return away;
    if (at === 40) return { ...point, accuracyCm: 20_000 };
    return at === 50 ? { ...point, unfit: 7 } : point;
  });
  await addPositions(product, slot, [...sent, ...northwards(day(19, 9), 5)]);
  const live = await addTrip(product, { bindingId, startAt: day(19), state: 'LIVE' });
  const track = unpackTrack((await get(`/vehicle-trips/${live}/track`)).raw);
  expect(track).toEqual(driven.filter((_, at) => ![30, 40, 50].includes(at)));

  const { json, text, headers } = await get(`/vehicle-trips/${closed}/track?format=geojson`);
  expect(headers['content-type']).toContain('application/geo+json');
  const features = (json ?? JSON.parse(text)).features;
  expect(features[0].geometry.coordinates).toHaveLength(40);
  expect(features[0].geometry.coordinates[0]).toEqual([72.4752554, 23]);
  expect(features[0].properties).toMatchObject({ tripId: closed, coordTimes: expect.arrayContaining([day(18)]) });
  expect(features[0].properties.speedsKmh[0]).toBe(36);
  expect(features[1]).toEqual({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [72.4752554, 23.01] },
    properties: {
      kind: 'gap',
      from: '2026-11-18T08:00:30.000Z',
      to: '2026-11-18T08:01:30.000Z',
      place: 'Bopal, Ahmedabad',
    },
  });
  expect((await get(`/vehicle-trips/${closed}/track?format=svg`)).json.fields).toEqual({
    format: 'Must be bin, geojson, gpx, kml, csv',
  });
});

test('where vehicles are: by number, within bounds, since a time, and a page at a time', async () => {
  const [one, two] = [await fleet.carrier(), await fleet.carrier()];
  await fleet.sql((db) =>
    db.query('update vehicle_owner set from_at = $2 where vehicle_id = any($1)', [
      [one.vehicleId, two.vehicleId],
      day(1),
    ]),
  );
  const live = await addTrip(product, { bindingId: one.bindingId, startAt: '2026-11-21T05:30:00.000Z', state: 'LIVE' });
  await placeVehicle(product, one.bindingId, {
    fixAt: '2026-11-21T05:59:00.000Z',
    receivedAt: '2026-11-21T05:59:01.500Z',
    tripStartAt: '2026-11-21T05:30:00.000Z',
  });
  await placeVehicle(product, two.bindingId, {
    fixAt: '2026-11-21T05:00:00.000Z',
    latE7: 190_000_000,
    lonE7: -10_000_000,
  });
  const both = `vehicleId=${one.vehicleId},${two.vehicleId}`;
  const asked = async (query: string, token = fleet.admin) => (await get(`/current-patch?${both}${query}`, token)).json;
  const all = await asked('');
  expect(all.count).toBe(2);
  // In the sea, far from every town.
  expect(all.data[1].place).toBeNull();
  expect(
    (await get('/current-patch?take=1')).json.data[0],
    'of all vehicles places would be megabytes',
  ).not.toHaveProperty('place');
  expect(all.data[0]).toEqual({
    vehicleId: one.vehicleId,
    vehicle: expect.stringMatching(/^MH12ZA/),
    slot: expect.any(Number),
    orgId: one.orgId,
    deviceId: one.deviceId,
    fixTime: '2026-11-21T05:59:00.000Z',
    serverTime: '2026-11-21T05:59:01.500Z',
    lat: 23.0349126,
    lon: 72.4752554,
    place: inAhmedabad,
    speedKmh: 42.5,
    heading: 271.3,
    accuracyM: 7,
    satellites: 9,
    ignition: true,
    odometerKm: 1_234.567,
    batteryV: 4.1,
    moving: true,
    tripId: live,
    ageS: 60,
  });
  const of = async (query: string, token = fleet.admin) =>
    (await asked(query, token)).data.map((row: { vehicleId: string }) => row.vehicleId);
  expect(await of('&bbox=72.4,23,72.5,23.1')).toEqual([one.vehicleId]);
  expect(await of('&bbox=-1,19,-1,19')).toEqual([two.vehicleId]);
  expect(await of('&updatedSince=2026-11-21T05:59:01.499Z')).toEqual([one.vehicleId]);
  expect(await of('&updatedSince=2026-11-21T05:59:01.500Z')).toEqual([]);
  expect(await of(`&q=${all.data[1].vehicle.slice(4)}`)).toEqual([two.vehicleId]);
  expect(await of(`&orgId=${fleet.orgNamed('Deccan Cold Chain')}`)).toEqual([]);
  const group = async (token: string, vehicles: string[]) => {
    const body = { name: `Depot ${vehicles.length}`, colour: 'BLUE' };
    const { id } = (await product.call('POST', '/vehicle-group', { token, body })).json.data;
    await product.call('PUT', `/vehicle-group/${id}/vehicles`, { token, body: { ids: vehicles } });
    return id as string;
  };
  const [depot, none] = [await group(sahyadri, [two.vehicleId]), await group(deccan, [])];
  expect(await of(`&groupId=${depot}`)).toEqual([two.vehicleId]);
  expect(await of(`&groupId=${none},${depot}`)).toEqual([two.vehicleId]);
  expect(await of(`&groupId=${none}`)).toEqual([]);
  expect(await of(`&groupId=${depot}`, deccan)).toEqual([]);
  expect(await asked('&skip=1&take=1')).toMatchObject({ count: 2, data: [{ vehicleId: two.vehicleId }] });
  expect(await of('', deccan)).toEqual([]);
  expect(await of('', sahyadri)).toEqual([one.vehicleId, two.vehicleId]);
});
