import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { isWholeKey } from '#kit/server/sessions/api-keys.ts';
import { hashToken } from '#kit/server/sessions/tokens.ts';
import { admin, owner, stranger, withKeys } from '../testing/keys.ts';
import { keyLimits } from './key-answers.contract.ts';

let product: TestProduct;
let keys: ReturnType<typeof withKeys>;
beforeAll(async () => {
  product = await startTestProduct({ fleet: true });
  keys = withKeys(product);
});
afterAll(() => product?.close());

const by = (key: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, from?: string) =>
  product.call(method, path, { token: key, ...(body === undefined ? {} : { body }), ...(from ? { from } : {}) });
const sql = <Row = Record<string, unknown>>(text: string, params: (string | null)[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(text, params));
const accountOf = async (email: string) =>
  (await sql<{ id: string; org_id: string }>('select id, org_id from account where email = $1', [email]))[0];
const listed = async (email: string) =>
  ((await keys.as(email, 'GET', '/api-key?take=100')).json.data as { id: string }[]).map(({ id }) => id);
/** Notes of uses are written a moment after the call. */
const useOf = async (id: string) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const [row] = await sql<{ at: string | null; from: string | null }>(
      'select last_used_at as at, last_used_from as from from api_key where id = $1',
      [id],
    );
    if (row?.at) return row;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('Never used');
};

test('a key is told once and kept as a hash; with it a script reads what its scopes name, of its own organisation', async () => {
  const answer = await keys.as(owner, 'POST', '/api-key', {
    name: '  Nightly sync ',
    kind: 'PERSONAL',
    scopes: { vehicle: ['view', 'view'] },
    days: 90,
  });
  expect(answer.status, answer.text).toBe(201);
  const { key, ...row } = answer.json.data;
  expect(key).toMatch(/^rk_live_[0-9A-Za-z]{49}$/);
  expect(isWholeKey(key)).toBe(true);
  expect(row).toMatchObject({
    name: 'Nightly sync',
    state: 'ACTIVE',
    hint: key.slice(-4),
    scopes: { vehicle: ['view'] },
    lastUsedAt: null,
  });
  const stored = await sql('select * from api_key where id = $1', [row.id]);
  expect(stored[0]?.['token_hash']).toEqual(hashToken(key));
  expect(JSON.stringify(stored)).not.toContain(key);
  const vehicles = await by(key, 'GET', '/vehicle?take=5');
  expect([vehicles.status, vehicles.json.data.length]).toEqual([200, 5]);
  const own = await keys.as(owner, 'GET', '/vehicle?take=5');
  expect(vehicles.json.count).toBe(own.json.count);
  expect(vehicles.headers['ratelimit-limit']).toBe(String(keyLimits.perMinute));
  const history = await keys.as(admin, 'GET', '/history?module=api-key');
  expect(history.text).toContain('vehicle: view');
  expect(history.text).not.toContain(key);
  const [theirs] = (await keys.as(stranger, 'GET', '/vehicle?take=1')).json.data;
  expect((await by(key, 'GET', `/vehicle/${theirs.id}`)).status).toBe(404);
});

