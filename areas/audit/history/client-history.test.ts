import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { ref, text } from '#kit/contract/fields.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { draftTable } from '#tools/database/draft-sql.ts';

const fuelCard = catalogue('fuel-card', {
  one: 'Fuel card',
  many: 'Fuel cards',
  icon: 'car',
  group: 'group-fleet',
  about: 'Cards that pay for fuel.',
  scope: 'organisation',
  fields: {
    name: text({ label: 'Number', list: true, search: true }),
    orgId: ref('organisation', { label: 'Organisation' }),
  },
});

let product: TestProduct;
let admin: string;
let client: string;
let other: string;
let cardId: string;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: object) =>
  product.call(method, path, { token, ...(body ? { body } : {}) });
const history = async (query: string, token: string): Promise<HistoryRow[]> => {
  const answer = await call('GET', `/history?take=100&${query}`, token);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json.count).toBe(answer.json.data.length);
  return answer.json.data;
};
const idOf = async (email: string) => {
  const [row] = await transact(product.product.db, everything, (db) =>
    db.query<{ id: string }>('select id from account where email = $1', [email]),
  );
  return row?.id as string;
};

beforeAll(async () => {
  product = await startTestProduct({ catalogues: [...catalogues, fuelCard], sql: draftTable(fuelCard) });
  await product.product.db.query(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, m.actions from role r, module m
     where r.audience = 'client' and m.key in ('fuel-card', 'history') on conflict do nothing`,
  );
  admin = await product.login('admin@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
  other = await product.login('viewer@roadkeeper.test');
  cardId = (await call('POST', '/fuel-card', client, { name: 'CARD-1' })).json.data.id;
  await call('POST', '/fuel-card', other, { name: 'CARD-1' });
  // Staff put it right for the client.
  const { orgId } = (await call('GET', `/fuel-card/${cardId}`, admin)).json.data;
  await call('PUT', `/fuel-card/${cardId}`, admin, { name: 'CARD-2', orgId });
  await call('PUT', `/fuel-card/status/${cardId}`, admin);
});
afterAll(() => product?.close());

test('clients see the rows of their organisation, staff among them without their names', async () => {
  const shape = (rows: HistoryRow[]) => rows.map((row) => [row.action, row.actorName, row.recordTitle]);
  expect(shape(await history('module=fuel-card', client))).toEqual([
    ['status', 'Roadkeeper staff', 'CARD-2'],
    ['update', 'Roadkeeper staff', 'CARD-2'],
    ['create', 'Meera Joshi', 'CARD-1'],
  ]);
  expect(shape(await history('module=fuel-card', other))).toEqual([['create', 'Rohan Kulkarni', 'CARD-1']]);
  expect(shape(await history('module=session', client))).toEqual([['sign-in', 'Meera Joshi', 'Meera Joshi']]);
  for (const row of await history('', client))
    if (row.actorName === 'Roadkeeper staff') expect([row.actorId, row.requestId]).toEqual([null, null]);
  expect((await history('module=fuel-card', admin)).map((row) => row.actorName)).toContain('Asha Menon');
});

test('no filter finds out who of the staff it was', async () => {
  const asha = await idOf('admin@roadkeeper.test');
  for (const query of ['q=asha', 'q=menon', `actor=${asha}`, `person=${asha}`])
    expect([query, await history(query, client)]).toEqual([query, []]);
  expect(await history('q=roadkeeper staff', client)).toHaveLength(2);
});

test('the tab of a record and the file say no more than the list does', async () => {
  const tab = await call('GET', `/fuel-card/${cardId}/history`, client);
  expect(tab.json.data.map((row: HistoryRow) => row.actorName)).toEqual([
    'Roadkeeper staff',
    'Roadkeeper staff',
    'Meera Joshi',
  ]);
  expect((await call('GET', `/fuel-card/${cardId}/history`, admin)).json.data[0].actorName).toBe('Asha Menon');
  expect((await call('GET', `/fuel-card/${cardId}/history`, other)).status).toBe(404);
  const file = await call('POST', '/history/export', client, {});
  expect(file.status, file.text).toBe(200);
  expect(file.text).toContain('Roadkeeper staff');
  expect(file.text).not.toMatch(/Asha|Rohan|127\.0\.0\.1|Address|Entry number/);
});

test('what staff removed for good is still known to have been the organisation’s', async () => {
  const { id } = (await call('POST', '/fuel-card', client, { name: 'CARD-9' })).json.data;
  await call('DELETE', `/fuel-card/${id}`, admin);
  expect((await call('DELETE', `/trash/${id}`, admin)).status).toBe(200);
  expect((await history(`record=${id}`, client)).map((row) => row.action)).toEqual(['purge', 'delete', 'create']);
});

test('the chain, which is one over all organisations, is the staff’s to check', async () => {
  for (const method of ['GET', 'POST'] as const)
    expect((await call(method, '/history/verify', client)).status).toBe(403);
});
