import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
beforeAll(async () => {
  product = await startTestProduct();
  await product.product.planJobs();
  fleet = await fleetOf(product);
});
afterAll(() => product?.close());

const hours = (count: number) => count * 3_600_000;
const inHours = (count: number) => new Date(product.clock.now().getTime() + hours(count)).toISOString();
const periodsOf = async (path: 'vehicle' | 'drivers', id: string) =>
  (
    await product.call('GET', `/${path}/${id}/${path === 'vehicle' ? 'drivers' : 'vehicles'}`, {
      token: fleet.admin,
    })
  ).json.data as Record<string, string | null>[];

test('a vehicle and its driver say each other’s name, and both histories tell of it', async () => {
  const vehicle = await fleet.readyVehicle();
  const driver = await fleet.readyDriver();
  const given = await fleet.give(vehicle, driver);
  expect([given.status, given.json.message]).toEqual([200, 'Driver assigned.']);
  expect(given.json.data.driver.id).toBe(driver);
  expect((await fleet.row('drivers', driver)).vehicle.id).toBe(vehicle);
  for (const [path, id, name, other] of [
    ['vehicle', vehicle, 'driverId', driver],
    ['drivers', driver, 'vehicleId', vehicle],
  ] as const) {
    const { data } = (await product.call('GET', `/${path}/${id}/history`, { token: fleet.admin })).json;
    expect(data).toContainEqual(expect.objectContaining({ before: { [name]: null }, after: { [name]: other } }));
  }
  await fleet.move(hours(2));
  const ended = await fleet.end(vehicle, { reason: 'On leave' });
  expect(ended.json.data.driverId).toBeNull();
  expect(await periodsOf('vehicle', vehicle)).toMatchObject([
    { state: 'PAST', driverId: driver, endReason: 'On leave' },
  ]);
  expect((await fleet.end(vehicle)).status).toBe(409);
});

test('who may not drive it is refused with the exact reason', async () => {
  const vehicle = await fleet.readyVehicle({ categoryId: fleet.heavy.id });
  const light = await fleet.readyDriver({ name: 'Asif Light' });
  const refused = await fleet.give(vehicle, light);
  expect(refused.status).toBe(409);
  expect(refused.json.message).toMatch(
    /^MH12ZA\d+ cannot be assigned to Asif Light: Licence covers LMV, LMV-TR; .+ needs /,
  );
  expect(refused.json.fields.driverId).toMatch(/^Licence covers/);
  const { json: inHindi } = await product.call('POST', `/vehicle/driver/${vehicle}`, {
    token: fleet.admin,
    body: { driverId: light },
    headers: { 'accept-language': 'hi' },
  });
  expect([inHindi.message, inHindi.fields.driverId]).toEqual([
    expect.stringMatching(/^Asif Light को MH12ZA\d+ नहीं दिया जा सकता: लाइसेंस में LMV, LMV-TR है; .+ चाहिए$/),
    expect.stringMatching(/^लाइसेंस में LMV, LMV-TR है; .+ चाहिए$/),
  ]);
  const late = await fleet.readyDriver({
    licenceClasses: ['HGMV', 'HMV'],
    dlValidTr: '2026-11-20',
    dlValidNt: undefined,
  });
  expect((await fleet.give(vehicle, late)).json.fields.driverId).toBe('Transport licence expired on 20 Nov 2026');
  const draft = await fleet.driver();
  const car = await fleet.readyVehicle();
  expect((await fleet.give(car, draft)).json.fields.driverId).toContain('is missing');
  const bare = await fleet.vehicle();
  expect((await fleet.give(bare, await fleet.readyDriver())).json.fields.driverId).toContain('is missing');
  await product.call('POST', `/vehicle/situation/${car}`, { token: fleet.admin, body: { situation: 'MAINTENANCE' } });
  expect((await fleet.give(car, await fleet.readyDriver())).json.fields.driverId).toBe(
    'The vehicle is under maintenance',
  );
  expect(await periodsOf('vehicle', vehicle)).toEqual([]);
});

test('nobody drives two vehicles, and no vehicle has two drivers; one may follow in the moment the other ends', async () => {
  const [one, two] = [await fleet.readyVehicle(), await fleet.readyVehicle()];
  const [asha, ravi] = [await fleet.readyDriver({ name: 'Asha B' }), await fleet.readyDriver({ name: 'Ravi C' })];
  await fleet.give(one, asha);
  expect((await fleet.give(one, ravi)).json.message).toMatch(/^MH12ZA\d+ has Asha B from .+\. Unassign first$/);
  expect((await fleet.give(two, asha)).json.message).toMatch(/^Asha B has MH12ZA\d+ from /);
  const at = inHours(3);
  expect((await fleet.end(one, { at })).json.data.driverId).toBe(asha);
  expect((await fleet.give(one, ravi, { from: at })).status).toBe(200);
  expect((await periodsOf('vehicle', one)).map(({ state }) => state)).toEqual(['PLANNED', 'CURRENT']);
  await fleet.move(hours(3));
  await product.product.jobs.runDue();
  expect((await fleet.row('vehicle', one)).driver.label).toBe('Ravi C');
  expect((await fleet.row('drivers', asha)).vehicleId).toBeNull();
  expect((await fleet.give(two, asha)).status).toBe(200);
});