test('what is sent is checked: name, kind, scopes that one has oneself, days, nothing else', async () => {
  const good = { name: 'Sync', kind: 'PERSONAL', scopes: { vehicle: ['view'] }, days: 30 };
  const { org_id: orgId = '' } = (await accountOf(owner)) ?? {};
  const cases: [change: Record<string, unknown>, field: string, email?: string][] = [
    [{ name: ' x ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ kind: 'OTHER' }, 'kind'],
    [{ scopes: {} }, 'scopes'],
    [{ scopes: { vehicle: [] } }, 'scopes'],
    [{ scopes: { vehicle: ['approve'] } }, 'scopes'],
    [{ scopes: { user: ['view'] } }, 'scopes'],
    [{ scopes: { 'app-user': ['edit'] } }, 'scopes'],
    [{ scopes: { 'api-key': ['view'] } }, 'scopes'],
    [{ scopes: { constructor: ['view'] } }, 'scopes'],
    [{ scopes: { 'app-user': ['impersonate'] } }, 'scopes', admin],
    [{ scopes: { user: ['view'] } }, 'scopes', admin],
    [{ scopes: { role: ['view'] } }, 'scopes', admin],
    [{ scopes: { vehicle: ['fly'] } }, 'scopes'],
    [{ days: 0 }, 'days'],
    [{ days: 366 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ orgId }, 'orgId'],
    [{ kind: 'ORGANISATION' }, 'orgId', admin],
    [{ kind: 'ORGANISATION', orgId: 'x' }, 'orgId', admin],
    [{ kind: 'ORGANISATION', orgId: '0192f3a0-0000-7000-8000-000000000000' }, 'orgId', admin],
    [{ accountId: orgId }, 'accountId'],
  ];
  for (const [change, field, email = owner] of cases) {
    const answer = await keys.as(email, 'POST', '/api-key', { ...good, ...change });
    expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(400);
    expect(Object.keys(answer.json.fields), JSON.stringify(change)).toContain(field);
  }
  const { json } = await keys.as(owner, 'POST', '/api-key', { ...good, scopes: { vehicle: ['approve'] } });
  expect(json.fields.scopes).toBe('You cannot give a key the permission “Approve” for Vehicles');
});

test('a key is asked for with a fresh password or code, and never by somebody who acts as somebody else', async () => {
  const token = await product.login(owner);
  product.clock.move(11 * 60_000);
  const body = { name: 'Sync', kind: 'PERSONAL', scopes: { vehicle: ['view'] }, days: 30 };
  const refused = await product.call('POST', '/api-key', { token, body });
  expect([refused.status, refused.json.code]).toEqual([403, 'prove_first']);
  const { id: userId } = (await accountOf(owner)) ?? {};
  const acting = await keys.as(admin, 'POST', '/session/impersonation', { userId, reason: 'To see what they see' });
  const asThem = await product.call('POST', '/api-key', { token: acting.json.accessToken, body });
  expect([asThem.status, asThem.json.code]).toEqual([403, 'impersonating']);
});

describe('a key that does not hold', () => {
  test('one with a wrong letter is told so, without a question to the database', async () => {
    const { key } = await keys.make();
    const other = key.at(20) === 'x' ? 'y' : 'x';
    for (const wrong of [
      key.slice(0, 20) + other + key.slice(21),
      key.slice(0, -1),
      `${key}x`,
      key.replace('live', 'test'),
      key.toUpperCase(),
    ]) {
      const answer = await by(wrong, 'GET', '/vehicle');
      expect([answer.status, answer.json.message], wrong).toEqual([
        401,
        'This is not a whole API key. Check that it was copied completely',
      ]);
    }
  });

  test('one that is unknown, revoked or has expired is told alike, at once', async () => {
    const { newApiKey } = await import('#kit/server/sessions/api-keys.ts');
    const revoked = await keys.make();
    expect((await by(revoked.key, 'GET', '/vehicle')).status).toBe(200);
    expect((await keys.as(owner, 'DELETE', `/api-key/${revoked.id}`)).status).toBe(200);
    const again = await keys.as(owner, 'DELETE', `/api-key/${revoked.id}`);
    expect(again.status).toBe(200);
    const short = await keys.make({ days: 1 });
    expect((await by(short.key, 'GET', '/vehicle')).status).toBe(200);
    product.clock.move(86_400_000);
    const texts = new Set<string>();
    for (const key of [revoked.key, short.key, newApiKey()]) {
      const answer = await by(key, 'GET', '/vehicle');
      expect(answer.status).toBe(401);
      texts.add(answer.json.message);
    }
    expect([...texts]).toEqual(['This API key is not valid: it is unknown, has expired or was revoked']);
    expect((await keys.as(owner, 'DELETE', `/api-key/${short.id}`)).status).toBe(409);
    const [row] = (await keys.as(owner, 'GET', '/api-key?state=REVOKED')).json.data;
    expect(row).toMatchObject({ id: revoked.id, state: 'REVOKED' });
    expect(row.revokedBy).toBeTruthy();
  });

  test('one of a person who is switched off, or of an organisation that is, is dead with the next call', async () => {
    const { org_id: orgId = '' } = (await accountOf(owner)) ?? {};
    const email = 'driver.of.keys@roadkeeper.test';
    const accountId = await product.addStaff(email, 'Client owner', orgId);
    const own = await keys.make({}, email);
    const ofAll = await keys.make({ kind: 'ORGANISATION' }, email);
    for (const { key } of [own, ofAll]) expect((await by(key, 'GET', '/vehicle')).status).toBe(200);
    expect((await keys.as(admin, 'PUT', `/app-user/status/${accountId}`)).status).toBe(200);
    expect((await by(own.key, 'GET', '/vehicle')).status).toBe(401);
    // That of the organisation works for whoever runs it.
    expect((await by(ofAll.key, 'GET', '/vehicle')).status).toBe(200);
    expect((await keys.as(admin, 'PUT', `/organisation/status/${orgId}`)).status).toBe(200);
    expect((await by(ofAll.key, 'GET', '/vehicle')).status).toBe(401);
    expect((await keys.as(admin, 'PUT', `/organisation/status/${orgId}`)).status).toBe(200);
    expect((await by(ofAll.key, 'GET', '/vehicle')).status).toBe(200);
  });
});

describe('what a key may do', () => {
  test('is what its scopes name, of what its owner may do at the time of the call', async () => {
    const { key } = await keys.make({ scopes: { vehicle: ['view'], rto: ['view', 'edit'] } }, admin);
    expect((await by(key, 'GET', '/vehicle?take=1')).status).toBe(200);
    expect((await by(key, 'GET', '/drivers?take=1')).status).toBe(403);
    const [rto] = (await by(key, 'GET', '/rto?take=1')).json.data;
    expect((await by(key, 'DELETE', `/rto/${rto.id}`)).status).toBe(403);
    const own = await keys.make({ scopes: { vehicle: ['view'], drivers: ['view'] } });
    const mayOwners = async (module: string, action: string, change: 'array_remove' | 'array_append') => {
      await sql(
        `update permission set actions = ${change}(actions, $2) where module_id = (select id from module where key = $1)
           and role_id = (select id from role where name = 'Client owner')`,
        [module, action],
      );
      product.product.sessions.forgetAll();
    };
    const answers = async () =>
      Promise.all(['/vehicle?take=1', '/drivers?take=1'].map(async (path) => (await by(own.key, 'GET', path)).status));
    expect(await answers()).toEqual([200, 200]);
    await mayOwners('vehicle', 'view', 'array_remove');
    expect(await answers()).toEqual([403, 200]);
    await mayOwners('vehicle', 'view', 'array_append');
    expect(await answers()).toEqual([200, 200]);
    // Whoever may have no keys any more has none that work.
    await mayOwners('api-key', 'create', 'array_remove');
    expect(await answers()).toEqual([401, 401]);
    await mayOwners('api-key', 'create', 'array_append');
  });

  test('is searched within its scopes: what they do not name is not found', async () => {
    const [vehicle] = (await keys.as(owner, 'GET', '/vehicle?take=1')).json.data as { registrationNo: string }[];
    const q = String(vehicle?.registrationNo);
    const foundBy = async (scopes: object) => {
      const { key } = await keys.make({ scopes });
      const { status, json, text } = await by(key, 'GET', `/search?q=${q}`);
      expect(status, text).toBe(200);
      return json.data as { module: string; title: string }[];
    };
    expect(await foundBy({ vehicle: ['view'] })).toMatchObject([{ module: 'vehicle', title: q }]);
    expect((await foundBy({ drivers: ['view'] })).filter(({ module }) => module !== 'drivers')).toEqual([]);
    const foreign = await keys.make({ scopes: { vehicle: ['view'] } }, stranger);
    expect((await by(foreign.key, 'GET', `/search?q=${q}`)).json.data).toEqual([]);
  });

  test('is never a way in, a right, a person or another key, whatever its maker may do', async () => {
    const choices = (await keys.as(admin, 'GET', '/api-key/scopes')).json.data as {
      module: string;
      actions: string[];
    }[];
    const scopes = Object.fromEntries(choices.map(({ module, actions }) => [module, actions]));
    for (const module of ['user', 'role', 'module', 'api-key']) expect(scopes).not.toHaveProperty(module);
    expect([scopes['app-user'], scopes['mail']]).toEqual([['view'], ['view']]);
    expect(Object.values(scopes).flat()).not.toContain('impersonate');
    const { key } = await keys.make({ scopes }, admin);
    const { id } = (await accountOf(owner)) ?? {};
    const calls: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown][] = [
      ['GET', '/token'],
      ['GET', '/permission'],
      ['GET', '/session/list'],
      ['POST', '/session/end-others'],
      ['POST', '/session/password', { current: 'x', password: 'y' }],
      ['POST', '/session/prove', { password: 'x' }],
      ['POST', '/session/two-step/start', {}],
      ['PUT', '/session/profile', {}],
      ['POST', '/session/impersonation', { userId: id, reason: 'To see what they see' }],
      ['GET', `/user-wise-login/${id}`],
      ['PUT', `/admin/user-reset-password/${id}`, { data: {} }],
      ['DELETE', `/admin/user-two-step/${id}`],
      ['GET', `/user/${id}/sessions`],
      ['DELETE', `/user/${id}/sessions`],
      ['GET', '/user'],
      ['POST', '/user', {}],
      ['PUT', `/app-user/${id}`, {}],
      ['PUT', `/app-user/status/${id}`],
      ['GET', '/role'],
      ['GET', '/api-key'],
      ['GET', '/api-key/scopes'],
      ['POST', '/api-key', { name: 'Another', kind: 'PERSONAL', scopes, days: 30 }],
      ['POST', '/live/ticket'],
      ['POST', `/drivers/reveal/${id}`, { field: 'aadhaar' }],
      ['POST', `/mail/reveal/${id}`],
      ['POST', `/mail/resend/${id}`],
      ['GET', '/webhook'],
    ];
    for (const [method, path, body] of calls) {
      const answer = await by(key, method, path, body);
      expect([method, path, answer.status]).toEqual([method, path, 403]);
    }
    expect((await by(key, 'GET', '/app-user?take=1')).status).toBe(200);
  });

  test('of an organisation’s key goes by whoever runs it, and never beyond what its maker had', async () => {
    const { org_id: orgId = '' } = (await accountOf(owner)) ?? {};
    const { id, key } = await keys.make(
      { kind: 'ORGANISATION', orgId, scopes: { vehicle: ['view'], 'document-review': ['view'] } },
      admin,
    );
    const vehicles = await by(key, 'GET', '/vehicle?take=1');
    expect(vehicles.json.count).toBe((await keys.as(owner, 'GET', '/vehicle?take=1')).json.count);
    expect((await by(key, 'GET', '/document-review')).status).toBe(403);
    expect(await listed(owner)).toContain(id);
  });
});

test('another organisation’s keys are not there, nor a colleague’s; staff see those of organisations, not each other’s', async () => {
  const { org_id: orgId = '' } = (await accountOf(owner)) ?? {};
  const colleague = 'colleague@roadkeeper.test';
  await product.addStaff(colleague, 'Client owner', orgId);
  const own = await keys.make();
  const ofAll = await keys.make({ kind: 'ORGANISATION' });
  const ofStaff = await keys.make({}, admin);
  await product.addStaff('second@roadkeeper.test', 'Super admin');
  expect(await listed(owner)).toEqual(expect.arrayContaining([own.id, ofAll.id]));
  const theirs = await listed(stranger);
  const beside = await listed(colleague);
  const staff = await listed('second@roadkeeper.test');
  for (const { id } of [own, ofAll, ofStaff]) expect(theirs).not.toContain(id);
  expect([beside.includes(ofAll.id), beside.includes(own.id)]).toEqual([true, false]);
  expect([staff.includes(own.id), staff.includes(ofAll.id), staff.includes(ofStaff.id)]).toEqual([true, true, false]);
  expect((await keys.as(stranger, 'DELETE', `/api-key/${ofAll.id}`)).status).toBe(404);
  expect((await keys.as(colleague, 'DELETE', `/api-key/${own.id}`)).status).toBe(404);
  expect((await keys.as('second@roadkeeper.test', 'DELETE', `/api-key/${ofStaff.id}`)).status).toBe(404);
  for (const { key } of [own, ofAll, ofStaff]) expect((await by(key, 'GET', '/vehicle?take=1')).status).toBe(200);
  expect((await keys.as(colleague, 'DELETE', `/api-key/${ofAll.id}`)).status).toBe(200);
  expect((await by(ofAll.key, 'GET', '/vehicle?take=1')).status).toBe(401);
  await product.addStaff('looker@roadkeeper.test', 'Client viewer', orgId);
  for (const [method, path] of [
    ['GET', '/api-key'],
    ['DELETE', `/api-key/${own.id}`],
  ] as const)
    expect((await keys.as('looker@roadkeeper.test', method, path)).status).toBe(403);
});

test('what a key does stands in the history under its name, and when and from where it was used last', async () => {
  const { id, key } = await keys.make({
    name: 'Workshop',
    scopes: { vehicle: ['view'], 'vehicle-group': ['view', 'create'] },
  });
  expect(
    (await by(key, 'POST', '/vehicle-group', { name: 'Made by a script', colour: 'BLUE' }, '203.0.113.7')).status,
  ).toBe(201);
  const [row] = (await keys.as(owner, 'GET', '/history?module=vehicle-group')).json.data;
  expect(row.actorName).toMatch(/, API key Workshop$/);
  expect(row.source).toBe('api');
  const first = await useOf(id);
  expect(first).toEqual({ at: product.clock.now().toISOString(), from: '203.0.113.7' });
  product.clock.move(30_000);
  await by(key, 'GET', '/vehicle?take=1', undefined, '203.0.113.8');
  product.clock.move(31_000);
  await by(key, 'GET', '/vehicle?take=1', undefined, '203.0.113.9');
  for (let tries = 0; (await useOf(id)).at === first.at && tries < 100; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await useOf(id)).toEqual({ at: product.clock.now().toISOString(), from: '203.0.113.9' });
});

test('a key that calls too often is told how long to wait; others are not kept waiting', async () => {
  const one = await keys.make();
  const other = await keys.make();
  const calls = [];
  for (let at = 0; at < keyLimits.perMinute; at += 1) calls.push(await by(one.key, 'GET', '/vehicle?take=1'));
  expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
  expect(calls.at(-1)?.headers['ratelimit-remaining']).toBe('0');
  const refused = await by(one.key, 'GET', '/vehicle?take=1');
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([429, 'too_many', '1']);
  expect(refused.json.message).toContain('300 calls a minute');
  expect((await by(other.key, 'GET', '/vehicle?take=1')).status).toBe(200);
  product.clock.move(1_000);
  expect((await by(one.key, 'GET', '/vehicle?take=1')).status).toBe(200);
});

test('two weeks before its end a key is written about, once, to its owner', async () => {
  await keys.make({ name: 'Long', days: 40 });
  await keys.make({ name: 'Short', days: 10 });
  const mailed = () =>
    sql<{ subject: string; to: string }>(
      `select subject, to_address as to from mail where template = 'api-key-expires' order by id`,
    );
  const sweep = async () => {
    const { area } = await import('../integrations.server.ts');
    const run = area.sweeps?.({ ...product.product, clock: product.clock } as never) ?? [];
    for (const one of run) await transact(product.product.db, everything, (db) => one.run(db, product.clock.now()));
  };
  await sweep();
  const before = (await mailed()).length;
  product.clock.move(27 * 86_400_000);
  await sweep();
  await sweep();
  const now = (await mailed()).slice(before);
  expect(now.filter(({ subject }) => subject.includes('Long'))).toEqual([
    { subject: 'API key “Long” expires soon', to: owner },
  ]);
  expect(now.filter(({ subject }) => subject.includes('Short'))).toEqual([]);
});

test('a name is one that people can see', async () => {
  for (const name of ['\u200b\u200b', '  \u2060 ', 'a\u0007b', 'a\r\nb', 'a\nb']) {
    const given = { name, kind: 'PERSONAL', scopes: { vehicle: ['view'] }, days: 90 };
    const answer = await keys.as(owner, 'POST', '/api-key', given);
    expect([answer.status, Object.keys(answer.json.fields)], JSON.stringify(name)).toEqual([400, ['name']]);
  }
});
