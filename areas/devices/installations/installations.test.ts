import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Devices, devicesOf } from '../testing/device-fleet.ts';

let product: TestProduct;
let devices: Devices;
beforeAll(async () => {
  product = await startTestProduct();
  devices = await devicesOf(product);
});
afterAll(() => product?.close());

const hours = (count: number) => count * 3_600_000;
const inHours = (count: number) => new Date(product.clock.now().getTime() + hours(count)).toISOString();
const historyOf = async (path: string) => (await devices.get(`${path}/history`)).data as Record<string, unknown>[];

test('a device is put into a vehicle and taken out, and both histories tell of it', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  const bound = await devices.bind(device, vehicle);
  expect([bound.status, bound.json.message]).toEqual([200, 'Device installed.']);
  expect(bound.json.data).toMatchObject({ vehicleId: vehicle, state: 'ASSIGNED', version: 1 });
  for (const [path, name, other] of [
    [`/device/${device}`, 'vehicleId', vehicle],
    [`/vehicle/${vehicle}`, 'deviceId', device],
  ] as const)
    expect(await historyOf(path)).toContainEqual(
      expect.objectContaining({ before: { [name]: null }, after: { [name]: other } }),
    );
  await devices.move(hours(2));
  const out = await devices.takeOut(device, { reason: 'Sent to the workshop' });
  expect(out.json.data).toMatchObject({ vehicleId: null, state: 'IN_STOCK' });
  expect(await devices.bindings(device)).toMatchObject([
    { vehicle: { id: vehicle }, endReason: 'Sent to the workshop', by: 'Asha Menon' },
  ]);
  expect((await devices.get(`/vehicle/${vehicle}/devices`)).data).toMatchObject([{ device: { id: device } }]);
  expect(await historyOf(`/vehicle/${vehicle}`)).toContainEqual(
    expect.objectContaining({
      before: { deviceId: device },
      after: { deviceId: null, endReason: 'Sent to the workshop' },
    }),
  );
  expect((await devices.takeOut(device)).json.message).toMatch(/^tracker\.\d+ is not installed in a vehicle$/);
});

test('what is missing is said in plain words, and what is of another kind is told apart from it', async () => {
  const [device, token] = [await devices.device(), await product.login('admin@roadkeeper.test')];
  const fieldsOf = async (body: object) =>
    (await product.call('POST', `/device/vehicle/${device}`, { token, body })).json.fields;
  expect(await fieldsOf({})).toEqual({ vehicleId: 'This field is required' });
  expect((await fieldsOf({ vehicleId: 7 })).vehicleId).not.toBe('This field is required');
});

test('neither carries two at once: the refusal names what is there and since when, and swap puts one in place of the other', async () => {
  const [first, second] = [await devices.device(), await devices.device()];
  const [car, truck] = [await devices.vehicle(), await devices.vehicle()];
  await devices.bind(first, car);
  await devices.move(hours(1));
  const taken = await devices.bind(second, car);
  expect([taken.status, Object.keys(taken.json.fields)]).toEqual([409, ['vehicleId']]);
  expect(taken.json.message).toMatch(/^MH12ZA\d+ has tracker\.\d+, from 21 Nov 2026,? \d\d:\d\d$/);
  const elsewhere = await devices.bind(first, truck);
  expect(elsewhere.json.message).toMatch(/^tracker\.\d+ is in MH12ZA\d+, from /);
  expect((await devices.bind(first, car, { swap: true })).json.message).toContain('already');
  const swapped = await devices.bind(second, car, { swap: true });
  expect([swapped.status, swapped.json.data.vehicleId]).toEqual([200, car]);
  expect(await devices.row(first)).toMatchObject({ vehicleId: null, state: 'IN_STOCK' });
  expect(await devices.bindings(first)).toMatchObject([{ toAt: inHours(0), endReason: 'Another took its place' }]);
  expect(await historyOf(`/vehicle/${car}`)).toContainEqual(
    expect.objectContaining({ before: { deviceId: first }, after: { deviceId: second } }),
  );
});

