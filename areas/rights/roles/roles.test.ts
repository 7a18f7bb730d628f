import { afterAll, describe, expect, test } from 'vitest';
import type { RolePermission } from '../permissions.contract.ts';
import { type RoleRow, startRoles } from '../testing/role-calls.ts';

const { admin, bodyOf, get, grant, lead, make, matrix, moduleId, post, product, put, roleOf, roles, signIn } =
  await startRoles();
const clerk = await product.login('clerk@roadkeeper.test');
const client = await product.login('client@roadkeeper.test');
const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
const granted = (row: { permissions: RolePermission[] }) =>
  Object.fromEntries(row.permissions.filter((one) => one.actions.length > 0).map((one) => [one.key, one.actions]));
afterAll(() => product.close());

describe('making and changing', () => {
  test('a role is made with its rights, read with them, and told in its history by the names of the modules', async () => {
    const body = await bodyOf({ rto: ['edit', 'export'], faq: [] }, { description: 'Keeps offices' });
    const made = await post('/role', body);
    expect([made.status, made.json.message, made.headers['etag']]).toEqual([201, 'Role added successfully.', '"v1"']);
    const row = made.json.data;
    expect(granted(row)).toEqual({ rto: ['view', 'edit', 'export'] });
    const one = await get(`/role/${row.id}`);
    expect(one.json.data).toEqual(row);
    expect(one.json.data.permissions).toEqual(await matrix(row.id));
    const permissions = [...(await grant({ rto: ['view'], faq: ['create'] }))];
    const changed = await put(`/role/${row.id}`, { ...body, permissions }, admin, { 'if-match': '"v1"' });
    expect([changed.status, changed.json.message, changed.headers['etag']]).toEqual([
      200,
      'Role updated successfully.',
      '"v2"',
    ]);
    expect(granted(changed.json.data)).toEqual({ rto: ['view'], faq: ['view', 'create'] });
    const history = (await get(`/role/${row.id}/history`)).json.data;
    expect(history[0]).toMatchObject({
      action: 'update',
      before: { permissions: { 'RTO offices': ['view', 'edit', 'export'], FAQs: [] } },
      after: { permissions: { 'RTO offices': ['view'], FAQs: ['view', 'create'] } },
    });
    expect(history[1]).toMatchObject({
      action: 'create',
      before: null,
      after: { name: body.name, permissions: { 'RTO offices': ['view', 'edit', 'export'] } },
    });
    const again = await put(`/role/${row.id}`, { ...body, permissions });
    expect(again.headers['etag']).toBe('"v2"');
    expect((await get(`/role/${row.id}/history`)).json.count).toBe(2);
  });

  test('an earlier state of the permissions is read from the history, also where a module was renamed meanwhile', async () => {
    const body = await bodyOf({ rto: ['view', 'edit'], faq: ['view'] });
    const made = (await post('/role', body)).json.data;
    const change = async (grants: Record<string, string[]>) =>
      put(`/role/${made.id}`, { ...body, permissions: await grant(grants) });
    await change({ rto: ['view'], sos: ['view', 'create'] });
    await change({ sos: ['view'] });
    const module = (await get('/module')).json.data.find((one: { key: string }) => one.key === 'rto');
    const { isMenu, inClientMenu, name, version } = module;
    const rename = (to: string, tag: number) =>
      put(`/module/${module.id}`, { name: to, isMenu, inClientMenu }, admin, { 'if-match': `"v${tag}"` });
    expect((await rename('Offices', version)).status).toBe(200);
    const entries = (await get(`/role/${made.id}/history`)).json.data;
    const after = async (at: number) =>
      granted({ permissions: (await get(`/role/${made.id}/permissions/${entries[at].id}`)).json.data });
    expect(await after(0)).toEqual({ sos: ['view'] });
    expect(await after(1)).toEqual({ rto: ['view'], sos: ['view', 'create'] });
    expect(await after(2)).toEqual({ rto: ['view', 'edit'], faq: ['view'] });
    expect((await get(`/role/${made.id}/permissions/${unknown}`)).status).toBe(404);
    const other = (await make()).id;
    expect((await get(`/role/${other}/permissions/${entries[1].id}`)).status).toBe(404);
    expect((await get(`/role/${made.id}/permissions/${entries[1].id}`, client)).status).toBe(403);
    expect((await rename(name, version + 1)).status).toBe(200);
  });

  test('a stale version is refused with the row as it is, and a repeated request is done once', async () => {
    const body = await bodyOf();
    const key = { 'idempotency-key': `once-${body.name.slice(5)}` };
    const [first, second] = [await post('/role', body, admin, key), await post('/role', body, admin, key)];
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect((await post('/role', { ...body, name: 'Another' }, admin, key)).status).toBe(422);
    const stale = await put(`/role/${first.json.data.id}`, body, admin, { 'if-match': '"v7"' });
    expect([stale.status, stale.json.current.id]).toEqual([412, first.json.data.id]);
  });

  test('a new role stands lowest of its audience, and staff stand above clients', async () => {
    const staff = await make();
    const guest = await make({ rto: ['view'] }, { audience: 'client' });
    const all = await roles();
    expect(all.map((one) => one.level)).toEqual(all.map((_, at) => at));
    expect(all.filter((one) => one.audience === 'staff').at(-1)?.id).toBe(staff.id);
    expect(all.at(-1)?.id).toBe(guest.id);
    const turns = all.map((one) => one.audience).filter((one, at, list) => one !== list[at - 1]);
    expect(turns).toEqual(['staff', 'client']);
  });

  test('nobody brings back a role whose rights they could not give', async () => {
    const rich = await make({ faq: ['view', 'edit'] });
    await product.call('DELETE', `/role/${rich.id}`, { token: admin });
    const refused = await post(`/role/restore/${rich.id}`, undefined, lead);
    expect([refused.status, refused.json.message]).toEqual([
      403,
      'This role may view in faq, which you may not do yourself, so you cannot activate or restore it',
    ]);
    expect((await post(`/role/restore/${rich.id}`, undefined)).status).toBe(200);
  });

  test('a role that comes back from the trash stands lowest of its audience', async () => {
    const first = await make();
    const second = await make();
    await product.call('DELETE', `/role/${first.id}`, { token: admin });
    await post(`/role/restore/${first.id}`, undefined);
    const all = await roles();
    expect(all.filter((one) => one.audience === 'staff').map((one) => one.id)).toEqual(
      expect.arrayContaining([first.id]),
    );
    const levelOf = (id: string) => all.find((one) => one.id === id)?.level as number;
    expect(levelOf(first.id)).toBeGreaterThan(levelOf(second.id));
    expect(new Set(all.map((one) => one.level)).size).toBe(all.length);
  });

  test('two roles do not share a name, and the message stands at it', async () => {
    const body = await bodyOf();
    const answers = await Promise.all([post('/role', body), post('/role', { ...body, name: body.name.toUpperCase() })]);
    expect(answers.map((one) => one.status).sort()).toEqual([201, 409]);
    const refused = answers.find((one) => one.status === 409);
    expect(refused?.json.fields).toEqual({ name: 'Another role has this name' });
  });

  test('hostile bodies are refused with a message, and nothing is written', async () => {
    const before = (await get('/role?take=1')).json.count;
    const good = await bodyOf();
    const rto = await moduleId('rto');
    const wrong: [string, unknown][] = [
      ['name', { ...good, name: '' }],
      ['name', { ...good, name: 'x'.repeat(61) }],
      ['name', { ...good, name: { $gt: '' } }],
      ['audience', { ...good, audience: 'admin' }],
      ['rowScope', { ...good, rowScope: 'EVERYTHING' }],
      ['level', { ...good, level: 0 }],
      ['allRights', { ...good, allRights: true }],
      ['id', { ...good, id: unknown }],
      ['permissions', { ...good, permissions: undefined }],
      ['permissions', { ...good, permissions: 'all' }],
      ['permissions', { ...good, permissions: [{ moduleId: rto }] }],
      ['permissions', { ...good, permissions: [{ moduleId: rto, actions: ['fly'] }] }],
      ['permissions', { ...good, permissions: [{ moduleId: rto, actions: ['impersonate'] }] }],
      ['permissions', { ...good, permissions: [{ moduleId: unknown, actions: ['view'] }] }],
      ['permissions', { ...good, permissions: [{ moduleId: "x' or 1=1", actions: ['view'] }] }],
      ['level', { ...good, permissions: [{ moduleId: rto, actions: [], level: 0 }] }],
      [
        'permissions',
        {
          ...good,
          permissions: [
            { moduleId: rto, actions: ['view'] },
            { moduleId: rto, actions: [] },
          ],
        },
      ],
      ['', [good]],
      ['', 'role'],
      ['', null],
    ];
    for (const [field, body] of wrong) {
      const answer = await post('/role', body);
      expect(answer.status, `${field} ${JSON.stringify(body)?.slice(-80)} ${answer.text}`).toBe(400);
      if (field) expect(Object.keys(answer.json.fields)).toContain(field);
    }
    const proto = await product.call('POST', '/role', {
      token: admin,
      payload: `{"__proto__":{"level":0},${JSON.stringify(good).slice(1)}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(proto.status).toBe(400);
    expect((await get('/role?take=1')).json.count).toBe(before);
    expect((await put(`/role/${unknown}`, good)).status).toBe(404);
    expect((await put('/role/not-an-id', good)).status).toBe(404);
  });

  test('roles are neither imported nor changed many at a time', async () => {
    const { id } = await make();
    for (const path of ['/role/import', '/role/import/check']) expect((await post(path, {})).status, path).toBe(404);
    const edit = await post('/role/bulk', { action: 'edit', ids: [id], set: { rowScope: 'OWN_RTO' } });
    expect(edit.status).toBe(400);
    const off = await post('/role/bulk', { action: 'deactivate', ids: [id, (await roleOf('Super admin')).id] });
    expect([off.json.data.done, off.json.data.failed.length]).toEqual([1, 1]);
  });
});

describe('who may give what', () => {
  test('nobody gives or takes what they lack, and what they lack stays as it was', async () => {
    const more = await post('/role', await bodyOf({ faq: ['view'] }), lead);
    expect([more.status, more.json.fields]).toEqual([
      400,
      { permissions: 'You may not view in FAQs yourself, so you cannot let others' },
    ]);
    const beyond = await post('/role', await bodyOf({ rto: ['view', 'delete'] }), lead);
    expect(beyond.json.fields.permissions).toMatch(/may not delete in RTO offices/);
    const body = await bodyOf({ faq: ['view'], rto: ['view'] });
    const { id } = (await post('/role', body)).json.data;
    const taken = await put(`/role/${id}`, { ...body, permissions: await grant({ rto: ['view'] }) }, lead);
    expect([taken.status, taken.json.fields]).toEqual([
      400,
      { permissions: 'You may not view in FAQs yourself, so you cannot remove it' },
    ]);
    const kept = await put(
      `/role/${id}`,
      { ...body, permissions: await grant({ faq: ['view'], rto: ['edit'] }) },
      lead,
    );
    expect([kept.status, granted(kept.json.data)]).toEqual([200, { faq: ['view'], rto: ['view', 'edit'] }]);
    const mine = Object.fromEntries((await matrix(id, lead)).map((one) => [one.key, one.mine]));
    expect(mine).toMatchObject({ rto: ['view', 'edit'], faq: [], trash: [] });
  });

  test('nobody touches a role on their own level or above it, whatever the call', async () => {
    for (const name of ['Super admin', 'Lead']) {
      const { id, rights } = (await roles(lead)).find((one) => one.name === name) as RoleRow;
      expect(rights, name).toEqual(['view']);
      const body = await bodyOf({ rto: ['view'] }, { name });
      for (const answer of [
        await put(`/role/${id}`, body, lead),
        await put(`/role/status/${id}`, undefined, lead),
        await product.call('DELETE', `/role/${id}`, { token: lead }),
        await post('/role/update-level', { roleIds: [id] }, lead),
      ])
        expect([name, answer.status]).toEqual([name, 403]);
    }
    // Not even those who hold every right change their own.
    const top = await roleOf('Super admin');
    expect((await put(`/role/${top.id}`, await bodyOf({}, { name: 'Mine' }))).status).toBe(403);
  });

  test('each call needs its right: a clerk and a client are refused, and nobody signed in is 401', async () => {
    const { id } = await make();
    const body = await bodyOf();
    const calls = [
      ['GET', '/role', undefined],
      ['GET', `/role/${id}`, undefined],
      ['GET', `/role/${id}/permissions`, undefined],
      ['GET', '/role/permissions', undefined],
      ['GET', '/role/people', undefined],
      ['GET', `/role/${id}/usage`, undefined],
      ['POST', '/role', body],
      ['PUT', `/role/${id}`, body],
      ['PUT', `/role/status/${id}`, undefined],
      ['DELETE', `/role/${id}`, undefined],
      ['POST', '/role/update-level', { roleIds: [id] }],
      ['GET', `/user/${id}/scope`, undefined],
      ['PUT', `/user/${id}/scope`, { rtoIds: [], organisationIds: [] }],
    ] as const;
    for (const [method, path, sent] of calls) {
      const with_ = (token?: string) =>
        product.call(method, path, { ...(token ? { token } : {}), ...(sent ? { body: sent } : {}) });
      expect([path, (await with_(clerk)).status, (await with_(client)).status, (await with_()).status]).toEqual([
        path,
        403,
        403,
        401,
      ]);
    }
  });

  test('roles for clients hold only what is meant for clients', async () => {
    for (const [key, action] of [
      ['role', 'view'],
      ['user', 'view'],
      ['module', 'view'],
      ['mail', 'view'],
      ['trash', 'view'],
      ['rto', 'edit'],
      ['organisation', 'delete'],
      ['app-user', 'impersonate'],
    ] as const) {
      const answer = await post('/role', await bodyOf({ [key]: [action] }, { audience: 'client' }));
      expect([key, answer.status]).toEqual([key, 400]);
      expect(answer.json.fields.permissions).toMatch(/is for staff only/);
    }
    const fine = { dashboard: ['view'], rto: ['view'], 'app-user': ['view', 'create'], organisation: ['view', 'edit'] };
    expect((await post('/role', await bodyOf(fine, { audience: 'client' }))).status).toBe(201);
    const reach = await post('/role', await bodyOf(fine, { audience: 'client', rowScope: 'OWN_CLIENTS' }));
    expect(Object.keys(reach.json.fields)).toEqual(['rowScope']);
    // What the product ships keeps to the same rule.
    for (const one of (await roles()).filter(({ audience }) => audience === 'client'))
      for (const line of await matrix(one.id))
        expect(line.actions.filter((action) => !line.clients.includes(action))).toEqual([]);
  });

  test('a role that somebody has stays with its audience', async () => {
    const { id } = await make(undefined, { name: 'In use' });
    await signIn('In use');
    const body = await bodyOf({ rto: ['view'] }, { name: 'In use', audience: 'client' });
    const refused = await put(`/role/${id}`, body);
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([409, ['audience']]);
    expect((await get(`/role/${id}/usage`)).json.data).toEqual([
      { path: 'user', field: 'roleId', label: 'User', count: 1 },
    ]);
    const free = await make();
    const moved = await put(`/role/${free.id}`, await bodyOf({ rto: ['view'] }, { audience: 'client' }));
    expect([moved.status, moved.json.data.audience]).toEqual([200, 'client']);
    expect((await roles()).at(-1)?.id).toBe(free.id);
  });

  test('whoever works on some rows only gives no role that works on more', async () => {
    const keep = ['view', 'create', 'edit'];
    await make({ role: keep, user: keep, rto: ['view'] }, { name: 'Field lead', rowScope: 'OWN_CLIENTS' });
    const field = await signIn('Field lead');
    const wide = await post('/role', await bodyOf({ rto: ['view'] }), field);
    expect([wide.status, Object.keys(wide.json.fields)]).toEqual([400, ['rowScope']]);
    const narrow = await post('/role', await bodyOf({ rto: ['view'] }, { rowScope: 'OWN_CLIENTS' }), field);
    expect(narrow.status, narrow.text).toBe(201);
    const { id } = await make({ rto: ['view'] });
    const person = { name: 'Somebody', email: 'somebody@roadkeeper.test', roleId: id };
    const given = await post('/user', person, field);
    expect([given.status, Object.keys(given.json.fields)]).toEqual([400, ['roleId']]);
    expect((await post('/user', { ...person, roleId: narrow.json.data.id }, field)).status).toBe(201);
  });
});

test('the last holder of a right keeps it, and of two who give it up at once one does', async () => {
  const sql = (text: string, params: string[] = []) =>
    product.product.db.transact({ orgId: null }, (db) => db.query(text, params));
  const body = await bodyOf({ dashboard: ['view'], rto: ['view'] }, { name: 'Keeper one' });
  const one = (await post('/role', body)).json.data.id;
  const two = (await post('/role', { ...body, name: 'Keeper two' })).json.data.id;
  await signIn('Keeper one');
  await signIn('Keeper two');
  // Nobody else is left with this right who could sign in: other roles lose it, and the administrators their passwords.
  await sql(
    `delete from permission where role_id not in ($1, $2) and module_id = (select id from module where key = 'dashboard')`,
    [one, two],
  );
  const hash = `password_hash_of((select id from account where email = 'clerk@roadkeeper.test'), '${product.product.db.seal('password_hash')}')`;
  const masters = `where role_id = (select id from role where all_rights)`;
  await sql(`update account set password_hash = null ${masters}`);
  const permissions = await grant({ rto: ['view'] });
  const answers = await Promise.all([
    put(`/role/${one}`, { ...body, name: 'Keeper one', permissions }),
    put(`/role/${two}`, { ...body, name: 'Keeper two', permissions }),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  expect(answers.find((answer) => answer.status === 409)?.json.message).toMatch(
    /^No user would be left who may view in/,
  );
  const left = answers[0]?.status === 409 ? one : two;
  for (const answer of [
    await put(`/role/status/${left}`, undefined),
    await put(`/role/${left}`, { ...body, name: 'Keeper', permissions: [] }),
  ])
    expect(answer.status).toBe(409);
  await sql(`update account set password_hash = ${hash} ${masters}`);
  expect((await put(`/role/${left}`, { ...body, name: 'Keeper', permissions })).status).toBe(200);
});

test('rights act on the next request, without waiting', async () => {
  const body = await bodyOf({ rto: ['view'] }, { name: 'Quick' });
  const { id } = (await post('/role', body)).json.data;
  const token = await signIn('Quick');
  expect((await get('/rto?take=1', token)).status).toBe(200);
  expect((await put(`/role/${id}`, { ...body, permissions: [] })).status).toBe(200);
  expect((await get('/rto?take=1', token)).status).toBe(403);
  expect((await put(`/role/${id}`, body)).status).toBe(200);
  expect((await get('/rto?take=1', token)).status).toBe(200);
  expect((await put(`/role/status/${id}`, undefined)).status).toBe(200);
  expect((await get('/token', token)).status).toBe(401);
});

test('how many people have each role is told to those who see them', async () => {
  const { id } = await make({ rto: ['view'] }, { name: 'Counted' });
  await signIn('Counted');
  await signIn('Counted');
  const people = Object.fromEntries(
    (await get('/role/people')).json.data.map((one: { roleId: string; people: number }) => [one.roleId, one.people]),
  );
  expect(people[id]).toBe(2);
  expect(people[(await roleOf('Client owner')).id]).toBe(4);
});
