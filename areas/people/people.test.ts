import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
let admin: string;
let owner: string;
let viewer: string;
const roles: Record<string, string> = {};
const organisations: Record<string, string> = {};
let serial = 10;

const get = (path: string, token: string) => product.call('GET', path, { token });
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: unknown) =>
  product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const person = (more: object = {}) => {
  serial += 1;
  return {
    name: `Member ${serial}`,
    profileType: 0,
    mobile: `98220000${serial}`,
    roleId: roles['Client viewer'],
    ...more,
  };
};
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
const unknownId = '01a1fc17-27e9-7627-921e-d6ed735c9999';

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  owner = await product.login('client@roadkeeper.test');
  viewer = await product.login('dispatch@roadkeeper.test');
  for (const one of (await get('/role?take=100', admin)).json.data) roles[one.name] = one.id;
  for (const one of (await get('/organisation?take=100', admin)).json.data) organisations[one.name] = one.id;
});
afterAll(() => product.close());

test('staff make an app user for an organisation, or with one made for that person alone', async () => {
  const member = await send('POST', '/app-user', admin, person({ orgId: organisations['Kulkarni family'] }));
  expect(member.status, member.text).toBe(201);
  expect(member.json.data.org).toMatchObject({ label: 'Kulkarni family', status: 1 });
  const alone = await send('POST', '/app-user', admin, person({ name: 'Jose Fernandes' }));
  expect(alone.json.data.org.label).toBe('Jose Fernandes');
  const own = await get(`/organisation/${alone.json.data.orgId}`, admin);
  expect(own.json.data).toMatchObject({ name: 'Jose Fernandes', kind: 'PERSON' });
  const history = await get(`/organisation/${alone.json.data.orgId}/history`, admin);
  expect(history.json.data).toHaveLength(1);
  const refused = await send('POST', '/app-user', admin, person({ mobile: undefined }));
  expect(refused.json.fields.mobile).toMatch(/mobile number or an email/);
});

test('an app user stays with the organisation, and gets roles for clients only', async () => {
  const { json } = await send('POST', '/app-user', admin, person({ orgId: organisations['Kulkarni family'] }));
  const body = person();
  const moved = await send('PUT', `/app-user/${json.data.id}`, admin, {
    ...body,
    orgId: organisations['Sahyadri Logistics'],
  });
  expect(moved.json.fields).toEqual({ orgId: 'A record stays with the organisation it was made for' });
  expect((await send('PUT', `/app-user/${json.data.id}`, admin, body)).json.data.orgId).toBe(
    organisations['Kulkarni family'],
  );
  const staff = await send('POST', '/app-user', admin, person({ roleId: roles['RTO clerk'] }));
  expect(staff.json.fields.roleId).toBe('RTO clerk is a role for staff');
});

test('the specified lists and forms of app users answer', async () => {
  const drivers = await get('/app-user?profileType=2&take=100', admin);
  expect(drivers.json.data.length).toBeGreaterThan(0);
  expect(drivers.json.data.every((one: { profileType: number }) => one.profileType === 2)).toBe(true);
  const option = await get('/app-user/option', admin);
  expect(option.json.data).toEqual((await get('/app-user?option=true', admin)).json.data);
  expect((await get('/app-user/option?profileType=2', admin)).json.count).toBe(drivers.json.count);
  // What a client may give but not look at has a name all the same.
  expect((await get('/role', owner)).status).toBe(403);
  const role = await get(`/role/option?id=${roles['Client viewer']}`, owner);
  expect(role.json.data.map((one: { label: string }) => one.label)).toEqual(['Client viewer']);
  const own = await get('/app-user/profile', owner);
  expect(own.json.data).toMatchObject({
    kind: 'client',
    name: 'Meera Joshi',
    profileType: 1,
    orgName: 'Sahyadri Logistics',
  });
  expect((await get('/app-user/profile', admin)).json.data).toMatchObject({
    kind: 'staff',
    profileType: null,
    orgId: null,
  });
});

