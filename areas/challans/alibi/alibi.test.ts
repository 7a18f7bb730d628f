import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
let product: TestProduct;
let log: ReturnType<typeof createLog>;
let [admin, client, other] = ['', '', ''];
let vehicles: { id: string; plate: string }[] = [];
let devices: { id: string; slot: number }[] = [];
let orgId = '';

const minute = 60_000;
/** 21 Nov 2026, 14:35 in India. */
const at = Date.parse('2026-11-21T09:05:00Z');
const place = { lat: 18.52, lon: 73.85 };
const degreeM = 111_195;
const iso = (time: number) => new Date(time).toISOString();
const query = <Row>(sql: string, params: readonly string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(sql, params));

beforeAll(async () => {
  product = await startTestProduct({ fleet: true, at: '2026-11-21T20:00:00Z' });
  log = createLog(product);
  admin = await product.login('admin@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
  other = await product.login('deccan@roadkeeper.test');
  const mine = await query<{ orgId: string }>(
    `select org_id as "orgId" from account where email = 'client@roadkeeper.test'`,
  );
  orgId = mine[0]?.orgId ?? '';
  vehicles = await query(
    `select v.id, v.registration_no as plate from vehicle v where v.org_id = $1 and v.deleted_at is null
       and not exists (select from device_binding b where b.vehicle_id = v.id) order by v.id limit 12`,
    [orgId],
  );
  // What the demo gives them as owners began when it was made.
  await query(
    `update vehicle_owner set from_at = '2026-11-01T00:00:00Z', is_first = true where org_id = $1 and to_at is null`,
    [orgId],
  );
  devices = await addDevices(
    product,
    Array.from({ length: 12 }, (_, index) => ({ identifier: `alibi-${index}`, orgId, intervalS: 30 })),
  );
});
afterAll(() => product?.close());

let taken = 0;
/** A vehicle with a device of its own. */
async function fresh(from = '2026-11-01T00:00:00Z', to?: string) {
  const [vehicle, device] = [vehicles[taken], devices[taken]] as [
    { id: string; plate: string },
    { id: string; slot: number },
  ];
  taken += 1;
  await bindDevice(product, { deviceId: device.id, vehicleId: vehicle.id, from, ...(to ? { to } : {}) });
  return { vehicle, device };
}
/** Positions so many metres north of the place, by minutes from the time. */
const sent = (slot: number, fixes: readonly (readonly [minutes: number, northM: number])[], more = {}) =>
  log.store(
    fixes.map(([minutes, northM]) =>
      positionOfFix(
        slot,
        {
          time: at + minutes * minute,
          lat: place.lat + northM / degreeM,
          lon: place.lon,
          speedKmh: 40,
          accuracyM: null,
          ignition: true,
        },
        { satellites: 11, hdopC: 90, ...more },
      ),
    ),
    product.clock.now().getTime(),
  );
const body = (plate: string, more: object = {}) => ({ plate, ...place, from: iso(at), ...more });
const ask = (plate: string, more: object = {}, token = client) =>
  product.call('POST', '/alibi', { token, body: body(plate, more) });
async function found(plate: string, more: object = {}, token = client) {
  const answer = await ask(plate, more, token);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}

describe('an alibi', () => {
  it('proves that a vehicle was elsewhere, with both positions, the speed needed, and what is allowed for', async () => {
    const { vehicle, device } = await fresh();
    await sent(device.slot, [
      [-34, 118_000],
      [-20, 120_000],
      [20, 120_000],
      [34, 118_000],
    ]);
    await query(
      `insert into device_clock_session (device_id, from_at, to_at, offset_ms, samples) values ($1, '2026-11-21T08:00:00Z', '2026-11-21T10:00:00Z', -7000, 40)`,
      [device.id],
    );
    const facts = await found(vehicle.plate.toLowerCase());
    expect(facts).toMatchObject({
      conclusion: 'ELSEWHERE',
      mayBeCopied: true,
      vehicleId: vehicle.id,
      before: { at: iso(at - 20 * minute), distanceM: 120_000 },
      after: { at: iso(at + 20 * minute), distanceM: 120_000 },
      clock: { offsetS: 7, allowedS: 12 },
      looked: { from: iso(at - 5 * minute - 12_000), to: iso(at + 5 * minute + 12_000) },
      leftOut: { jumps: 0, unfit: 0 },
      fixCount: 4,
    });
    expect(facts.neededKmh).toBeGreaterThan(350);
    expect(facts.words[0]).toMatch(
      new RegExp(`^${vehicle.plate} could not have been at .*21 Nov 2026, 14:35:00 IST: it stayed at least .* km away`),
    );
    expect(facts.words.join(' ')).toContain('12 s for the clock of the device (measured when its positions came)');
    // Staff find the same; a name for the place stands in the words.
    expect((await found(vehicle.plate, { place: 'Toll plaza' }, admin)).words[0]).toContain('at Toll plaza at 21 Nov');
  });

  it('says that a vehicle was there, was near, or cannot be told, and why', async () => {
    const { vehicle, device } = await fresh();
    await sent(device.slot, [
      [-1, 700],
      [0, 20],
      [1, 700],
      [100, 30_000],
      [115, 30_000],
      [200, 1_000],
      [208, 1_000],
    ]);
    expect(await found(vehicle.plate)).toMatchObject({ conclusion: 'THERE', mayBeCopied: false });
    const later = (minutes: number) => ({ from: iso(at + minutes * minute) });
    expect(await found(vehicle.plate, later(107))).toMatchObject({
      conclusion: 'CANNOT_TELL',
      reason: 'GAP',
      gapS: 900,
    });
    expect(await found(vehicle.plate, later(204))).toMatchObject({ conclusion: 'NEAR', reason: 'CLOSE' });
  });

  it('uses the device that was in the vehicle then, and says when it was in another one', async () => {
    const moved = iso(at - 30 * minute);
    const { vehicle, device } = await fresh('2026-11-01T00:00:00Z', moved);
    const second = vehicles[taken] as { id: string; plate: string };
    taken += 1;
    await bindDevice(product, { deviceId: device.id, vehicleId: second.id, from: moved });
    await sent(device.slot, [
      [-60, 0],
      [-50, 0],
      [-10, 90_000],
      [10, 90_000],
    ]);
    const facts = await found(vehicle.plate);
    expect(facts).toMatchObject({ conclusion: 'NO_DATA', reason: 'DEVICE_MOVED', fixes: [] });
    expect(facts.words[0]).toContain('its device was in another vehicle then, since 21 Nov 2026, 14:05:00 IST');
    expect(facts.words.join()).not.toContain(second.plate);
    expect(await found(second.plate)).toMatchObject({ conclusion: 'ELSEWHERE' });
    // An hour before, it was still in the first.
    expect(await found(vehicle.plate, { from: iso(at - 55 * minute) })).toMatchObject({ conclusion: 'THERE' });
  });

  it('says that there is no data: silent, without a device, in the future, unknown', async () => {
    const { vehicle, device } = await fresh();
    await sent(device.slot, [
      [-300, 4_000],
      [-290, 4_000],
    ]);
    const silent = await found(vehicle.plate);
    expect(silent).toMatchObject({
      conclusion: 'NO_DATA',
      reason: 'SILENT',
      after: null,
      before: { at: iso(at - 290 * minute) },
    });
    expect(silent.words[0]).toContain(
      'its device was silent. Its last position before is of 21 Nov 2026, 09:45:00 IST, none after',
    );
    const bare = vehicles.at(-1) as { plate: string };
    expect(await found(bare.plate)).toMatchObject({ conclusion: 'NO_DATA', reason: 'NO_DEVICE' });
    expect(await found(bare.plate, { from: '2026-12-24T09:00:00Z' })).toMatchObject({ reason: 'FUTURE', fixes: [] });
    expect(await found('MH12ZZ9999')).toMatchObject({
      reason: 'UNKNOWN_PLATE',
      vehicleId: null,
      words: ['No vehicle of yours has the plate MH12ZZ9999.'],
    });
  });

  it('answers another organisation’s plate as one that is not known, letter by letter', async () => {
    const { vehicle, device } = await fresh();
    await sent(device.slot, [
      [-1, 9_000],
      [1, 9_000],
    ]);
    const [own, unknown] = [await found(vehicle.plate, {}, other), await found('MH12ZZ9999', {}, other)];
    const hidden = JSON.stringify(own).replaceAll(vehicle.plate, 'MH12ZZ9999');
    expect(hidden).toBe(JSON.stringify(unknown));
    expect(own.words).toEqual([`No vehicle of yours has the plate ${vehicle.plate}.`]);
    const saved = await product.call('POST', '/alibi/save', { token: other, body: body(vehicle.plate) });
    expect([saved.status, saved.json.message]).toEqual([409, `No vehicle of yours has the plate ${vehicle.plate}.`]);
  });

  it('of a vehicle that was sold belongs to whoever had it then', async () => {
    const { vehicle, device } = await fresh();
    await sent(device.slot, [
      [-1, 50_000],
      [1, 50_000],
    ]);
    const [deccan] = await query<{ orgId: string }>(
      `select org_id as "orgId" from account where email = 'deccan@roadkeeper.test'`,
    );
    const soldAt = iso(at + 60 * minute);
    await query(`update vehicle_owner set to_at = $2 where vehicle_id = $1 and to_at is null`, [vehicle.id, soldAt]);
    await query(
      `insert into vehicle_owner (id, vehicle_id, org_id, from_at, is_first) values (gen_random_uuid(), $1, $2, $3, false)`,
      [vehicle.id, deccan?.orgId ?? '', soldAt],
    );
    await query('update vehicle set org_id = $2 where id = $1', [vehicle.id, deccan?.orgId ?? '']);
    expect(await found(vehicle.plate)).toMatchObject({ conclusion: 'ELSEWHERE' });
    const theirs = await found(vehicle.plate, {}, other);
    expect(theirs).toMatchObject({ reason: 'NOT_OWNED_THEN', fixes: [], installations: [] });
    expect(theirs.words[0]).toContain('the vehicle was not yours then, only since 21 Nov 2026, 15:35:00 IST');
  });

  it('refuses what cannot be meant, with a message at each field', async () => {
    const fieldsOf = async (more: object) => (await ask('MH12AB1234', more)).json.fields;
    expect(await fieldsOf({ plate: '' })).toEqual({ plate: 'Registration number is required' });
    expect(await fieldsOf({ plate: 'a;b' })).toEqual({ plate: 'Not a registration number. Write it like MH12AB1234' });
    expect(Object.keys(await fieldsOf({ lat: 73.85, lon: 18.52 }))).toEqual(['lat', 'lon']);
    expect(await fieldsOf({ lat: 91 })).toEqual({ lat: 'Latitude must be between -90 and 90' });
    expect(await fieldsOf({ from: '2026-11-21T14:35' })).toHaveProperty('from');
    expect(await fieldsOf({ to: iso(at - 1) })).toEqual({ to: 'Must not be before the beginning' });
    expect(await fieldsOf({ to: iso(at + 7 * 3_600_000) })).toEqual({ to: 'At most 6 hours after the beginning' });
    expect(await fieldsOf({ radiusM: 1 })).toEqual({ radiusM: 'At least 10 m' });
    expect(await fieldsOf({ toleranceMinutes: 500 })).toEqual({ toleranceMinutes: 'At most 120 minutes' });
  });
});

describe('a stored alibi', () => {
  it('is frozen with a hash that its own text gives, and taken along as PDF and contest pack; nobody else sees it', async () => {
    const { vehicle, device } = await fresh();
    await sent(device.slot, [
      [-20, 120_000],
      [20, 120_000],
    ]);
    const more = { place: 'Pune toll plaza', noticeNo: 'MH-2026-77', section: '183(1)(i)' };
    const answer = await product.call('POST', '/alibi/save', { token: client, body: body(vehicle.plate, more) });
    expect(answer.status, answer.text).toBe(201);
    const saved = answer.json.data;
    expect(saved).toMatchObject({
      plate: vehicle.plate,
      conclusion: 'ELSEWHERE',
      place: 'Pune toll plaza',
      noticeNo: 'MH-2026-77',
      orgId,
    });
    const [row] = await query<{ canonical: string }>('select canonical from alibi where id = $1', [saved.id]);
    expect(
      createHash('sha256')
        .update(row?.canonical ?? '')
        .digest('hex'),
    ).toBe(saved.sha256);
    expect(JSON.parse(row?.canonical ?? '{}')).toEqual({
      facts: saved.facts,
      id: saved.id,
      madeAt: saved.madeAt,
      madeBy: saved.madeBy,
    });
    // What came later changes nothing of it.
    await sent(device.slot, [[0, 0]]);
    const one = async (part = '', token = client) => product.call('GET', `/alibi/${saved.id}${part}`, { token });
    expect((await one()).json.data).toEqual(saved);
    expect(
      (await product.call('GET', '/alibi?q=toll%20MH-2026&conclusion=ELSEWHERE', { token: client })).json,
    ).toMatchObject({
      count: 1,
      data: [{ id: saved.id }],
    });
    const pdf = await one('/pdf');
    expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    const pack = await one('/pack');
    expect([pack.status, pack.headers['content-type'], pack.text.slice(0, 2)]).toEqual([200, 'application/zip', 'PK']);
    expect(pack.headers['content-disposition']).toBe(`attachment; filename="alibi-${vehicle.plate}-${saved.ref}.zip"`);
    for (const part of ['', '/pdf', '/pack']) expect((await one(part, other)).status).toBe(404);
    expect((await product.call('GET', '/alibi', { token: other })).json.data).toEqual([]);
    expect((await one('', admin)).json.data.id).toBe(saved.id);
    const history = await query<{ title: string }>(
      `select record_title as title from history where module = 'alibi' and record_id = $1`,
      [saved.id],
    );
    expect(history).toEqual([{ title: `${saved.ref}, ${vehicle.plate}` }]);
  });

  it('cannot be changed by the product itself', async () => {
    await expect(
      product.product.db.transact(everything, (db) => db.query(`update alibi set conclusion = 'THERE'`)),
    ).rejects.toThrow(/permission denied/);
  });
});

it('places are found by the names of towns and roads, from three letters on', async () => {
  const places = (q: string) => product.call('GET', `/alibi/places?q=${encodeURIComponent(q)}`, { token: client });
  expect((await places('Pu')).json.fields).toEqual({ q: 'Enter at least three letters' });
  const [pune] = (await places('Pune')).json.data;
  expect(pune).toMatchObject({ kind: 'TOWN', radiusM: 3_000 });
  expect(pune.name).toMatch(/^Pune, .*Maharashtra/);
  expect((await places('Zzzqx')).json.data).toEqual([]);
});

it('somebody who asks too much in a minute is told to wait', async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < 70; count += 1) statuses.add((await ask('MH12ZZ9999', {}, other)).status);
  expect([...statuses]).toEqual([200, 429]);
  product.clock.move(minute);
  expect((await ask('MH12ZZ9999', {}, other)).status).toBe(200);
});
