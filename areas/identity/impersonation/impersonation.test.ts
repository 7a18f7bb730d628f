import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { demoPassword } from '#db/seed/demo-accounts.ts';
import { everything, transact } from '#kit/server/db/database.ts';

let product: TestProduct;
let admin: string;
let ids: Record<string, string>;
const reason = 'A challan does not show';
const nobody = '01a1fc17-27e9-7627-921e-d6ed735c9999';

const sql = <Row = Record<string, unknown>>(text: string, params: string[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const start = (token: string, userId: string | undefined, more = {}) =>
  product.call('POST', '/session/impersonation', { token, body: { userId, reason, ...more } });
const get = (token: string, path: string, options: CallOptions = {}) =>
  product.call('GET', path, { token, ...options });
const bare = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
async function actAs(name: string, token = admin): Promise<string> {
  const answer = await start(token, ids[name]);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.accessToken as string;
}

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  await product.addStaff('other-admin@roadkeeper.test', 'Super admin');
  await product.addStaff('ops@roadkeeper.test', 'Operations');
  const rows = await sql<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) as name from account where email like '%@roadkeeper.test'`,
  );
  ids = Object.fromEntries(rows.map((row) => [row.name, row.id]));
});
afterAll(() => product?.close());

test('who acts as a client has their name, rights and rows for 30 minutes, and is answered as at sign-in', async () => {
  const answer = await start(admin, ids['client'], { ticket: 'HD-1042' });
  expect(answer.status, answer.text).toBe(200);
  const { accessToken, expiresAt, expiresInS, userData, data } = answer.json;
  expect(data).toEqual({ accessToken, expiresAt, expiresInS, userData });
  expect(expiresInS).toBe(30 * 60);
  expect(Date.parse(expiresAt) - product.clock.now().getTime()).toBe(30 * 60_000);
  expect(userData).toMatchObject({
    name: 'Meera Joshi',
    orgName: 'Sahyadri Logistics',
    impersonatedBy: { id: ids['admin'], name: 'Asha Menon' },
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.headers['x-impersonating']).toBeUndefined();
  const verified = await get(accessToken, '/token');
  expect(verified.json.userData).toEqual(userData);
  expect(verified.headers['x-impersonating']).toBe('true');
  expect(JSON.stringify(verified.headers)).not.toContain('Asha');
  const seen = await get(accessToken, '/app-user');
  expect(new Set(seen.json.data.map((row: { orgId: string }) => row.orgId))).toEqual(new Set([userData.orgId]));
  expect((await get(accessToken, '/rto/nothing')).headers['x-impersonating'], 'on refusals too').toBe('true');
  const own = await get(admin, '/token');
  expect([own.json.userData.impersonatedBy, own.headers['x-impersonating']]).toEqual([null, undefined]);
  const body = { email: 'client@roadkeeper.test', password: demoPassword };
  const login = await product.call('POST', '/login', { body });
  expect(login.json.userData.impersonatedBy).toBeNull();
});

test('the rights are those of the person, less what nobody does for somebody else', async () => {
  const child = await actAs('ops');
  const granted = async (token: string) =>
    Object.fromEntries(
      (await get(token, '/permission')).json.data.map((one: { key: string; actions: string[] }) => [
        one.key,
        one.actions,
      ]),
    );
  const [own, acted] = [await granted(await product.login('ops@roadkeeper.test')), await granted(child)];
  expect(own['rto']).toContain('export');
  expect(acted['rto']).toEqual(own['rto'].filter((action: string) => action !== 'export'));
  expect(own['user']).toEqual(expect.arrayContaining(['edit', 'impersonate']));
  expect([acted['user'], acted['role']]).toEqual([['view'], ['view']]);
  expect(acted['app-user']).not.toContain('impersonate');
  const people = (await get(child, '/app-user')).json.data as { rights: string[] }[];
  expect(people.length).toBeGreaterThan(1);
  expect(people.some(({ rights }) => rights.includes('impersonate'))).toBe(false);
});

test('a reason of 10 to 300 characters that can be read is needed, and nothing else is taken', async () => {
  const refused = async (body: Record<string, unknown>) => {
    const answer = await product.call('POST', '/session/impersonation', { token: admin, body });
    expect(answer.status, answer.text).toBe(400);
    return Object.keys(answer.json.fields);
  };
  const userId = ids['client'];
  expect(await refused({ userId })).toEqual(['reason']);
  expect(await refused({ reason })).toEqual(['userId']);
  for (const bad of ['too short', ' nine char ', '\u200b'.repeat(20), 'x'.repeat(301), `nul \u0000 in the reason`, 7])
    expect(await refused({ userId, reason: bad }), String(bad)).toEqual(['reason']);
  expect(await refused({ userId, reason, ticket: 'x'.repeat(61) })).toEqual(['ticket']);
  expect(await refused({ userId, reason, minutes: 90 })).toEqual(['minutes']);
  expect((await start(admin, userId, { reason: 'ten chars!' })).status).toBe(200);
});

test('nobody acts as themselves, as somebody on their level or above it, or without the right', async () => {
  const [ops, clerk] = [await product.login('ops@roadkeeper.test'), await product.login('clerk@roadkeeper.test')];
  expect((await start(admin, ids['admin'])).json.message).toBe('This is your own account');
  expect((await start(admin, ids['other-admin'])).status).toBe(403);
  expect((await start(ops, ids['admin'])).json.message).toMatch(/at or above your own level/);
  expect((await start(ops, ids['clerk'])).status).toBe(200);
  expect((await start(clerk, ids['client'])).status).toBe(403);
  expect((await get(clerk, `/user-wise-login/${ids['client']}`)).status).toBe(403);
});

test('whom one cannot see, and whom one’s right does not cover, is answered like an id that never was', async () => {
  const support = await product.login('support@roadkeeper.test');
  const never = await start(support, nobody);
  expect(never.status).toBe(404);
  for (const id of [ids['clerk'], ids['admin'], 'no id', `${ids['client']}0`])
    expect(bare((await start(support, id)).text), id).toBe(bare(never.text));
  // A client who was given the right stays within the organisation.
  await sql(`update permission set actions = actions || '{impersonate}' where role_id = (select id from role where name = 'Client owner')
    and module_id = (select id from module where key = 'app-user')`);
  const owner = await product.login('client@roadkeeper.test');
  for (const id of [ids['viewer'], ids['admin'], ids['clerk'], nobody]) {
    const answer = await start(owner, id);
    expect([answer.status, bare(answer.text)], id).toEqual([404, bare(never.text)]);
    expect(bare((await get(owner, `/user-wise-login/${id}`)).text)).toBe(bare(never.text));
  }
  const colleague = await addViewer('colleague@sahyadri.test');
  const acted = await start(owner, colleague);
  expect(acted.status, acted.text).toBe(200);
  expect((await get(acted.json.accessToken, '/token')).json.userData.impersonatedBy.name).toBe('Meera Joshi');
  await sql(`update account set org_id = (select org_id from account where id = $1) where id = $2`, [
    ids['viewer'] as string,
    colleague,
  ]);
  expect((await get(acted.json.accessToken, '/token')).status, 'moved to another organisation').toBe(401);
});

/** Another person of Sahyadri Logistics, who can sign in. */
async function addViewer(email: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `insert into account (id, org_id, kind, name, email, password_hash, role_id)
     select gen_random_uuid(), c.org_id, 'client', 'Colleague', $1, password_hash_of(c.id, $2), r.id
     from account c, role r where c.email = 'client@roadkeeper.test' and r.name = 'Client viewer' returning id`,
    [email, product.product.db.seal('password_hash')],
  );
  return row?.id as string;
}

test('nobody acts as somebody who cannot sign in', async () => {
  const id = await addViewer('off@sahyadri.test');
  const states = [
    ['update account set status = 0 where id = $1', 'update account set status = 1 where id = $1'],
    ['update account set password_hash = null where id = $1', `update account set password_hash = 'x' where id = $1`],
    [
      'update organisation set status = 0 where id = (select org_id from account where id = $1)',
      'update organisation set status = 1 where id = (select org_id from account where id = $1)',
    ],
    [
      'update role set status = 0 where id = (select role_id from account where id = $1)',
      'update role set status = 1 where id = (select role_id from account where id = $1)',
    ],
  ] as const;
  for (const [off, on] of states) {
    await sql(off, [id]);
    const answer = await start(admin, id);
    expect([answer.status, answer.json.message], off).toEqual([
      409,
      'Colleague cannot sign in at the moment, so you cannot sign in as them',
    ]);
    await sql(on, [id]);
  }
  expect((await start(admin, id)).status).toBe(200);
  await sql('update account set deleted_at = now() where id = $1', [id]);
  expect((await start(admin, id)).status).toBe(404);
});

test('who acts as somebody else cannot start another from there', async () => {
  const child = await actAs('ops');
  for (const answer of [await start(child, ids['clerk']), await get(child, `/user-wise-login/${ids['clerk']}`)])
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      403,
      'impersonating',
      'You are signed in as ops@roadkeeper.test. This cannot be done as another user: return to your own account first',
    ]);
});

test('the bare call of the specification answers a bearer of the same site only, and once in five seconds', async () => {
  product.clock.move(10_000);
  const path = `/user-wise-login/${ids['client']}`;
  const cookie = String(
    (await product.call('POST', '/login', { body: { email: 'ops@roadkeeper.test', password: demoPassword } })).headers[
      'set-cookie'
    ],
  ).split(';')[0] as string;
  expect((await product.call('GET', path, { headers: { cookie } })).status).toBe(401);
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await get(admin, path, { headers: { 'sec-fetch-site': site } })).status, site).toBe(403);
  expect((await product.call('HEAD', path, { token: admin })).status).toBe(404);
  const answer = await get(admin, path, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(answer.json.data).toEqual({
    accessToken: answer.json.accessToken,
    expiresAt: answer.json.expiresAt,
    expiresInS: answer.json.expiresInS,
    userData: answer.json.userData,
  });
  product.clock.move(2_000);
  const soon = await get(admin, path);
  expect([soon.status, soon.headers['retry-after']]).toEqual([429, '3']);
  expect((await get(answer.json.accessToken, '/token')).status, 'the first one goes on').toBe(200);
  expect((await get(await product.login('ops@roadkeeper.test'), path)).status, 'another person').toBe(200);
  product.clock.move(3_000);
  expect((await get(admin, path)).status).toBe(200);
  const { json } = await get(admin, '/session/impersonation?q=not+given');
  expect(json.data.length).toBeGreaterThanOrEqual(3);
});

test('one’s own rows may be kept for somebody, but no door is opened that stays open', async () => {
  const child = await actAs('client');
  const id = await addViewer('kept@sahyadri.test');
  const { json } = await get(child, `/app-user/${id}`);
  const { name, profileType, email, roleId, orgId } = json.data;
  const kept = { name, profileType, email, roleId, orgId };
  const put = (body: object) => product.call('PUT', `/app-user/${id}`, { token: child, body: { ...kept, ...body } });
  const refused = async (answer: { status: number; json: { code: string } }) =>
    expect([answer.status, answer.json.code]).toEqual([403, 'impersonating']);
  expect((await put({ city: 'Satara' })).status).toBe(200);
  await refused(await put({ email: 'mine@elsewhere.test' }));
  await refused(await put({ mobile: '9822012345' }));
  await refused(
    await product.call('POST', '/app-user', { token: child, body: { ...kept, email: 'new@sahyadri.test' } }),
  );
  const bulk = { action: 'edit', ids: [id], set: { profileType: '2' } };
  expect((await product.call('POST', '/app-user/bulk', { token: child, body: bulk })).json.data.done).toBe(1);
  expect((await product.call('PUT', `/app-user/status/${id}`, { token: child })).json.data.status).toBe(0);
  await refused(await product.call('PUT', `/app-user/status/${id}`, { token: child }));
  expect((await product.call('DELETE', `/app-user/${id}`, { token: child })).status).toBe(200);
  await refused(await product.call('POST', `/app-user/restore/${id}`, { token: child }));
});

test('every write names both people, and the list tells who, whom, when, how long, why and how much', async () => {
  product.clock.move(1_000);
  const child = (await start(admin, ids['client'], { ticket: 'HD-7' })).json.accessToken as string;
  const organisation = (await get(child, '/organisation')).json.data[0];
  const { name, kind, state } = organisation;
  for (const city of ['Pune', 'Satara', 'Karad'])
    expect(
      (
        await product.call('PUT', `/organisation/${organisation.id}`, {
          token: child,
          body: { name, kind, state, city },
        })
      ).status,
    ).toBe(200);
  product.clock.move(90_000);
  expect((await product.call('POST', '/session/impersonation/stop', { token: child })).status).toBe(200);
  const rows = await sql(
    `select actor_name, on_behalf_of_name, action from history where record_id = $1 order by at desc, id desc limit 3`,
    [organisation.id],
  );
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({ actor_name: 'Asha Menon', on_behalf_of_name: 'Meera Joshi', action: 'update' })),
  );
  expect((await get(admin, `/organisation/${organisation.id}/history`)).json.data[0]).toMatchObject({
    actorName: 'Asha Menon',
    onBehalfOfName: 'Meera Joshi',
  });
  const acts = await sql<{
    action: string;
    after: Record<string, unknown>;
    record_title: string;
    request_id: string | null;
  }>(
    `select action, after, record_title, request_id from history where module = 'session' and record_id = $1 order by at desc, id desc limit 2`,
    [ids['client'] as string],
  );
  expect(acts.map((act) => [act.action, act.record_title, act.after['reason'], act.after['ticket']])).toEqual([
    ['return', 'Meera Joshi', reason, 'HD-7'],
    ['impersonate', 'Meera Joshi', reason, 'HD-7'],
  ]);
  expect(acts[0]?.after).toMatchObject({ ending: 'returned' });
  expect(acts[0]?.request_id).not.toBeNull();
  const { json } = await get(admin, '/session/impersonation?take=1');
  const [latest] = json.data;
  expect(latest).toMatchObject({
    actorName: 'Asha Menon',
    subjectName: 'Meera Joshi',
    module: 'app-user',
    orgName: 'Sahyadri Logistics',
    reason,
    ticket: 'HD-7',
    ending: 'returned',
    writes: 3,
  });
  expect(Date.parse(latest.endedAt) - Date.parse(latest.startedAt)).toBe(90_000);
  expect(json.count).toBe((await sql<{ n: number }>('select count(*) as n from impersonation'))[0]?.n);
});

test('the list is for those who may view the history, within their organisation; everybody sees who acted as them', async () => {
  const [clerk, owner] = [await product.login('clerk@roadkeeper.test'), await product.login('client@roadkeeper.test')];
  expect((await get(clerk, '/session/impersonation')).status).toBe(403);
  const viewer = await product.login('viewer@roadkeeper.test');
  expect((await get(viewer, '/session/impersonation')).status).toBe(403);
  await actAs('client');
  const ofTheirs = await get(owner, '/session/impersonation');
  expect(ofTheirs.json.data[0]).toMatchObject({ actorName: 'Roadkeeper staff', subjectName: 'Meera Joshi' });
  expect((await get(owner, '/session/impersonation?q=asha')).json.count).toBe(0);
  const own = await get(owner, '/session/impersonation/own');
  expect(own.json.data[0]).toMatchObject({
    actorId: null,
    actorName: 'Roadkeeper staff',
    subjectName: 'Meera Joshi',
    reason,
    endedAt: null,
    ending: null,
  });
  expect(own.text).not.toContain('Asha');
  expect(own.json.data.every((row: { subjectId: string }) => row.subjectId === ids['client'])).toBe(true);
  await actAs('clerk');
  const all = await get(owner, '/session/impersonation?take=100');
  expect(all.json.data.length).toBeGreaterThan(own.json.data.length);
  expect(all.text).not.toMatch(/Asha|Vikram|clerk/);
  expect((await get(owner, '/session/impersonation?q=Asha')).json.count).toBe(0);
  expect((await get(clerk, '/session/impersonation/own')).json.data[0].actorName).toBe('Asha Menon');
  for (const query of ['take=0', 'take=101', 'skip=-1', 'q=a&q=b', 'who=me'])
    expect((await get(admin, `/session/impersonation?${query}`)).status, query).toBe(400);
});
