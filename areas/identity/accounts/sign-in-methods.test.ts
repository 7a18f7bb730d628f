import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { cookiesOf, idOf } from '../testing/people.ts';

let product: TestProduct;
let admin: string;
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin) =>
  product.call(method, path, { token, ...(body ? { body } : {}) });
const flip = (path: string, id: string) => call('PUT', `/${path}/status/${id}`);
const linkOf = (accountId: string) =>
  String(product.mails.findLast((one) => one.accountId === accountId && one.secretLink)?.secretLink).split('#')[1];
const setBy = (token: string | undefined) =>
  product.call('POST', '/password/reset', { body: { token, password: 'Nine-Mango-Trees-9' } });

/** What somebody has in their hands: an access token, a refresh cookie, a link by mail. */
async function wayIn(email: string) {
  const signedIn = await product.call('POST', '/login', { body: { email, password: demoPassword } });
  await product.call('POST', '/password/forgot', { body: { email } });
  await product.product.jobs.runDue();
  const cookie = cookiesOf(signedIn.headers);
  const id = await idOf(product, email);
  const link = linkOf(id);
  return {
    id,
    async opens() {
      const token = signedIn.json.accessToken as string;
      return {
        token: (await product.call('GET', '/token', { token })).status,
        refresh: (await product.call('POST', '/session/refresh', { headers: { cookie } })).status,
        link: (await product.call('POST', '/password/link', { body: { token: link } })).status,
      };
    },
  };
}

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
});
afterAll(() => product?.close());

const nothing = { token: 401, refresh: 401, link: 400 };

test('who is switched off does not come back with what they had when they are switched on again', async () => {
  const clerk = await wayIn('clerk@roadkeeper.test');
  await flip('user', clerk.id);
  expect(await clerk.opens()).toEqual(nothing);
  await flip('user', clerk.id);
  expect(await clerk.opens()).toEqual(nothing);
  expect((await call('GET', `/user/${clerk.id}/sessions`)).json.data).toEqual([]);
  expect(await product.login('clerk@roadkeeper.test')).toBeTruthy();
});

test('nor do those of a role or of an organisation that was switched off', async () => {
  const clerk = await wayIn('clerk@roadkeeper.test');
  const client = await wayIn('client@roadkeeper.test');
  const viewer = await wayIn('viewer@roadkeeper.test');
  const roles = (await call('GET', '/role?take=100')).json.data as { id: string; name: string }[];
  const role = roles.find(({ name }) => name === 'RTO clerk')?.id as string;
  const organisations = (await call('GET', '/organisation?option=true')).json.data as { id: string; name: string }[];
  const own = organisations.find(({ name }) => name === 'Sahyadri Logistics')?.id as string;
  for (const [path, id] of [
    ['role', role],
    ['organisation', own],
  ] as const) {
    expect((await flip(path, id)).status).toBe(200);
    expect((await flip(path, id)).status).toBe(200);
  }
  expect([await clerk.opens(), await client.opens()]).toEqual([nothing, nothing]);
  expect(await viewer.opens()).toEqual({ token: 200, refresh: 200, link: 200 });
});

test('a link is void once the account has another address, and whoever has not come in yet is invited there', async () => {
  const { json } = await call('GET', '/role?option=true');
  const roleId = json.data.find((one: { name: string }) => one.name === 'Support').id as string;
  const made = await call('POST', '/user', { name: 'Leela Dsouza', email: 'wrong@elsewhere.test', roleId });
  const { id } = made.json.data;
  const first = linkOf(id);
  await call('PUT', `/user/${id}`, { name: 'Leela Dsouza', email: 'leela@example.in', roleId });
  expect(product.mails.at(-1)).toMatchObject({ template: 'account-created', accountId: id });
  expect((await product.call('POST', '/password/link', { body: { token: first } })).text).not.toContain('leela');
  expect((await setBy(first)).status).toBe(400);
  expect((await setBy(linkOf(id))).status).toBe(200);

  // With a password of one's own both addresses are told, and an open link ends.
  await product.call('POST', '/password/forgot', { body: { email: 'leela@example.in' } });
  await product.product.jobs.runDue();
  const open = linkOf(id);
  const before = product.mails.length;
  await call('PUT', `/user/${id}`, { name: 'Leela Dsouza', email: 'leela@new.example.in', roleId });
  expect((await setBy(open)).status).toBe(400);
  const variables = { by: 'Asha Menon', address: 'leela@new.example.in' };
  expect(product.mails.slice(before)).toEqual([
    { template: 'address-changed', accountId: id, variables, address: 'leela@example.in' },
    { template: 'address-changed', accountId: id, variables },
  ]);
  // Another name alone tells nobody.
  await call('PUT', `/user/${id}`, { name: 'Leela D’Souza', email: 'LEELA@new.example.in', roleId });
  expect(product.mails.length).toBe(before + 2);
});

