import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
let sahyadri: string;
let deccan: string;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
  sahyadri = await product.login('client@roadkeeper.test');
  deccan = await product.login('deccan@roadkeeper.test');
});
afterAll(() => product?.close());

const call = (method: string, path: string, token: string, body?: object) =>
  product.call(method as 'GET', path, { token, ...(body ? { body } : {}) });
let serial = 0;
const group = async (token = sahyadri, over: object = {}): Promise<string> => {
  serial += 1;
  const made = await call('POST', '/vehicle-group', token, { name: `Group ${serial}`, colour: 'BLUE', ...over });
  expect(made.status, made.text).toBe(201);
  return made.json.data.id;
};
const add = (id: string, body: object, token = sahyadri) => call('POST', `/vehicle-group/${id}/vehicles`, token, body);
const inGroup = async (id: string, token = sahyadri): Promise<string[]> =>
  (await call('GET', `/vehicle?groupId=${id}&take=100`, token)).json.data.map((row: { id: string }) => row.id).sort();
const countOf = async (id: string, token = sahyadri) =>
  (await call('GET', `/vehicle-group/${id}`, token)).json.data.vehicleCount;
const ofDeccan = () => ({ orgId: fleet.orgNamed('Deccan Cold Chain') });

test('vehicles are added, set and removed; the list of vehicles is narrowed by groups, at once', async () => {
  const [one, two, three] = [await fleet.vehicle(), await fleet.vehicle(), await fleet.vehicle()];
  const [first, second] = [await group(), await group()];
  expect(await inGroup(first)).toEqual([]);
  const added = await add(first, { ids: [one, two, one] });
  expect(added.json).toMatchObject({ message: '2 added, 0 failed', data: { done: 2, failed: [] } });
  expect(await inGroup(first)).toEqual([one, two].sort());
  expect((await add(first, { ids: [two] })).json.data.done).toBe(1);
  expect(await countOf(first)).toBe(2);
  await add(second, { ids: [two] });
  expect(await inGroup(`${first},${second}`)).toEqual([one, two].sort());
  expect((await call('GET', `/vehicle/${two}/groups`, sahyadri)).json.data).toEqual([
    { id: first, name: 'Group 1', colour: 'BLUE' },
    { id: second, name: 'Group 2', colour: 'BLUE' },
  ]);
  const set = await call('PUT', `/vehicle-group/${first}/vehicles`, sahyadri, { ids: [two, three] });
  expect(set.json.data).toMatchObject({ vehicleCount: 2 });
  expect(await inGroup(first)).toEqual([two, three].sort());
  const removed = await call('POST', `/vehicle-group/${first}/remove-vehicles`, sahyadri, { ids: [two, one] });
  expect(removed.json.data).toMatchObject({ vehicleCount: 1 });
  expect(await inGroup(first)).toEqual([three]);
  const history = (await call('GET', `/vehicle-group/${first}/history`, sahyadri)).json.data;
  const plateOf = async (id: string) => (await fleet.row('vehicle', id)).registrationNo;
  expect(history[0]).toMatchObject({
    before: { vehicleCount: 2 },
    after: { vehicleCount: 1, vehiclesRemoved: [await plateOf(two)] },
  });
  const options = await call('GET', `/vehicle?option=true&groupId=${first}`, sahyadri);
  expect(options.json.data).toMatchObject([{ id: three }]);
});

test('by a filter of the list: all that match are added', async () => {
  const ids = [await fleet.vehicle({ colour: 'Violet' }), await fleet.vehicle({ colour: 'Violet' })];
  const id = await group();
  const [first, second] = await Promise.all(ids.map(async (one) => (await fleet.row('vehicle', one)).registrationNo));
  await add(id, { filter: { registrationNo: first } });
  expect(await inGroup(id)).toEqual([ids[0]]);
  await add(id, { filter: { q: second } });
  expect(await inGroup(id)).toEqual([...ids].sort());
  for (const body of [{}, { ids: [], filter: {} }, { filter: { nothing: '1' } }, { filter: { skip: '1' } }])
    expect((await add(id, body)).status, JSON.stringify(body)).toBe(400);
  expect((await add(id, { ids: ['x'] })).status).toBe(400);
});

