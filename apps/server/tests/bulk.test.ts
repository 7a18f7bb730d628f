import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testing.ts';

let product: TestProduct;
let admin: string;
let clerk: string;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
});
afterAll(() => product.close());

const edit = (path: string, more: object, token = admin, headers = {}) =>
  product.call('POST', `/${path}/bulk`, { token, body: { action: 'edit', ...more }, headers });
const some = async (path: string, query: string) =>
  (await product.call('GET', `/${path}?${query}`, { token: admin })).json.data as (Record<string, unknown> & {
    id: string;
    title: string;
    version: number;
  })[];

test('one field of many records is set, everything else stays, and each has its line of history', async () => {
  const before = await some('rto', 'take=3&sort=code');
  const answer = await edit('rto', { ids: before.map((row) => row.id), set: { district: 'Long Valley' } });
  expect([answer.status, answer.json.data]).toEqual([200, { done: 3, failed: [] }]);
  for (const row of before) {
    const { data: now } = (await product.call('GET', `/rto/${row.id}`, { token: admin })).json;
    expect(now).toEqual({
      ...row,
      district: 'Long Valley',
      version: row.version + 1,
      updatedAt: now.updatedAt,
      updatedBy: now.updatedBy,
    });
    const { data: history } = (await product.call('GET', `/rto/${row.id}/history`, { token: admin })).json;
    expect(history[0]).toMatchObject({
      action: 'update',
      source: 'bulk',
      before: { district: row['district'] },
      after: { district: 'Long Valley' },
    });
  }
  const again = await edit('rto', { ids: before.map((row) => row.id), set: { district: 'Long Valley' } });
  expect(again.json.data.done, 'what is so already is no change').toBe(3);
  const { data: same } = (await product.call('GET', `/rto/${before[0]?.id}`, { token: admin })).json;
  expect(same.version).toBe((before[0]?.version ?? 0) + 1);
});

test('all that a filter matches is edited, an optional field emptied', async () => {
  const filter = { state: 'GA' };
  const matching = await some('rto', 'state=GA&take=100');
  expect(matching.length).toBeGreaterThan(2);
  for (const address of ['Old Secretariat, Panaji', null]) {
    const answer = await edit('rto', { filter, set: { address } });
    expect(answer.json.data).toEqual({ done: matching.length, failed: [] });
    const now = await some('rto', 'state=GA&take=100');
    expect(now.map((row) => row['address'])).toEqual(matching.map(() => address));
  }
  expect((await edit('rto', { filter: {}, set: { address: null } })).status, 'everything must be said').toBe(400);
});

test('a record whose fields would contradict each other is left and named with the reason', async () => {
  const [electric] = await some('vehicle-specification', 'fuelType=ELECTRIC&take=1');
  const [petrol] = await some('vehicle-specification', 'fuelType=PETROL&take=1');
  const answer = await edit('vehicle-specification', {
    ids: [electric?.id, petrol?.id],
    set: { engineCc: 999 },
  });
  expect(answer.json.data).toEqual({
    done: 1,
    failed: [{ id: electric?.id, label: electric?.title, message: 'An electric vehicle has no engine' }],
  });
  const now = await product.call('GET', `/vehicle-specification/${petrol?.id}`, { token: admin });
  expect(now.json.data.engineCc).toBe(999);
});

test('what cannot be assigned to many is refused before anything is written', async () => {
  const [row] = await some('rto', 'take=1');
  for (const [set, at] of [
    [{ code: 'MH99' }, 'code'],
    [{ nothing: 1 }, 'nothing'],
    [{ __proto__: null, constructor: 1 }, 'constructor'],
    [{ state: 'XX' }, 'state'],
    [{ district: 7 }, 'district'],
    [{}, 'set'],
  ] as const) {
    const answer = await edit('rto', { ids: [row?.id], set });
    expect([at, answer.status, Object.keys(answer.json.fields)]).toEqual([at, 400, [at]]);
  }
  expect((await edit('rto', { ids: [row?.id] })).status).toBe(400);
  const other = await product.call('POST', '/rto/bulk', {
    token: admin,
    body: { action: 'activate', ids: [row?.id], set: { district: 'No' } },
  });
  expect(other.status).toBe(400);
  const now = await product.call('GET', `/rto/${row?.id}`, { token: admin });
  expect(now.json.data.version).toBe(row?.version);
});

test('editing many needs the right to edit', async () => {
  const [row] = await some('vehicle-type', 'take=1');
  expect((await edit('vehicle-type', { ids: [row?.id], set: { wheels: 4 } }, clerk)).status).toBe(403);
});
