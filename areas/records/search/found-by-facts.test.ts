import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '#areas/vehicles/testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
let vehicle: string;
let driver: string;
let model: { id: string; name: string; brand: { label: string } };
let owner: string;
let stranger: string;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
  [model] = (await product.call('GET', '/vehicle-model?q=honda&take=1', { token: fleet.admin })).json.data;
  vehicle = await fleet.readyVehicle({ registrationNo: 'MH14KD7730', modelId: model.id, brandId: null });
  driver = await fleet.readyDriver({ name: 'Zubin Irani', mobile: '9822041173' });
  await fleet.give(vehicle, driver);
  owner = await product.login('client@roadkeeper.test');
  stranger = await product.login('deccan@roadkeeper.test');
});
afterAll(() => product?.close());

const listed = async (path: string, q: string, token = fleet.admin): Promise<string[]> => {
  const { status, text, json } = await product.call('GET', `/${path}?take=100&q=${encodeURIComponent(q)}`, { token });
  expect(status, text).toBe(200);
  return json.data.map(({ id }: { id: string }) => id);
};
const everywhere = async (q: string, token = fleet.admin): Promise<string[]> => {
  const { status, text, json } = await product.call('GET', `/search?q=${encodeURIComponent(q)}`, { token });
  expect(status, text).toBe(200);
  return json.data.map(({ id }: { id: string }) => id);
};

const phones = ['9822041173', '98220 41173', '+91 98220 41173', '+919822041173', '098220-41173'];

test('a vehicle is found by its model, its brand, its driver and the driver’s phone, together with its plate or alone', async () => {
  for (const q of [
    'mh14 honda',
    `${model.brand.label} ${model.name}`,
    'zubin',
    'irani zubin',
    'kd77 zub',
    `mh14kd7730 ${model.name}`,
    ...phones,
  ]) {
    expect([q, await listed('vehicle', q)]).toEqual([q, expect.arrayContaining([vehicle])]);
    expect([q, await everywhere(q)]).toEqual([q, expect.arrayContaining([vehicle])]);
    expect([q, await listed('vehicle', q, owner)]).toEqual([q, expect.arrayContaining([vehicle])]);
  }
  expect(await listed('vehicle', 'zubin')).toEqual([vehicle]);
});

test('digits of Hindi are those of plates and phones', async () => {
  for (const q of ['MH१४KD७७३०', '९८२२०४११७३']) {
    expect([q, await everywhere(q)]).toEqual([q, expect.arrayContaining([vehicle])]);
    expect([q, await listed('vehicle', q)]).toEqual([q, [vehicle]]);
  }
});

test('a driver is found by the vehicle, however its plate is written, and by the phone', async () => {
  for (const q of ['mh14kd7730', 'MH-14-KD-7730', 'MH 14 KD 7730', 'zubin kd77', ...phones]) {
    expect([q, await listed('drivers', q)]).toEqual([q, [driver]]);
    expect([q, await everywhere(q)]).toEqual([q, expect.arrayContaining([driver])]);
  }
});

test('a phone finds vehicles as a whole only: nobody reads a driver’s number out of them digit by digit', async () => {
  for (const q of ['982204', '9822041', '98220411', '41173'])
    expect([q, await listed('vehicle', q), await everywhere(q, stranger)]).toEqual([q, [], []]);
  expect(await listed('drivers', '41173')).toEqual([driver]);
});

test('of another organisation nothing is found by any of it', async () => {
  for (const q of ['zubin', ...phones, 'kd7730'])
    for (const path of ['vehicle', 'drivers', 'device', 'vehicle-kyc-doc'])
      expect([q, path, await listed(path, q, stranger)]).toEqual([q, path, []]);
  for (const q of ['zubin', ...phones]) expect([q, await everywhere(q, stranger)]).toEqual([q, []]);
});

test('what is called so comes before what only has something that is', async () => {
  const namesake = await fleet.vehicle({ registrationNo: 'MH14ZUBIN1' }).catch(() => undefined);
  expect(namesake).toBeUndefined();
  const found = await everywhere('zubin irani');
  expect(found.slice(0, 1)).toEqual([driver]);
  expect(found).toContain(vehicle);
});

const matchOf = async (q: string, id: string, token = fleet.admin) =>
  (await product.call('GET', `/search?q=${encodeURIComponent(q)}`, { token })).json.data.find(
    (row: { id: string }) => row.id === id,
  )?.match;

test('what was found says where the words stand, unless its name says so', async () => {
  expect(await matchOf('mh14kd7730', vehicle)).toBeNull();
  expect(await matchOf('MH 14 KD 7730', vehicle)).toBeNull();
  expect(await matchOf('zubin', driver)).toBeNull();
  expect(await matchOf('zubin', vehicle)).toEqual({ label: 'Driver', value: 'Zubin Irani' });
  expect(await matchOf('kd77 zubin', vehicle)).toEqual({ label: 'Driver', value: 'Zubin Irani' });
  for (const q of phones) {
    expect([q, await matchOf(q, driver)]).toEqual([q, { label: 'Mobile number', value: '9822041173' }]);
    // Of the driver a vehicle's list shows the name, and so does this.
    expect([q, await matchOf(q, vehicle)]).toEqual([q, { label: 'Driver', value: 'Zubin Irani' }]);
  }
  expect(await matchOf('kd7730', driver)).toEqual({ label: 'Vehicle', value: 'MH14KD7730' });
});

test('a number that is kept encrypted is found as a whole, and shown as its list shows it', async () => {
  for (const [path, id, field, label] of [
    ['drivers', driver, 'dlNo', 'Licence number'],
    ['vehicle', vehicle, 'chassisNo', 'Chassis number'],
  ] as const) {
    const row = (await product.call('GET', `/${path}/${id}`, { token: fleet.admin })).json.data;
    const shown = await product.call('POST', `/${path}/reveal/${id}`, { token: fleet.admin, body: { field } });
    const whole = shown.json.data.value as string;
    const match = await matchOf(whole, id);
    expect(match).toEqual({ label, value: row[field] });
    expect(JSON.stringify(match)).not.toContain(whole);
  }
});

test('records are named as their reader knows them', async () => {
  const nameOf = async (token: string) =>
    (await product.call('GET', '/search?q=meera', { token })).json.data.map(
      (row: { moduleName: string }) => row.moduleName,
    );
  expect([await nameOf(fleet.admin), await nameOf(owner)]).toEqual([
    expect.arrayContaining(['App user']),
    expect.arrayContaining(['Team member']),
  ]);
});