test('two who give at once: one of them is told', async () => {
  const [one, two] = [await fleet.readyVehicle(), await fleet.readyVehicle()];
  const driver = await fleet.readyDriver();
  const answers = await Promise.all([fleet.give(one, driver), fleet.give(two, driver)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('switching off and deleting end the period, and taking back what is planned leaves nothing', async () => {
  for (const end of ['PUT', 'DELETE'] as const) {
    const vehicle = await fleet.readyVehicle();
    const driver = await fleet.readyDriver();
    await fleet.give(vehicle, driver);
    await fleet.move(1_000);
    if (end === 'DELETE')
      await fleet.sql((db) =>
        db.query('update vehicle_kyc_doc set deleted_at = now() where vehicle_id = $1', [vehicle]),
      );
    const path = end === 'PUT' ? `/vehicle/status/${vehicle}` : `/vehicle/${vehicle}`;
    expect((await product.call(end, path, { token: fleet.admin })).status).toBe(200);
    expect((await fleet.row('drivers', driver)).vehicleId).toBeNull();
    expect(await periodsOf('drivers', driver)).toMatchObject([{ state: 'PAST' }]);
  }
  const vehicle = await fleet.readyVehicle();
  const driver = await fleet.readyDriver();
  await fleet.give(vehicle, driver, { from: inHours(5) });
  expect((await fleet.row('vehicle', vehicle)).driverId).toBeNull();
  expect((await fleet.give(vehicle, driver, { from: inHours(-1) })).json.fields).toHaveProperty('from');
  await fleet.end(vehicle);
  expect(await periodsOf('vehicle', vehicle)).toEqual([]);
});

test('drivers and vehicles of other organisations do not meet, and are like none', async () => {
  const other = await fleet.readyDriver({ orgId: fleet.orgNamed('Deccan Cold Chain') });
  const vehicle = await fleet.readyVehicle();
  const nobody = await fleet.give(vehicle, '0192f0c0-0000-7000-8000-000000000000');
  const theirs = await fleet.give(vehicle, other);
  expect([theirs.status, theirs.json.fields]).toEqual([nobody.status, nobody.json.fields]);
  const deccan = await product.login('deccan@roadkeeper.test');
  expect((await fleet.give(vehicle, other, {}, deccan)).status).toBe(404);
  const list = await product.call('GET', `/vehicle/${vehicle}/drivers`, { token: deccan });
  expect([list.status, list.json.message]).toEqual([404, 'Vehicle not found']);
});

test('over random acts and days: one driver a vehicle at any instant, and the other way; the names follow', async () => {
  const fleetSize = 3;
  const vehicles: string[] = [];
  const drivers: string[] = [];
  for (let at = 0; at < fleetSize; at += 1) {
    vehicles.push(await fleet.readyVehicle({}, '2036-11-21'));
    drivers.push(await fleet.readyDriver({ dlValidNt: '2036-05-01' }, '2036-11-21'));
  }
  const index = fc.integer({ min: 0, max: fleetSize - 1 });
  const act = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('give'), v: index, d: index, in: fc.integer({ min: 0, max: 50 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('end'), v: index, d: index, in: fc.integer({ min: 0, max: 30 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('wait'), v: index, d: index, in: fc.integer({ min: 1, max: 40 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('flip'), v: index, d: index, in: fc.constant(0) }) },
  );
  let given = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 14 }), async (acts) => {
      for (const { kind, v, d, in: later } of acts) {
        const [vehicle, driver] = [vehicles[v] as string, drivers[d] as string];
        if (kind === 'give') {
          const { status, text } = await fleet.give(vehicle, driver, later ? { from: inHours(later) } : {});
          expect([200, 409], text).toContain(status);
          if (status === 200) given += 1;
        } else if (kind === 'end')
          expect([200, 409]).toContain((await fleet.end(vehicle, later ? { at: inHours(later) } : {})).status);
        else if (kind === 'wait') await fleet.move(hours(later));
        else for (const _ of [1, 2]) await product.call('PUT', `/vehicle/status/${vehicle}`, { token: fleet.admin });
        await product.product.jobs.runDue();
        await holds();
      }
    }),
    { numRuns: 12, seed: 20_261_121 },
  );
  expect(given).toBeGreaterThan(10);

  async function holds(): Promise<void> {
    const now = product.clock.now().toISOString();
    const all = (await Promise.all(vehicles.map((id) => periodsOf('vehicle', id)))).flat();
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        if (one['vehicleId'] !== other['vehicleId'] && one['driverId'] !== other['driverId']) continue;
        const end = (period: typeof one) => period['toAt'] ?? '9999';
        const overlap = (one['fromAt'] as string) < end(other) && (other['fromAt'] as string) < end(one);
        expect(overlap, JSON.stringify([one, other])).toBe(false);
      }
    for (const period of all) expect((period['toAt'] ?? '9999') > (period['fromAt'] as string)).toBe(true);
    const runs = all.filter(({ fromAt, toAt }) => (fromAt as string) <= now && (toAt ?? '9999') > now);
    for (const id of vehicles)
      expect((await fleet.row('vehicle', id)).driverId).toBe(
        runs.find((one) => one['vehicleId'] === id)?.['driverId'] ?? null,
      );
    for (const id of drivers)
      expect((await fleet.row('drivers', id)).vehicleId).toBe(
        runs.find((one) => one['driverId'] === id)?.['vehicleId'] ?? null,
      );
  }
}, 90_000);