test('only vehicles of its own organisation; what another one has is like what never was', async () => {
  const [own, theirs] = [await fleet.vehicle(), await fleet.vehicle(ofDeccan())];
  const id = await group();
  const nothing = '019f0000-0000-7000-8000-000000000000';
  const mixed = (await add(id, { ids: [own, theirs, nothing] })).json.data;
  expect(mixed).toEqual({
    done: 1,
    failed: [theirs, nothing].map((one) => ({ id: one, label: one, message: 'This vehicle no longer exists' })),
  });
  expect((await call('PUT', `/vehicle-group/${id}/vehicles`, sahyadri, { ids: [theirs] })).status).toBe(400);
  expect((await add(id, { ids: [theirs] }, deccan)).status).toBe(404);
  expect(await inGroup(id, deccan)).toEqual([]);
  expect((await call('GET', `/vehicle/${own}/groups`, deccan)).status).toBe(404);
  // Staff see both, and are told why it cannot be.
  const staff = (await add(id, { ids: [theirs] }, fleet.admin)).json.data;
  expect(staff.failed).toMatchObject([{ message: 'This vehicle belongs to another organisation' }]);
  expect(await inGroup(id, fleet.admin)).toEqual([own]);
});

test('a name is unique in its organisation, and the colour is one of the theme', async () => {
  await group(sahyadri, { name: 'Night shift' });
  const twice = await call('POST', '/vehicle-group', sahyadri, { name: 'night SHIFT', colour: 'RED' });
  expect(twice.status).toBe(409);
  await group(deccan, { name: 'Night shift' });
  expect((await call('POST', '/vehicle-group', sahyadri, { name: 'Other', colour: '#ff0000' })).status).toBe(400);
});

test('a vehicle that is transferred leaves the groups of its former owner', async () => {
  const [id, other] = [await fleet.readyVehicle(), await fleet.vehicle()];
  const own = await group();
  await add(own, { ids: [id, other] });
  product.clock.move(1_000);
  const body = { toMobile: '+91 70000 00031', reason: 'Sold' };
  const { id: transfer } = (await call('POST', `/vehicle/transfer/${id}`, sahyadri, body)).json.data;
  const decided = await call('POST', `/ownership-transfer/decide/${transfer}`, deccan, { decision: 'APPROVE' });
  expect(decided.status, decided.text).toBe(200);
  expect(await inGroup(own)).toEqual([other]);
  expect(await countOf(own)).toBe(1);
  expect((await call('GET', `/vehicle/${id}/groups`, deccan)).json.data).toEqual([]);
  const history = (await call('GET', `/vehicle-group/${own}/history`, sahyadri)).json.data;
  expect(history[0].after).toMatchObject({ vehicleCount: 1 });
});

test('a deleted vehicle is not counted and is in its groups again once it is restored; a deleted group narrows to nothing', async () => {
  const [id, other] = [await fleet.vehicle(), await fleet.vehicle()];
  const own = await group();
  await add(own, { ids: [id, other] });
  await call('DELETE', `/vehicle/${id}`, sahyadri);
  expect([await countOf(own), await inGroup(own)]).toEqual([1, [other]]);
  // What is set while it is deleted leaves it where it is.
  await call('PUT', `/vehicle-group/${own}/vehicles`, sahyadri, { ids: [other] });
  await call('POST', `/vehicle/restore/${id}`, sahyadri);
  expect([await countOf(own), await inGroup(own)]).toEqual([2, [id, other].sort()]);
  await call('DELETE', `/vehicle-group/${own}`, sahyadri);
  expect(await inGroup(own)).toEqual([]);
  expect((await call('GET', `/vehicle/${id}/groups`, sahyadri)).json.data).toEqual([]);
});

test('two who add and remove at once leave a count that is right', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => fleet.vehicle()));
  const own = await group();
  await Promise.all(
    ids.flatMap((id, at) => [
      add(own, { ids: [id] }),
      at % 2 === 0
        ? call('POST', `/vehicle-group/${own}/remove-vehicles`, sahyadri, { ids: [id] })
        : add(own, { ids: [id] }),
    ]),
  );
  expect(await countOf(own)).toBe((await inGroup(own)).length);
});

test('whoever only looks changes no group', async () => {
  const own = await group(fleet.admin, { orgId: fleet.orgNamed('Kulkarni family') });
  const viewer = await product.login('viewer@roadkeeper.test');
  expect((await call('GET', `/vehicle-group/${own}`, viewer)).status).toBe(200);
  expect((await add(own, { ids: [] }, viewer)).status).toBe(403);
});
