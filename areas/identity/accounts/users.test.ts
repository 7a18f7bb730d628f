import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
let admin: string;
let operations: string;
const roles: Record<string, string> = {};
let serial = 0;

const sql = <Row>(text: string, params: (string | number | null)[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: unknown) =>
  product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const bodyOf = (role: string, more: object = {}) => {
  serial += 1;
  return { name: `Person ${serial}`, email: `person${serial}@example.in`, roleId: roles[role], ...more };
};
async function make(role: string, token = admin) {
  const body = bodyOf(role);
  const answer = await send('POST', '/user', token, body);
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.json.data.id as string, body, row: answer.json.data };
}
const accountOf = async (email: string) =>
  (await sql<{ id: string }>('select id from account where email = $1', [email]))[0]?.id as string;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  operations = await product.login('operations@roadkeeper.test');
  for (const one of (await product.call('GET', '/role?take=100', { token: admin })).json.data) roles[one.name] = one.id;
});
afterAll(() => product.close());

test('a user is made, found by role, and rows say what the reader may do with them', async () => {
  const { id } = await make('RTO clerk');
  const seen = async (token: string) => (await product.call('GET', `/user/${id}`, { token })).json.data;
  expect((await seen(admin)).rights).toEqual(['view', 'create', 'edit', 'delete', 'status', 'export', 'impersonate']);
  expect((await seen(operations)).rights).toContain('edit');
  const list = await product.call('GET', `/user?roleId=${roles['RTO clerk']}&take=100`, { token: operations });
  expect(list.json.data.map((one: { id: string }) => one.id)).toContain(id);
  const own = await product.call('GET', `/user/${await accountOf('operations@roadkeeper.test')}`, {
    token: operations,
  });
  expect(own.json.data.rights).toEqual(['view', 'export']);
  const above = await product.call('GET', `/user/${await accountOf('admin@roadkeeper.test')}`, { token: operations });
  expect(above.json.data.rights).toEqual(['view', 'export']);
  expect(Object.keys(above.json.data)).not.toContain('passwordHash');
  const options = await product.call('GET', '/user?option=true', { token: operations });
  expect(Object.keys(options.json.data[0])).toEqual(['id', 'name', 'label', 'value']);
});

test('remembered answers never carry another reader’s rights', async () => {
  const first = await product.call('GET', '/user?take=100&sort=name', { token: admin });
  const second = await product.call('GET', '/user?take=100&sort=name', {
    token: operations,
    headers: { 'if-none-match': String(first.headers['etag']) },
  });
  expect(second.status).toBe(200);
  const rightsOf = (answer: typeof first) => answer.json.data.map((one: { rights: string[] }) => one.rights.join());
  expect(rightsOf(second)).not.toEqual(rightsOf(first));
});

test('nobody writes at or above their own level, by whatever way', async () => {
  const peer = await make('Operations');
  const top = await accountOf('admin@roadkeeper.test');
  const own = await accountOf('operations@roadkeeper.test');
  for (const id of [peer.id, top, own]) {
    const body = bodyOf('RTO clerk');
    expect((await send('PUT', `/user/${id}`, operations, body)).status, 'edit').toBe(403);
    expect((await send('PUT', `/user/status/${id}`, operations)).status, 'status').toBe(403);
    expect((await send('DELETE', `/user/${id}`, operations)).status, 'delete').toBe(403);
    for (const action of ['deactivate', 'delete']) {
      const bulk = await send('POST', '/user/bulk', operations, { action, ids: [id] });
      expect(bulk.json.data, action).toMatchObject({ done: 0, failed: [{ id }] });
    }
    const set = await send('POST', '/user/bulk', operations, {
      action: 'edit',
      ids: [id],
      set: { roleId: roles['RTO clerk'] },
    });
    expect(set.json.data).toMatchObject({ done: 0, failed: [{ id }] });
  }
  expect((await sql<{ count: number }>('select count(*) from account where status = 0'))[0]?.count).toBe(0);
});

