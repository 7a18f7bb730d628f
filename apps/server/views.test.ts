import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from './testing.ts';

let product: TestProduct;
let admin: string;
let clerk: string;
let client: string;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
});
afterAll(() => product?.close());
const names = async (token: string) =>
  (await product.call('GET', '/rto/views', { token })).json.data.map((view: { name: string }) => view.name);
const save = (token: string, body: object) =>
  product.call('POST', '/rto/views', {
    token,
    body: { name: 'Mine', search: 'state=MH&sort=name', shared: false, ...body },
  });

test('views are kept for oneself, shared by right, and changed by their owner only', async () => {
  const mine = await save(admin, { search: 'state=MH&sort=name&page=4&size=50' });
  expect([mine.status, mine.json.data.search]).toEqual([201, 'state=MH&sort=name']);
  const shared = await save(clerk, { name: 'For all', shared: true });
  expect(shared.status).toBe(201);
  expect(await names(admin)).toEqual(['For all', 'Mine']);
  expect(await names(clerk)).toEqual(['For all']);
  expect(await names(client)).toEqual([]);
  expect((await save(admin, { name: 'MINE' })).status).toBe(409);
  expect((await save(client, { shared: true })).json.fields).toEqual({
    shared: 'You may keep views for yourself only',
  });
  expect((await save(client, {})).status).toBe(201);
  for (const search of ['nothing=1', 'sort=nothing', 'state=XX'])
    expect([search, (await save(admin, { name: search, search })).status]).toEqual([search, 400]);
  const path = `/rto/views/${shared.json.data.id}`;
  const body = { name: 'For all of us', search: '', shared: true };
  expect((await product.call('PUT', path, { token: admin, body })).status).toBe(404);
  expect((await product.call('PUT', path, { token: clerk, body })).json.data).toMatchObject({
    name: 'For all of us',
    version: 2,
  });
  expect((await product.call('DELETE', path, { token: admin })).status).toBe(404);
  expect((await product.call('DELETE', path, { token: clerk })).status).toBe(200);
  expect(await names(admin)).toEqual(['Mine']);
});

test('columns are kept for each person', async () => {
  const set = (token: string, columns: unknown) => product.call('PUT', '/rto/columns', { token, body: { columns } });
  const wanted = [
    { name: 'district', shown: true },
    { name: 'state', shown: false },
  ];
  expect((await set(admin, wanted)).status).toBe(200);
  expect((await product.call('GET', '/rto/columns', { token: admin })).json.data).toEqual(wanted);
  expect((await product.call('GET', '/rto/columns', { token: clerk })).json.data).toEqual([]);
  expect((await set(admin, [{ name: 'nothing', shown: true }])).status).toBe(400);
  expect((await set(admin, [{ name: 'state' }])).status).toBe(400);
});
