import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '../testing/fleet.ts';

let product: TestProduct;
let fleet: Fleet;
beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
});
afterAll(() => product?.close());

const make = (over: Record<string, unknown>, token = fleet.admin) =>
  product.call('POST', '/vehicle', { token, body: fleet.body(over) });
const wrong = async (over: Record<string, unknown>) => {
  const answer = await make(over);
  expect(answer.status, answer.text).toBe(400);
  return answer.json.fields as Record<string, string>;
};

test('the number is brought into one form, and its kind and office follow from it', async () => {
  const { status, json } = await make({ registrationNo: 'mh 12-ab 1234' });
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ registrationNo: 'MH12AB1234', registrationKind: 'PERMANENT', status: 1 });
  expect(json.data.rto.label).toMatch(/^MH12/);
  for (const spelling of ['mh12ab1234', 'MH 12 AB 1234', 'MH-12-AB-1234', 'Mh12 ab-1234']) {
    const found = await product.call('GET', `/vehicle?q=${encodeURIComponent(spelling)}`, { token: fleet.admin });
    expect(found.status, found.text).toBe(200);
    expect(
      found.json.data.map((row: { id: string }) => row.id),
      spelling,
    ).toEqual([json.data.id]);
    const twin = await make({ registrationNo: spelling });
    expect(twin.json.existing).toEqual({ path: 'vehicle', id: json.data.id, title: 'MH12AB1234' });
    expect([twin.status, twin.json.fields]).toEqual([
      409,
      { registrationNo: 'Another vehicle has this registration number' },
    ]);
  }
  const deccan = await product.login('deccan@roadkeeper.test');
  const orgId = fleet.orgNamed('Deccan Cold Chain');
  const hidden = await make({ registrationNo: 'MH12AB1234', orgId }, deccan);
  expect([hidden.status, hidden.json.existing]).toEqual([409, undefined]);
  expect((await make({ registrationNo: '22 BH 1234 AA' })).json.data).toMatchObject({
    registrationKind: 'BH',
    rtoId: null,
  });
  expect((await make({ registrationNo: 'OR02AB1234' })).json.data.rto.label).toMatch(/^O[DR]02/);
});

test('numbers without a form of their own say when they end', async () => {
  const loose = { registrationNo: 'T1223MH4567A', registrationKind: 'TEMPORARY' };
  expect(await wrong(loose)).toEqual({ registrationEndsOn: 'Enter the last valid day of a temporary or trade number' });
  expect((await make({ ...loose, registrationEndsOn: '2026-12-31' })).status).toBe(201);
  expect(Object.keys(await wrong({ registrationNo: 'T1223MH4567B' }))).toEqual(['registrationNo']);
  expect(await wrong({ registrationEndsOn: '2026-12-31' })).toEqual({
    registrationEndsOn: 'Only temporary and trade numbers expire',
  });
});

test('another office than the number’s, a strange chassis number: taken, with a warning each', async () => {
  const other = (await product.call('GET', '/rto?q=KA01&take=1', { token: fleet.admin })).json.data[0];
  const made = await make({ registrationNo: 'MH14CD77', rtoId: other.id, chassisNo: 'OLDCHASSIS77' });
  expect(made.status).toBe(201);
  expect(made.json.data.rtoId).toBe(other.id);
  expect(made.json.warnings).toEqual([
    expect.stringMatching(/^The number belongs to MH14 .+, but the RTO is KA01/),
    'Chassis number: a chassis number has 17 characters, this has 12: only old vehicles have such',
  ]);
  const fine = await make({ chassisNo: '1M8GDM9AXKP042788' });
  expect(fine.json.warnings).toBeUndefined();
  const twin = await make({ chassisNo: '1m8gdm9axkp 042788' });
  expect([twin.status, twin.json.existing]).toEqual([
    409,
    { path: 'vehicle', id: fine.json.data.id, title: fine.json.data.registrationNo },
  ]);
});