test('nobody gives a role at or above their own, of the other audience, or with rights they lack', async () => {
  for (const [role, message] of [
    ['Super admin', /not below your own/],
    ['Operations', /not below your own/],
    ['Client viewer', /role for clients/],
  ] as const) {
    const answer = await send('POST', '/user', operations, bodyOf(role));
    expect(answer.status, role).toBe(400);
    expect(answer.json.fields.roleId, role).toMatch(message);
  }
  await sql(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, '{view,create}' from role r, module m where r.name = 'Finance' and m.key = 'role'
     on conflict (role_id, module_id) do update set actions = excluded.actions`,
  );
  const lacking = await send('POST', '/user', operations, bodyOf('Finance'));
  expect(lacking.status).toBe(400);
  expect(lacking.json.fields.roleId).toMatch(/may create in role/);
  const clerk = await make('RTO clerk', operations);
  const raised = await send('PUT', `/user/${clerk.id}`, operations, { ...clerk.body, roleId: roles['Operations'] });
  expect(raised.json.fields.roleId).toMatch(/not below your own/);
  await sql(
    `delete from permission where role_id = (select id from role where name = 'Finance') and module_id = (select id from module where key = 'role')`,
  );
});

test('an import obeys the same rules, with the rights its author has when it runs', async () => {
  const rows = [
    { line: 2, cells: { name: 'Fine', email: 'fine@example.in', roleId: 'Support' } },
    { line: 3, cells: { name: 'Too high', email: 'high@example.in', roleId: 'Operations' } },
  ];
  const batch = await product.call('POST', '/user/import', {
    token: operations,
    body: { fileName: 'people.csv', mode: 'create', key: ['email'], partial: true, rows },
  });
  expect(batch.status, batch.text).toBe(201);
  await product.product.jobs.runDue();
  const done = await product.call('GET', `/user/import/${batch.json.data.id}`, { token: operations });
  expect(done.json.data).toMatchObject({ created: 1, failed: 1 });
  expect(await accountOf('high@example.in')).toBeUndefined();
});

test('the last holder of a right keeps it, also when two take the last two away at once', async () => {
  const one = await product.addStaff('second@roadkeeper.test', 'Super admin');
  // Nobody stands above the highest role; the rule is shown with rights that only two people of a lower role hold.
  const [role] = await sql<{ id: string }>(
    `insert into role (id, name, level, audience) values (gen_random_uuid(), 'Key keeper', 6, 'staff') returning id`,
  );
  const id = role?.id as string;
  const keepers = [
    await product.addStaff('k1@roadkeeper.test', 'Key keeper'),
    await product.addStaff('k2@roadkeeper.test', 'Key keeper'),
  ];
  await sql(`update role set all_rights = false where name = 'Super admin'`);
  await sql(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, m.actions from role r, module m where r.name = 'Super admin' and m.key <> 'dashboard' on conflict do nothing`,
  );
  await sql(
    `insert into permission (role_id, module_id, actions) select $1, id, '{view}' from module where key = 'dashboard'`,
    [id],
  );
  await sql(
    `delete from permission where role_id <> $1 and module_id = (select id from module where key = 'dashboard')`,
    [id],
  );
  product.product.sessions.forgetAll();
  const both = await Promise.all(keepers.map((keeper) => send('PUT', `/user/status/${keeper}`, admin)));
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const refused = both.find((answer) => answer.status === 409);
  expect(refused?.json.message).toMatch(/No user would be left who may view in Dashboard/);
  const left = keepers[both.findIndex((answer) => answer.status === 409)] as string;
  expect((await send('DELETE', `/user/${left}`, admin)).status).toBe(409);
  const moved = await send('PUT', `/user/${left}`, admin, { ...bodyOf('RTO clerk'), email: 'k9@roadkeeper.test' });
  expect(moved.status).toBe(409);
  expect((await send('DELETE', `/role/${id}`, admin)).status).toBe(409);
  expect((await send('PUT', `/role/status/${id}`, admin)).status).toBe(409);
  await sql(`update role set all_rights = true where name = 'Super admin'`);
  product.product.sessions.forgetAll();
  expect((await send('PUT', `/user/status/${left}`, admin)).status).toBe(200);
  expect(one).toBeTruthy();
});

test('who is switched off, deleted or given less is refused on the very next request', async () => {
  const staff = await product.addStaff('soon@roadkeeper.test', 'RTO clerk');
  let token = await product.login('soon@roadkeeper.test');
  const body = { code: 'ZZ77', name: 'Office', state: 'MH', district: 'Pune', kind: 'RTO' };
  expect((await product.call('GET', '/rto?take=1', { token })).status).toBe(200);
  const row = (await product.call('GET', `/user/${staff}`, { token: admin })).json.data;
  const change = { name: row.name, email: row.email, roleId: roles['Finance'] };
  expect((await send('PUT', `/user/${staff}`, admin, change)).status).toBe(200);
  expect((await product.call('POST', '/rto', { token, body })).status).toBe(403);
  expect((await send('PUT', `/user/status/${staff}`, admin)).status).toBe(200);
  expect((await product.call('GET', '/token', { token })).status).toBe(401);
  expect((await send('PUT', `/user/status/${staff}`, admin)).status).toBe(200);
  token = await product.login('soon@roadkeeper.test');
  expect((await send('DELETE', `/user/${staff}`, admin)).status).toBe(200);
  expect((await product.call('GET', '/token', { token })).status).toBe(401);
});

test('an address names one person, staff or client, however it is written', async () => {
  const answer = await send('POST', '/user', admin, { ...bodyOf('RTO clerk'), email: 'CLIENT@Roadkeeper.test' });
  expect(answer.status).toBe(409);
  expect(answer.json.fields).toEqual({ email: 'This email is already in use' });
  for (const same of ['7000000001', '+91 70000 00001', '070000-00001']) {
    const mobile = await send('POST', '/user', admin, { ...bodyOf('RTO clerk'), mobile: same });
    expect([same, mobile.json.fields]).toEqual([same, { mobile: 'This mobile number is already in use' }]);
  }
  for (const wrong of ['12345', '+1 98220 12345', '5822012345'])
    expect((await send('POST', '/user', admin, { ...bodyOf('RTO clerk'), mobile: wrong })).status, wrong).toBe(400);
});