test('whoever lost the right to act as somebody does not get that session back with the right', async () => {
  await product.addStaff('lead@roadkeeper.test', 'Operations');
  const lead = await product.login('lead@roadkeeper.test');
  const userId = await idOf(product, 'client@roadkeeper.test');
  const body = { userId, reason: 'A challan does not show' };
  const child = (await call('POST', '/session/impersonation', body, lead)).json.accessToken as string;
  expect((await product.call('GET', '/token', { token: child })).status).toBe(200);
  const id = await idOf(product, 'lead@roadkeeper.test');
  const one = (await call('GET', `/user/${id}`)).json.data;
  const { json } = await call('GET', '/role?option=true');
  const roleOf = (name: string) => json.data.find((role: { name: string }) => role.name === name).id as string;
  const give = async (name: string) => {
    const body = { name: one.name, email: one.email, roleId: roleOf(name) };
    expect((await call('PUT', `/user/${id}`, body)).status).toBe(200);
  };
  await give('Finance');
  await expect
    .poll(async () => (await call('GET', '/session/impersonation')).json.data[0].endedAt as string | null)
    .not.toBeNull();
  await give('Operations');
  expect((await product.call('GET', '/token', { token: child })).status).toBe(401);
});

test('a module is switched off only by who may do everything in it', async () => {
  const modules = (await call('GET', '/module')).json.data as { id: string; key: string }[];
  const granted: Record<string, string[]> = { module: ['view', 'status'], rto: ['view', 'edit'] };
  const permissions = modules.flatMap(({ id, key }) => (granted[key] ? [{ moduleId: id, actions: granted[key] }] : []));
  await call('POST', '/role', { name: 'Keeper of the menu', audience: 'staff', rowScope: 'ALL', permissions });
  await product.addStaff('keeper@roadkeeper.test', 'Keeper of the menu');
  const keeper = await product.login('keeper@roadkeeper.test');
  for (const key of ['user', 'rto', 'history']) {
    const id = modules.find((one) => one.key === key)?.id;
    const off = await call('PUT', `/module/status/${id}`, undefined, keeper);
    expect([key, off.status]).toEqual([key, 403]);
    expect(off.json.message).toMatch(/^You may not \w+ in .* yourself, so you cannot deactivate it$/);
  }
});

test('the dry run of an import says of levels what the import will say', async () => {
  await product.addStaff('desk@roadkeeper.test', 'Operations');
  const desk = await product.login('desk@roadkeeper.test');
  const row = (line: number, email: string, role: string) => ({
    line,
    cells: { name: `Person ${line}`, email, roleId: role },
  });
  const rows = [
    row(2, 'one@example.in', 'Super admin'),
    row(3, 'two@example.in', 'Operations'),
    row(4, 'three@example.in', 'RTO clerk'),
    row(5, 'admin@roadkeeper.test', 'RTO clerk'),
  ];
  const asked = { mode: 'upsert', key: ['email'], rows };
  const check = await call('POST', '/user/import/check', asked, desk);
  expect(check.status, check.text).toBe(200);
  expect(check.json.data).toMatchObject({ create: 1, update: 0, error: 3 });
  expect(check.json.data.rows.map(({ messages }: { messages: object }) => messages)).toEqual([
    { roleId: 'Super admin is not below your own role, so you cannot assign it' },
    { roleId: 'Operations is not below your own role, so you cannot assign it' },
    {},
    { '': 'This user is at or above your own level' },
  ]);
});

test('that an address is taken is said without saying by whom', async () => {
  const owner = await product.login('deccan@roadkeeper.test');
  const roleId = (await call('GET', '/role/option?q=client viewer', undefined, owner)).json.data[0].id as string;
  for (const email of ['admin@roadkeeper.test', 'client@roadkeeper.test']) {
    const taken = await call('POST', '/app-user', { name: 'Somebody', profileType: '0', email, roleId }, owner);
    expect([taken.status, taken.json.fields]).toEqual([409, { email: 'This email is already in use' }]);
  }
});
