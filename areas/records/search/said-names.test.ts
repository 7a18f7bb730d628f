import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';

let product: TestProduct;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const get = async (path: string, token = admin) => (await product.call('GET', path, { token })).json;
const inList = async (path: string, q: string): Promise<string[]> =>
  (await get(`/${path}?take=20&q=${encodeURIComponent(q)}`)).data.map((row: { name: string }) => row.name);
const found = async (q: string, token = admin): Promise<string[]> =>
  (await get(`/search?q=${encodeURIComponent(q)}`, token)).data.map(
    (one: { module: string; title: string }) => `${one.module}: ${one.title}`,
  );

test('lists find names that come with the product as readers of Hindi see them, with the dots below letters or without', async () => {
  expect(await inList('vehicle-type', 'ट्रैक्टर')).toEqual(['Tractor']);
  const speeding = ['Over-speeding, light motor vehicle', 'Over-speeding, medium or heavy vehicle'];
  expect((await inList('challan-type', 'तेज़ रफ़्तार')).toSorted()).toEqual(speeding);
  expect((await inList('challan-type', 'तेज रफ्तार')).toSorted()).toEqual(speeding);
  expect(await inList('challan-type', 'तेज़ रफ़्तार हल्का')).toEqual(speeding.slice(0, 1));
  expect(await inList('sos', 'दमकल')).toEqual(['Fire service']);
  expect(await inList('vehicle-type', 'हवाई')).toEqual([]);
  // In the middle of a word it is another word.
  expect((await found('धिकार')).filter((one) => one.startsWith('challan-type'))).toEqual([]);
});

test('what refers to them is found by them too', async () => {
  const rules = async (q: string) => (await get(`/challan-rule?take=1&q=${encodeURIComponent(q)}`)).count;
  const english = await rules('helmet');
  expect(english).toBeGreaterThan(0);
  expect(await rules('हेलमेट')).toBe(english);
});

test('what people wrote in Hindi is found as before, beside what is called so', async () => {
  const made = await product.call('POST', '/purpose', {
    token: admin,
    body: { name: 'ट्रैक्टर की मरम्मत', code: 'TRACTOR_REPAIR', appliesTo: ['TRIP'], needsNote: false, position: 900 },
  });
  expect(made.status).toBe(201);
  expect(await inList('purpose', 'ट्रैक्टर')).toEqual(['ट्रैक्टर की मरम्मत']);
  const everywhere = await found('ट्रैक्टर');
  expect(everywhere).toEqual(expect.arrayContaining(['purpose: ट्रैक्टर की मरम्मत', 'vehicle-type: Tractor']));
});

test('the search over everything finds them as well, for staff and clients, whole names first', async () => {
  expect((await found('तेज रफ्तार')).filter((one) => one.startsWith('challan-type'))).toHaveLength(2);
  const client = await product.login('client@roadkeeper.test');
  const types = (await found('ट्रक', client)).filter((one) => one.startsWith('vehicle-type'));
  expect(types[0]).toBe('vehicle-type: Truck');
  expect(types).toEqual(expect.arrayContaining(['vehicle-type: Light truck', 'vehicle-type: Pickup truck']));
});