test('a period may begin and end in the past, but lies neither in the future nor over another', async () => {
  const [device, other] = [await devices.device(), await devices.device()];
  const vehicle = await devices.vehicle();
  expect((await devices.bind(device, vehicle, { from: inHours(1) })).json.fields).toHaveProperty('from');
  expect((await devices.bind(device, vehicle, { from: '1999-01-01T00:00:00Z' })).json.fields).toHaveProperty('from');
  expect((await devices.bind(device, vehicle, { from: '2018-01-29T00:00:00+05:30' })).status).toBe(200);
  const [period] = await devices.bindings(device);
  expect(period.fromAt).toBe('2018-01-28T18:30:00.000Z');
  expect((await devices.takeOut(device, { at: inHours(1) })).status).toBe(400);
  expect((await devices.takeOut(device, { at: '2018-01-01T00:00:00Z' })).json.fields.at).toContain(
    'installed on 29 Jan 2018',
  );
  expect((await devices.takeOut(device, { at: '2018-02-01T00:00:00Z' })).status).toBe(200);
  // Half-open: the next begins at the moment at which it ends.
  expect((await devices.bind(other, vehicle, { from: '2018-01-31T23:59:59Z' })).status).toBe(409);
  expect((await devices.bind(other, vehicle, { from: '2018-02-01T00:00:00Z' })).status).toBe(200);
  // What lies behind is not pushed away by a swap.
  const before = await devices.bind(device, vehicle, { from: '2017-01-01T00:00:00Z', swap: true });
  expect(before.status).toBe(409);
});

test('a period that is over is written down before one that runs, and the histories say so', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  await devices.bind(device, vehicle);
  const other = await devices.device();
  const period = { from: '2018-01-29T00:00:00Z', to: '2018-03-01T00:00:00Z' };
  expect((await devices.bind(other, vehicle, { from: period.from })).status).toBe(409);
  expect((await devices.bind(other, vehicle, { ...period, to: inHours(1) })).json.fields).toHaveProperty('to');
  expect((await devices.bind(other, vehicle, { ...period, to: period.from })).json.fields).toHaveProperty('to');
  const written = await devices.bind(other, vehicle, period);
  expect([written.status, written.json.data.state, written.json.data.vehicleId]).toEqual([200, 'IN_STOCK', null]);
  expect((await devices.get(`/vehicle/${vehicle}/devices`)).data).toMatchObject([
    { device: { id: device }, toAt: null },
    { device: { id: other }, fromAt: '2018-01-29T00:00:00.000Z', toAt: '2018-03-01T00:00:00.000Z' },
  ]);
  expect(await historyOf(`/device/${other}`)).toContainEqual(
    expect.objectContaining({
      after: {
        vehicle: expect.stringMatching(/^MH12ZA/),
        carriedFrom: '2018-01-29T00:00:00.000Z',
        carriedTo: '2018-03-01T00:00:00.000Z',
      },
    }),
  );
  const ended = await devices.takeOut(device, { at: inHours(0) });
  expect(ended.status).toBe(200);
});

test('nothing is bound across organisations, to what is gone, or while it is switched off or retired', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  const foreign = await devices.vehicle({ orgId: devices.orgNamed('Deccan Cold Chain') });
  expect((await devices.bind(device, foreign)).json.fields.vehicleId).toContain('different organisations');
  expect((await devices.bind(device, device)).json.fields.vehicleId).toContain('no longer exists');
  expect((await devices.bind(vehicle, vehicle)).status).toBe(404);
  await devices.say(device, 'RETIRED');
  expect((await devices.bind(device, vehicle)).json.message).toMatch(/is retired/);
  await devices.say(device, 'IN_USE');
  await product.call('PUT', `/device/status/${device}`, { token: devices.admin });
  expect((await devices.bind(device, vehicle)).json.message).toMatch(/is inactive$/);
});

test('a faulty device stays where it is; one that is retired, switched off or deleted leaves its vehicle', async () => {
  const bound = async () => {
    const [device, vehicle] = [await devices.device(), await devices.vehicle()];
    await devices.bind(device, vehicle);
    return { device, vehicle };
  };
  const { device, vehicle } = await bound();
  const faulty = await devices.say(device, 'FAULTY', 'Its lamp is dark');
  expect(faulty.json.data).toMatchObject({ state: 'FAULTY', vehicleId: vehicle, version: 2 });
  expect(await devices.row(device)).toMatchObject({ situation: 'FAULTY', situationNote: 'Its lamp is dark' });
  expect((await devices.say(device, 'FAULTY')).status).toBe(409);
  await devices.move(1_000);
  expect((await devices.say(device, 'RETIRED')).json.data).toMatchObject({ state: 'RETIRED', vehicleId: null });
  expect(await devices.bindings(device)).toMatchObject([{ endReason: 'Device retired', toAt: inHours(0) }]);
  for (const [method, path] of [
    ['PUT', 'status/'],
    ['DELETE', ''],
  ] as const) {
    const one = await bound();
    await devices.move(1_000);
    const token = devices.admin;
    expect((await product.call(method, `/device/${path}${one.device}`, { token })).status).toBe(200);
    expect((await devices.get(`/vehicle/${one.vehicle}/devices`)).data).toMatchObject([
      { endReason: 'Device deactivated or deleted', toAt: inHours(0) },
    ]);
  }
});

