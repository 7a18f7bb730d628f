import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';
import { addTrip } from '#areas/trips/testing/trips.ts';

let product: TestProduct;
let fleet: Carriers;
const people: Record<string, string> = {};
let plate: string;
let vehicleId: string;
const trips: string[] = [];

beforeAll(async () => {
  product = await startTestProduct();
  fleet = await carriersOf(product);
  for (const name of ['client', 'deccan']) people[name] = await product.login(`${name}@roadkeeper.test`);
  const carrier = await fleet.carrier();
  vehicleId = carrier.vehicleId;
  for (const at of ['2026-11-03T05:00:00.000Z', '2026-11-04T05:00:00.000Z'])
    trips.push(await addTrip(product, { bindingId: carrier.bindingId, startAt: at }));
  plate = (await product.call('GET', `/vehicle/${vehicleId}`, { token: fleet.admin })).json.data.registrationNo;
});
afterAll(() => product?.close());

interface Found {
  id: string;
  module: string;
  moduleName: string;
  title: string;
  to: string;
}
const find = async (q: string, token = fleet.admin): Promise<Found[]> => {
  const { status, text, json } = await product.call('GET', `/search?q=${encodeURIComponent(q)}`, { token });
  expect(status, text).toBe(200);
  return json.data;
};
/** Signs in somebody of the staff who may view these modules, and nothing else. */
async function somebodyWith(modules: string[]): Promise<string> {
  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await product.call(method, path, { token: fleet.admin, ...(body ? { body } : {}) });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json.data;
  };
  const matrix = (await call('GET', '/role/permissions')) as { key: string; moduleId: string }[];
  const permissions = matrix
    .filter(({ key }) => modules.includes(key))
    .map(({ moduleId }) => ({ moduleId, actions: ['view'] }));
  await call('POST', '/role', { name: 'Looker', audience: 'staff', rowScope: 'ALL', permissions });
  await product.addStaff('looker@roadkeeper.test', 'Looker');
  return product.login('looker@roadkeeper.test');
}
const tripsIn = (rows: readonly Found[]) => rows.filter(({ module }) => module === 'vehicle-trips');

test('a plate finds the latest trips of the vehicle, with their days and addresses', async () => {
  const [vehicle, ...others] = await find(plate);
  expect(vehicle).toMatchObject({ id: vehicleId, module: 'vehicle', to: `/vehicle/${vehicleId}` });
  expect(tripsIn(others)).toEqual([
    expect.objectContaining({
      id: trips[1],
      moduleName: 'Trip',
      title: `${plate}, 4 Nov 2026, 10:30`,
      to: `/vehicle-trips/${trips[1]}`,
    }),
    expect.objectContaining({ id: trips[0], title: `${plate}, 3 Nov 2026, 10:30` }),
  ]);
  expect(tripsIn(await find(plate, people['client'])).map(({ id }) => id)).toEqual([trips[1], trips[0]]);
});

test('trips are found by nobody of another organisation, and by nobody who may not view trips', async () => {
  // The office that the plate names is everybody's.
  expect((await find(plate, people['deccan'])).map(({ title }) => title)).toEqual(['MH12 Pune']);
  const looker = await somebodyWith(['vehicle', 'drivers']);
  expect((await product.call('GET', '/vehicle-trips', { token: looker })).status).toBe(403);
  expect((await find(plate, looker)).map(({ module }) => module)).toEqual(['vehicle']);
});

test('a transaction is found by its whole reference, by its organisation and the staff alone', async () => {
  const post = async (token: string | undefined, path: string, body: object) => {
    const answer = await product.call('POST', path, { body, ...(token ? { token } : {}) });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.data;
  };
  const wallet = await post(people['client'], '/wallet', {});
  const { id, ref } = await post(await product.login('finance@roadkeeper.test'), '/wallet/adjustment', {
    walletId: wallet.id,
    transactionType: 1,
    amountPaise: 5_000,
    note: 'For the test',
  });
  const wanted = expect.objectContaining({ id, module: 'wallet', title: ref, to: `/wallet/transaction/${id}` });
  for (const q of [ref, ref.toLowerCase(), ` ${ref} `]) expect([q, await find(q)]).toEqual([q, [wanted]]);
  expect(await find(ref, people['client'])).toEqual([wanted]);
  expect(await find(ref, people['deccan'])).toEqual([]);
  expect(await find(ref.slice(0, -1))).toEqual([]);
});
