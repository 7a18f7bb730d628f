import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing.ts';

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
  expect([mine.status, mine.json.data.search]).toEqual([201, 'state=MH&sort=name&size=50']);
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
  for (const search of ['nothing=1', 'sort=nothing', 'state=XX', 'size=7'])
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

const columns = async (token: string) => (await product.call('GET', '/rto/columns', { token })).json.data;
const set = (token: string, wanted: unknown, view?: string) =>
  product.call('PUT', '/rto/columns', { token, body: { columns: wanted, ...(view ? { view } : {}) } });

test('columns are kept for each person, with widths and pins', async () => {
  const wanted = [
    { name: 'district', shown: true, width: 180, pinned: true },
    { name: 'state', shown: false },
  ];
  expect((await set(admin, wanted)).status).toBe(200);
  expect(await columns(admin)).toEqual({ list: wanted, views: {} });
  expect(await columns(clerk)).toEqual({ list: [], views: {} });
  for (const wrong of [
    [{ name: 'nothing', shown: true }],
    [{ name: 'state' }],
    [{ name: 'state', shown: true, width: 5 }],
    [{ name: 'state', shown: true, width: 5_000 }],
    [{ name: 'state', shown: true, more: 1 }],
    [
      { name: 'state', shown: true },
      { name: 'state', shown: true },
    ],
  ])
    expect((await set(admin, wrong)).status).toBe(400);
  expect(await columns(admin)).toEqual({ list: wanted, views: {} });
  expect((await set(admin, [])).status).toBe(200);
  expect(await columns(admin)).toEqual({ list: [], views: {} });
});

test('a view has columns of its own, and what somebody changes about them is theirs until the view takes it', async () => {
  const own = [{ name: 'kind', shown: true, width: 300 }];
  const view = (await save(admin, { name: 'With columns', shared: true, columns: own })).json.data;
  expect(view.columns).toEqual(own);
  const wider = [{ name: 'kind', shown: true, width: 400 }];
  expect((await set(clerk, wider, view.id)).status).toBe(200);
  expect(await columns(clerk)).toEqual({ list: [], views: { [view.id]: wider } });
  expect(await columns(admin)).toEqual({ list: [], views: {} });
  expect((await set(clerk, [], view.id)).status).toBe(200);
  expect(await columns(clerk)).toEqual({ list: [], views: {} });

  expect((await set(admin, wider, view.id)).status).toBe(200);
  const body = { name: view.name, search: view.search, shared: true, columns: wider };
  const saved = await product.call('PUT', `/rto/views/${view.id}`, { token: admin, body });
  expect(saved.json.data.columns).toEqual(wider);
  const late = await product.call('PUT', `/rto/views/${view.id}`, {
    token: admin,
    body,
    headers: { 'if-match': `"v${view.version}"` },
  });
  expect([late.status, late.json.current.version]).toEqual([412, saved.json.data.version]);
  expect(await columns(admin)).toEqual({ list: [], views: {} });
  expect((await save(admin, { name: 'Wrong', columns: [{ name: 'nothing', shown: true }] })).status).toBe(400);

  // Another name alone leaves what its owner has changed about the columns.
  const own2 = [{ name: 'kind', shown: true, width: 500 }];
  expect((await set(admin, own2, view.id)).status).toBe(200);
  const renamed = await product.call('PUT', `/rto/views/${view.id}`, {
    token: admin,
    body: { ...body, name: 'Renamed' },
  });
  expect([renamed.json.data.name, renamed.json.data.columns]).toEqual(['Renamed', wider]);
  expect((await columns(admin)).views).toEqual({ [view.id]: own2 });

  // A view one may not see, one of another list, and one that never was are answered alike.
  const hidden = (await save(admin, { name: 'Hidden' })).json.data.id;
  const elsewhere = (
    await product.call('POST', '/vehicle-brand/views', { token: clerk, body: { name: 'B', search: '', shared: false } })
  ).json.data.id;
  for (const id of [hidden, elsewhere, '01900000-0000-7000-8000-000000000000'])
    expect([(await set(clerk, wider, id)).status, (await set(client, wider, id)).status]).toEqual([404, 404]);

  expect((await set(clerk, wider, view.id)).status).toBe(200);
  await product.call('DELETE', `/rto/views/${view.id}`, { token: admin });
  expect(await columns(clerk)).toEqual({ list: [], views: {} });
});