test('model and specification fill in what is left empty, and nothing of another model goes with them', async () => {
  const list = (await product.call('GET', '/vehicle-specification?take=100', { token: fleet.admin })).json.data;
  const build = list.find((one: { seats: number | null }) => one.seats !== null);
  const model = (await product.call('GET', `/vehicle-model/${build.modelId}`, { token: fleet.admin })).json.data;
  const made = await make({ modelId: model.id, specificationId: build.id, categoryId: undefined });
  expect(made.json.data).toMatchObject({
    brandId: model.brandId,
    typeId: model.typeId,
    categoryId: model.categoryId,
    fuelType: build.fuelType,
    seats: build.seats,
  });
  const typed = await make({ modelId: model.id, specificationId: build.id, seats: 3 });
  expect(typed.json.data.seats).toBe(3);
  const foreign = list.find((one: { modelId: string }) => one.modelId !== model.id);
  expect(Object.keys(await wrong({ modelId: model.id, specificationId: foreign.id }))).toEqual(['specificationId']);
  const brands = (await product.call('GET', '/vehicle-brand?take=2', { token: fleet.admin })).json.data;
  const brand = brands.find((one: { id: string }) => one.id !== model.brandId);
  expect(await wrong({ modelId: model.id, brandId: brand.id })).toEqual({
    brandId: `${model.title} does not belong to this brand`,
  });
});

test('days fit together, an odometer does not fall, and what is switched off is not chosen anew', async () => {
  expect(await wrong({ registeredOn: '2026-11-22' })).toEqual({
    registeredOn: 'Registered on cannot be in the future',
  });
  expect(await wrong({ manufacturedOn: '2026-03', registeredOn: '2026-02-27' })).toEqual({
    registeredOn: 'Registered on cannot be before it was built',
  });
  expect(await wrong({ manufacturedOn: '2026-12' })).toEqual({ manufacturedOn: 'Built in cannot be in the future' });
  const body = fleet.body({ odometerKm: 5_000 });
  const { data } = (await product.call('POST', '/vehicle', { token: fleet.admin, body })).json;
  const put = (over: object) =>
    product.call('PUT', `/vehicle/${data.id}`, { token: fleet.admin, body: { ...body, ...over } });
  expect((await put({ odometerKm: 4_999 })).json.fields).toEqual({
    odometerKm: 'The last reading was 5000 km. The odometer cannot go down',
  });
  expect((await put({ odometerKm: 5_001, chassisNo: data.chassisNo, engineNo: data.engineNo })).status).toBe(200);
  await product.call('PUT', `/vehicle-model/status/${fleet.model.id}`, { token: fleet.admin });
  expect(await wrong({})).toEqual({ modelId: 'Model is inactive. Choose another' });
  expect((await put({ odometerKm: 5_002 })).status).toBe(200);
  await product.call('PUT', `/vehicle-model/status/${fleet.model.id}`, { token: fleet.admin });
});

test('vehicles with filters: options or rows, and how many there are', async () => {
  const answer = await product.call('GET', '/vehicle/with-filters?option=true&skip=0&take=5&state=DRAFT', {
    token: fleet.admin,
  });
  const { rows, count } = answer.json.data;
  expect(rows).toHaveLength(5);
  expect(Object.keys(rows[0])).toEqual(['id', 'name', 'label', 'value']);
  expect(count).toBe((await product.call('GET', '/vehicle?state=DRAFT', { token: fleet.admin })).json.count);
  const whole = await product.call('GET', '/vehicle/with-filters?q=MH12AB1234', { token: fleet.admin });
  expect(whole.json.data).toMatchObject({ rows: [{ registrationNo: 'MH12AB1234', state: 'DRAFT' }], count: 1 });
  expect((await product.call('GET', '/vehicle/with-filters?colour=x', { token: fleet.admin })).status).toBe(400);
});

test('the vehicles of a person’s organisation, for those who may see the person', async () => {
  const people = (await product.call('GET', '/app-user?take=100', { token: fleet.admin })).json.data;
  const person = people.find((one: { email: string }) => one.email === 'client@roadkeeper.test');
  const answer = await product.call('GET', `/vehicle/app-user/${person.id}`, { token: fleet.admin });
  expect(answer.json.data[0]).toMatchObject({ value: answer.json.data[0].id, orgId: person.orgId });
  const all = await product.call('GET', `/vehicle?orgId=${person.orgId}&status=1`, { token: fleet.admin });
  expect(answer.json.data).toHaveLength(all.json.count);
  const other = await product.login('deccan@roadkeeper.test');
  const hidden = await product.call('GET', `/vehicle/app-user/${person.id}`, { token: other });
  expect([hidden.status, hidden.json.message]).toEqual([404, 'App user not found']);
});