test('a client sees their own organisation and its people, and nobody else’s', async () => {
  const people = await get('/app-user?take=100', owner);
  expect(new Set(people.json.data.map((one: { orgId: string }) => one.orgId))).toEqual(
    new Set([organisations['Sahyadri Logistics']]),
  );
  expect((await get('/organisation', owner)).json.data.map((one: { name: string }) => one.name)).toEqual([
    'Sahyadri Logistics',
  ]);
  const foreign = (await get(`/app-user?orgId=${organisations['Kulkarni family']}&take=1`, admin)).json.data[0].id;
  for (const path of [`/app-user/ID`, `/app-user/ID/history`, `/app-user/ID/usage`]) {
    const known = await get(path.replace('ID', foreign), owner);
    const unknown = await get(path.replace('ID', unknownId), owner);
    expect([known.status, bare(known.text)], path).toEqual([404, bare(unknown.text)]);
  }
  expect((await get('/user', owner)).status).toBe(403);
});

test('an owner runs the people of the organisation, below the own level and nowhere else', async () => {
  const made = await send('POST', '/app-user', owner, person());
  expect(made.status, made.text).toBe(201);
  expect(made.json.data.orgId).toBe(organisations['Sahyadri Logistics']);
  const elsewhere = await send('POST', '/app-user', owner, person({ orgId: organisations['Kulkarni family'] }));
  const nowhere = await send('POST', '/app-user', owner, person({ orgId: unknownId }));
  expect([elsewhere.status, bare(elsewhere.text)]).toEqual([400, bare(nowhere.text)]);
  const peer = await send('POST', '/app-user', owner, person({ roleId: roles['Client owner'] }));
  expect(peer.json.fields.roleId).toMatch(/not below your own/);
  expect((await send('PUT', `/app-user/status/${made.json.data.id}`, owner)).json.data.status).toBe(0);
  expect((await send('DELETE', `/app-user/${made.json.data.id}`, owner)).status).toBe(200);
  expect((await send('POST', '/app-user', viewer, person())).status).toBe(403);
  const own = organisations['Sahyadri Logistics'];
  const body = { name: 'Sahyadri Logistics', kind: 'COMPANY', city: 'Pimpri' };
  expect((await send('PUT', `/organisation/${own}`, owner, body)).json.data.city).toBe('Pimpri');
  expect((await send('PUT', `/organisation/status/${own}`, owner)).status).toBe(403);
  expect((await send('POST', '/organisation', owner, body)).status).toBe(403);
});

test('closing an organisation signs all of its people out at once', async () => {
  const token = await product.login('deccan@roadkeeper.test');
  const id = organisations['Deccan Cold Chain'];
  expect((await get('/token', token)).status).toBe(200);
  expect((await send('PUT', `/organisation/status/${id}`, admin)).status).toBe(200);
  expect((await get('/token', token)).status).toBe(401);
  expect((await send('DELETE', `/organisation/${id}`, admin)).status).toBe(409);
  await send('PUT', `/organisation/status/${id}`, admin);
});

test('two organisations cannot have one GSTIN', async () => {
  const { json } = await get(`/organisation/${organisations['Sahyadri Logistics']}`, admin);
  const twin = { name: 'Twin', kind: 'COMPANY', gstin: '27zzzcs1234z1zu' };
  await transact(product.product.db, everything, (db) =>
    db.query(`update organisation set gstin = '27ZZZCS1234Z1ZU' where id = $1`, [json.data.id]),
  );
  const answer = await send('POST', '/organisation', admin, twin);
  expect([answer.status, answer.json.fields]).toEqual([409, { gstin: 'Another organisation has this GSTIN' }]);
});

test('rows of one organisation leave every answer to another as it was, to the byte', async () => {
  const paths = [
    '/app-user?take=100',
    '/app-user?option=true',
    '/organisation',
    '/search?q=member',
    '/app-user?sort=-name',
  ];
  const other = await product.login('kulkarni@roadkeeper.test');
  const before = await Promise.all(paths.map((path) => get(path, other)));
  for (let count = 0; count < 5; count += 1)
    await send('POST', '/app-user', admin, person({ orgId: organisations['Sahyadri Logistics'] }));
  const after = await Promise.all(paths.map((path) => get(path, other)));
  expect(after.map(({ text, headers }) => [text, headers['etag']])).toEqual(
    before.map(({ text, headers }) => [text, headers['etag']]),
  );
  expect((await get('/app-user?take=100', owner)).json.count).toBeGreaterThan(5);
});