test('a vehicle that is sold, switched off or deleted leaves its device behind, which is in stock again', async () => {
  for (const end of ['sold', 'status', 'delete'] as const) {
    const [device, vehicle] = [await devices.device(), await devices.vehicle()];
    await devices.bind(device, vehicle);
    await devices.move(1_000);
    const token = devices.admin;
    const answer =
      end === 'sold'
        ? await product.call('POST', `/vehicle/situation/${vehicle}`, {
            token,
            body: { situation: 'SOLD', note: 'Sold to a friend' },
          })
        : await product.call(
            end === 'status' ? 'PUT' : 'DELETE',
            `/vehicle/${end === 'status' ? 'status/' : ''}${vehicle}`,
            {
              token,
            },
          );
    expect([end, answer.status]).toEqual([end, 200]);
    expect(await devices.row(device)).toMatchObject({ state: 'IN_STOCK', vehicleId: null, boundSince: null });
    expect((await devices.bindings(device))[0].toAt).toBe(inHours(0));
  }
});

test('a vehicle that changes hands leaves its device with the former owner, and the next sees nothing of it', async () => {
  const [device, vehicle] = [await devices.device(), await devices.vehicle()];
  const toOrgId = devices.orgNamed('Deccan Cold Chain');
  await devices.bind(device, vehicle, { from: inHours(-48) });
  await devices.move(hours(1));
  const token = devices.admin;
  const offered = await product.call('POST', `/vehicle/transfer/${vehicle}`, {
    token,
    body: { toOrgId, reason: 'Sold to them' },
  });
  const decided = await product.call('POST', `/ownership-transfer/decide/${offered.json.data.id}`, {
    token,
    body: { decision: 'APPROVE' },
  });
  expect([decided.status, decided.text]).toEqual([200, expect.any(String)]);
  expect(await devices.row(device)).toMatchObject({ vehicleId: null, state: 'IN_STOCK' });
  expect(await devices.bindings(device)).toMatchObject([{ toAt: inHours(0), endReason: 'Vehicle has another owner' }]);
  await product.addStaff('deccan.owner@roadkeeper.test', 'Client owner', toOrgId);
  const deccan = await product.login('deccan.owner@roadkeeper.test');
  expect((await devices.get(`/vehicle/${vehicle}/devices`, deccan)).data).toEqual([]);
  const own = await devices.device({ orgId: toOrgId });
  const early = await devices.bind(own, vehicle, { from: inHours(-24) }, deccan);
  expect(early.json.fields.from).toMatch(/^MH12ZA\d+ had another owner until 21 Nov 2026/);
  await devices.move(1_000);
  const today = await product.login('deccan.owner@roadkeeper.test');
  expect((await devices.bind(own, vehicle, {}, today)).status).toBe(200);
});

test('clients bind and take out their own devices, and cannot tell others’ from none', async () => {
  const orgId = devices.orgNamed('Kulkarni family');
  await product.addStaff('kulkarni.owner@roadkeeper.test', 'Client owner', orgId);
  const token = await product.login('kulkarni.owner@roadkeeper.test');
  const [own, car] = [await devices.device({ orgId }), await devices.vehicle({ orgId })];
  const [others, truck] = [await devices.device(), await devices.vehicle()];
  expect((await devices.bind(own, car, {}, token)).status).toBe(200);
  for (const id of [others, '01a2021d-06e0-7790-8aa2-000000000000'])
    expect((await devices.bind(id, car, {}, token)).json).toMatchObject({ message: 'Device not found' });
  const none = (await devices.bind(own, '01a2021d-06e0-7790-8aa2-000000000000', {}, token)).json.fields;
  expect((await devices.bind(own, truck, {}, token)).json.fields).toEqual(none);
  expect((await devices.takeOut(others, {}, token)).status).toBe(404);
  expect((await devices.say(own, 'FAULTY', undefined, token)).status).toBe(200);
  const owner = await product.call('POST', `/device/owner/${own}`, { token, body: { orgId } });
  expect(owner.status).toBe(403);
  await product.addStaff('kulkarni.viewer@roadkeeper.test', 'Client viewer', orgId);
  const viewer = await product.login('kulkarni.viewer@roadkeeper.test');
  expect((await devices.takeOut(own, {}, viewer)).status).toBe(403);
  expect((await devices.bindings(own, viewer)).length).toBe(1);
});
