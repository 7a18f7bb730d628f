import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { accountMailBudget } from './account-mail-budget.store.ts';

let product: TestProduct;
let admin: string;
let owner: string;
let rival: string;
let roleId: string;
beforeAll(async () => {
  product = await startTestProduct({ outbox: true });
  admin = await product.login('admin@roadkeeper.test');
  const listed = async (path: string) => (await product.call('GET', path, { token: admin })).json.data;
  const family = (await listed('/organisation?take=100')).find(
    (one: { name: string }) => one.name === 'Kulkarni family',
  );
  await product.addStaff('rival@roadkeeper.test', 'Client owner', family.id);
  const roles = await listed('/role?take=100');
  roleId = roles.find((one: { name: string }) => one.name === 'Client viewer').id;
  owner = await product.login('client@roadkeeper.test');
  rival = await product.login('rival@roadkeeper.test');
});
afterAll(() => product?.close());

const person = (email: string, more: object = {}) => ({
  name: 'Some Person',
  email,
  mobile: null,
  roleId,
  profileType: '0',
  ...more,
});
const make = (token: string, email: string, more: object = {}) =>
  product.call('POST', '/app-user', { token, body: person(email, more) });
const mailsOf = async (template: string): Promise<{ id: string; toAddress: string }[]> =>
  (await product.call('GET', `/mail?template=${template}&take=100`, { token: admin })).json.data;

test('a name in a mail to somebody who did not ask for it leads nowhere', async () => {
  for (const name of ['Winner of http://evil.example', 'See www.evil', 'me@evil']) {
    const refused = await make(owner, 'named@example.in', { name });
    expect([refused.status, refused.json.fields], name).toEqual([
      400,
      { name: 'A name cannot contain a web or email address' },
    ]);
  }
  // What is a name may look like an address all the same: mail programs make no link of it.
  const made = await make(owner, 'rao@example.in', { name: 'A.P.Rao evil.com' });
  expect(made.status, made.text).toBe(201);
  const session = await product.call('PUT', '/session/profile', {
    token: rival,
    body: { name: 'Win at https://evil.example', mobile: null },
  });
  expect(session.status, session.text).toBe(200);
  rival = await product.login('rival@roadkeeper.test');
  expect((await make(rival, 'friend@example.in')).status).toBe(201);
  const texts: string[] = [];
  for (const { id } of (await mailsOf('account-created')).slice(0, 2))
    texts.push((await product.call('GET', `/mail/${id}`, { token: admin })).json.data.text);
  expect(texts.join()).toContain('Hello A. P. Rao evil. com,');
  expect(texts.join()).toContain('Win at https evil. example created a Roadkeeper account for you');
});

test('an organisation has two hundred emails about accounts a day, from a form, an import or a change', async () => {
  product.clock.move(24 * 3_600_000 + 1_000);
  [admin, owner, rival] = [
    await product.login('admin@roadkeeper.test'),
    await product.login('client@roadkeeper.test'),
    await product.login('rival@roadkeeper.test'),
  ];
  const mine = await make(owner, 'first@example.in');
  expect(mine.status).toBe(201);
  // One to the new address; the account has no password yet.
  const { id } = mine.json.data;
  const moved = await product.call('PUT', `/app-user/${id}`, { token: owner, body: person('second@example.in') });
  expect(moved.status, moved.text).toBe(200);

  const rows = Array.from({ length: accountMailBudget.aDay }, (_, at) => ({
    line: at + 2,
    cells: { name: 'Some Person', email: `crowd-${at}@example.in`, roleId, profileType: '0' },
  }));
  const started = await product.call('POST', '/app-user/import', {
    token: owner,
    body: { mode: 'create', key: ['email'], fileName: 'people.csv', partial: true, rows },
  });
  expect(started.status, started.text).toBe(201);
  await product.product.jobs.runDue();
  const path = `/app-user/import/${started.json.data.id}`;
  const batch = (await product.call('GET', path, { token: owner })).json.data;
  expect(batch).toMatchObject({ state: 'done', created: accountMailBudget.aDay - 2, failed: 2 });
  expect((await product.call('GET', `${path}/report`, { token: owner })).text).toContain(
    'Your organisation has sent 200 emails about accounts in one day. Try again later',
  );

  const refused = await make(owner, 'one.more@example.in');
  expect([refused.status, refused.json.message]).toEqual([
    429,
    'Your organisation has sent 200 emails about accounts in one day. Try again later',
  ]);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const again = await product.call('PUT', `/app-user/${id}`, { token: owner, body: person('third@example.in') });
  expect(again.status).toBe(429);
  // Without an address nothing is sent, and others have their own.
  expect((await make(owner, '', { email: null, mobile: '9822012399' })).status).toBe(201);
  expect((await make(rival, 'of.the.rival@example.in')).status).toBe(201);
  product.clock.move(24 * 3_600_000 + 1_000);
  owner = await product.login('client@roadkeeper.test');
  expect((await make(owner, 'one.more@example.in')).status).toBe(201);
});

test('a person is sent few links that others ask for', async () => {
  const { id } = (await make(owner, 'victim@example.in')).json.data;
  // What the person asks for does not count.
  for (let at = 0; at < 2; at += 1) {
    const asked = await product.call('POST', '/password/forgot', { body: { email: 'victim@example.in' } });
    expect(asked.status, asked.text).toBe(200);
    await product.product.jobs.runDue();
  }
  const send = () => product.call('PUT', `/admin/user-reset-password/${id}`, { token: owner, body: { data: {} } });
  const statuses: number[] = [];
  for (let at = 0; at < accountMailBudget.linksToOneADay; at += 1) statuses.push((await send()).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await send();
  expect([refused.status, refused.json.message]).toEqual([
    429,
    'Too many links were sent to this person in one day. Try again later',
  ]);
});
