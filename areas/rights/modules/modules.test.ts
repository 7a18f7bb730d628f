import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { catalogues, pages } from '#areas/areas.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addMissingModules, shippedModules } from './modules.ts';
import type { MenuChange, ModuleRow } from '../permissions.contract.ts';

let product: TestProduct;
let admin: string;
let clerk: string;
let client: string;
const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';

const get = (path: string, token = admin) => product.call('GET', path, { token });
const put = (path: string, body?: unknown, token = admin, headers: Record<string, string> = {}) =>
  product.call('PUT', path, { token, headers, ...(body === undefined ? {} : { body }) });
const tree = async (): Promise<ModuleRow[]> => (await get('/module')).json.data;
const of = async (key: string) => (await tree()).find((one) => one.key === key) as ModuleRow;
const move = async (key: string, under: string | null, before?: string, token = admin) => {
  const [{ id }, parent, next] = [await of(key), under && (await of(under)).id, before && (await of(before)).id];
  return put(`/module/update-parent/${id}`, { parentId: parent, ...(next ? { beforeId: next } : {}) }, token);
};
const below = async (key: string | null) => {
  const parent = key && (await of(key)).id;
  return (await tree()).filter((one) => one.parentId === parent).map((one) => one.key);
};
/** Groups and pages of somebody's menu. */
const menuOf = async (token: string) => {
  const modules = (await get('/permission', token)).json.data as ModuleRow[];
  const parent = (one: ModuleRow) => modules.find(({ id }) => id === one.parentId)?.key;
  return Object.fromEntries(modules.filter((one) => one.route).map((one) => [one.key, parent(one)]));
};

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
  await put(`/module/${(await of('rto')).id}`, { name: 'RTO offices', isMenu: true });
});
afterAll(() => product?.close());

test('the tree is read in its order, those that are switched off among it', async () => {
  const rows = await tree();
  expect((await get('/module')).json.count).toBe(rows.length);
  for (const [at, row] of rows.entries()) {
    const parent = rows.findIndex((one) => one.id === row.parentId);
    expect(
      row.parentId === null ? row.depth : parent < at && row.depth === (rows[parent]?.depth ?? 0) + 1,
    ).toBeTruthy();
  }
  expect(rows.filter((one) => one.isNeeded).map((one) => one.key)).toEqual(['dashboard', 'role', 'module']);
});

test('each call needs its right: a clerk and a client are refused, and nobody signed in is 401', async () => {
  const { id } = await of('rto');
  for (const [method, path, body] of [
    ['GET', '/module', undefined],
    ['GET', `/module/${id}/move-preview`, undefined],
    ['GET', `/module/${id}/history`, undefined],
    ['PUT', `/module/update-parent/${id}`, { parentId: null }],
    ['POST', '/module/order', { parentId: null, ids: [id] }],
    ['PUT', `/module/${id}`, { name: 'Offices', isMenu: true }],
    ['PUT', `/module/status/${id}`, undefined],
  ] as const)
    for (const [token, status] of [
      [clerk, 403],
      [client, 403],
      [undefined, 401],
    ] as const) {
      const answer = await product.call(method, path, { ...(token ? { token } : {}), ...(body ? { body } : {}) });
      expect([path, answer.status]).toEqual([path, status]);
    }
});

describe('moving', () => {
  test('hangs a module under another group at the place that was asked for, and menus follow on the next request', async () => {
    expect((await menuOf(clerk))['rto']).toBe('group-catalogues');
    const first = (await below('group-settings'))[0] as string;
    const answer = await move('rto', 'group-settings', first);
    expect([answer.status, answer.json.message]).toEqual([200, 'Module Shifted  successfully.']);
    expect((await below('group-settings')).slice(0, 2)).toEqual(['rto', first]);
    expect((await menuOf(clerk))['rto']).toBe('group-settings');
    const [entry] = (await get(`/module/${answer.json.data.id}/history`)).json.data;
    expect(entry).toMatchObject({
      action: 'update',
      recordTitle: 'RTO offices',
      before: { parent: 'Reference data' },
      after: { parent: 'Administration', position: 1 },
    });
    expect((await move('rto', null)).status).toBe(200);
    expect((await below(null)).at(-1)).toBe('rto');
    expect((await move('rto', 'group-catalogues')).status).toBe(200);
    // What stays where it is leaves no trace.
    const { version } = await of('rto');
    expect((await move('rto', 'group-catalogues')).json.data.version).toBe(version);
  });

  test('is refused into itself, below itself, below a page, too deep, and to what is not there', async () => {
    expect((await move('group-desk', 'group-people')).status).toBe(200);
    expect((await move('group-people', 'group-work')).status).toBe(200);
    const refused: [string, string, RegExp][] = [
      ['group-desk', 'group-desk', /cannot be below itself/],
      ['group-people', 'group-desk', /Help is already below Clients/],
      ['group-work', 'group-desk', /is already below/],
      ['faq', 'rto', /RTO offices is a page/],
      // Three deep with what is below it, it would be five.
      ['group-work', 'group-fleet', /./],
    ];
    for (const [key, under, message] of refused.slice(0, 4)) {
      const answer = await move(key, under);
      expect([key, under, answer.status]).toEqual([key, under, 400]);
      expect(answer.json.fields.parentId).toMatch(message);
    }
    expect(await of('help')).toMatchObject({ depth: 4 });
    const deep = await move('group-work', 'group-fleet');
    expect([deep.status, deep.json.fields]).toEqual([400, { parentId: 'Modules can be nested at most 4 levels' }]);
    const { id } = await of('rto');
    for (const body of [
      {},
      { parentId: unknown },
      { parentId: 'x' },
      { parentId: null, order: 3 },
      { parentId: null, beforeId: id },
      { parentId: null, beforeId: unknown },
      [],
    ])
      expect([JSON.stringify(body), (await put(`/module/update-parent/${id}`, body)).status]).toEqual([
        JSON.stringify(body),
        400,
      ]);
    expect((await put(`/module/update-parent/${unknown}`, { parentId: null })).status).toBe(404);
    expect((await put('/module/update-parent/x', { parentId: null })).status).toBe(404);
    await move('group-people', null);
    await move('group-desk', null);
  });

  test('of two moves at once that would close a ring together one is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([move('group-desk', 'group-people'), move('group-people', 'group-desk')]);
      expect(answers.map((one) => one.status).sort(), `round ${round}`).toEqual([200, 400]);
      await move('group-desk', null);
      await move('group-people', null);
    }
  });

  test('a stale version is refused, and a repeated request is done once', async () => {
    // One that few may see: what was arranged stays in the menus of all who may.
    const { id, version, parentId: back } = await of('trash');
    const parentId = (await of('group-desk')).id;
    expect(
      (await put(`/module/update-parent/${id}`, { parentId }, admin, { 'if-match': `"v${version}"` })).status,
    ).toBe(200);
    const stale = await put(`/module/update-parent/${id}`, { parentId: back }, admin, { 'if-match': `"v${version}"` });
    expect([stale.status, stale.json.current.id]).toEqual([412, id]);
    const key = { 'idempotency-key': 'module-move' };
    const [first, second] = [
      await put(`/module/update-parent/${id}`, { parentId: back }, admin, key),
      await put(`/module/update-parent/${id}`, { parentId: back }, admin, key),
    ];
    expect([first.status, second.text]).toEqual([200, first.text]);
  });
});

test('the preview names the roles whose menu a move would change, and keeps what it says', async () => {
  const [{ id }, { id: parentId }] = [await of('rto'), await of('group-desk')];
  const preview = (await get(`/module/${id}/move-preview?parentId=${parentId}`)).json.data as MenuChange[];
  const names = preview.map((one) => one.roleName);
  expect(names).toContain('RTO clerk');
  const ofClerk = preview.find((one) => one.roleName === 'RTO clerk');
  expect(ofClerk).toMatchObject({
    people: 1,
    moved: [{ name: 'RTO offices', from: 'Administration', to: 'Help' }],
    // It was all that clerks keep of the reference data, and they keep nothing else under Help.
    appears: ['Help'],
    vanishes: ['Administration'],
    isOrderOnly: false,
  });
  // Nothing has happened yet.
  expect((await of('rto')).parentId).not.toBe(parentId);
  const before = await menuOf(clerk);
  await move('rto', 'group-desk');
  const after = await menuOf(clerk);
  expect(Object.keys(after).filter((key) => after[key] !== before[key])).toEqual(['rto']);
  await move('rto', 'group-catalogues');
  const nowhere = (await get(`/module/${id}/move-preview?parentId=${(await of('group-catalogues')).id}`)).json.data;
  expect(nowhere.every((one: MenuChange) => one.isOrderOnly)).toBe(true);
  // A page that few may see changes few menus.
  const few = (await get(`/module/${(await of('mail')).id}/move-preview`)).json.data as MenuChange[];
  expect(few.map((one) => one.roleName)).toEqual(['Super admin', 'Operations', 'Support']);
  // What is a tab of another page is in no menu, wherever it stands in the tree.
  expect((await get(`/module/${(await of('trash')).id}/move-preview`)).json.data).toEqual([]);
  for (const query of ['parentId=x', `parentId=${id}`, 'zz=1'])
    expect([query, (await get(`/module/${id}/move-preview?${query}`)).status]).toEqual([query, 400]);
  expect((await get(`/module/${unknown}/move-preview`)).status).toBe(404);
});

test('modules below one group are put in order, all of them or none', async () => {
  const { id: parentId } = await of('group-people');
  const was = (await tree()).filter((one) => one.parentId === parentId);
  const ids = was.map((one) => one.id);
  const turned = [ids[1], ids[0], ...ids.slice(2)];
  const order = (body: unknown) => product.call('POST', '/module/order', { token: admin, body });
  const answer = await order({ parentId, ids: turned });
  expect([answer.status, answer.json.message]).toEqual([200, 'Order updated successfully.']);
  expect((await tree()).filter((one) => one.parentId === parentId).map((one) => one.id)).toEqual(turned);
  expect((await get(`/module/${ids[0]}/history`)).json.data[0]).toMatchObject({
    before: { position: 1 },
    after: { position: 2 },
  });
  for (const [body, status] of [
    [{ parentId, ids: ids.slice(1) }, 409],
    [{ parentId, ids: [...ids, unknown] }, 409],
    [{ parentId, ids: [ids[0], ids[0], ...ids.slice(2)] }, 400],
    [{ parentId: unknown, ids }, 404],
    [{ parentId }, 400],
    [{ parentId, ids, extra: 1 }, 400],
  ] as const)
    expect((await order(body)).status).toBe(status);
  await order({ parentId, ids });
});

test('a module is renamed and taken out of the menu, and its rights stay', async () => {
  const { id, version } = await of('rto');
  const renamed = await put(`/module/${id}`, { name: ' Transport offices ', isMenu: false }, admin, {
    'if-match': `"v${version}"`,
  });
  expect([renamed.status, renamed.json.message, renamed.json.data.name]).toEqual([
    200,
    'Module updated successfully.',
    'Transport offices',
  ]);
  const mine = (await get('/permission', clerk)).json.data.find((one: { key: string }) => one.key === 'rto');
  expect([mine.name, mine.isMenu, mine.actions.includes('edit')]).toEqual(['Transport offices', false, true]);
  expect((await get(`/module/${id}/history`)).json.data[0]).toMatchObject({
    before: { name: 'RTO offices', inMenu: true },
    after: { name: 'Transport offices', inMenu: false },
  });
  for (const body of [
    { name: '', isMenu: true },
    { name: 'x', isMenu: true },
    { name: 'x'.repeat(61), isMenu: true },
    { name: 'Fine' },
    { name: 'Fine', isMenu: 'yes' },
    { name: 'Fine', isMenu: true, route: '/evil' },
    { name: 'A\u0000B', isMenu: true },
  ])
    expect([JSON.stringify(body), (await put(`/module/${id}`, body)).status]).toEqual([JSON.stringify(body), 400]);
  const twin = await put(`/module/${id}`, { name: 'faqs', isMenu: true });
  expect([twin.status, Object.keys(twin.json.fields)]).toEqual([409, ['name']]);
  const group = await of('group-desk');
  expect((await put(`/module/${group.id}`, { name: 'Help', isMenu: false })).status).toBe(400);
  await put(`/module/${id}`, { name: 'RTO offices', isMenu: true });
});

test('clients have a menu of their own: what they only look things up in is not in it', async () => {
  const shown = async () => {
    const modules = (await get('/permission', client)).json.data as ModuleRow[];
    return modules.filter((one) => one.route && one.isMenu).map((one) => one.key);
  };
  const fleet = [
    'live-map',
    'vehicle',
    'incident',
    'alarm',
    'drivers',
    'vehicle-kyc-doc',
    'app-user-policy',
    'obligation',
    'device',
    'vehicle-trips',
    'report',
    'violation',
    'challan',
    'help-desk',
    'wallet',
  ];
  expect((await shown()).toSorted()).toEqual(['dashboard', ...fleet, 'organisation'].toSorted());
  expect((await get('/rto?take=1', client)).status).toBe(200);
  const { id } = await of('rto');
  await put(`/module/${id}`, { name: 'RTO offices', isMenu: true, inClientMenu: true });
  expect(await shown()).toContain('rto');
  expect((await get(`/module/${id}/history`)).json.data[0]).toMatchObject({
    before: { inClientMenu: false },
    after: { inClientMenu: true },
  });
  // Whose menu changes is told by the menu that each role has.
  const parentId = (await of('group-desk')).id;
  const changed = async (module: string) =>
    ((await get(`/module/${module}/move-preview?parentId=${parentId}`)).json.data as MenuChange[]).map(
      (one) => one.roleName,
    );
  expect(await changed(id)).toContain('Client owner');
  expect(await changed((await of('road-type')).id)).not.toContain('Client owner');
  // A name alone leaves it where it is; out of everybody's menu is out of theirs.
  await put(`/module/${id}`, { name: 'Offices', isMenu: true });
  expect((await of('rto')).inClientMenu).toBe(true);
  await put(`/module/${id}`, { name: 'RTO offices', isMenu: false });
  expect(await shown()).not.toContain('rto');
  await put(`/module/${id}`, { name: 'RTO offices', isMenu: true, inClientMenu: false });
  const trash = await of('trash');
  expect((await put(`/module/${trash.id}`, { name: 'Trash', isMenu: true, inClientMenu: true })).status).toBe(400);
});

test('a module that is switched off is nobody’s, and the way back stays open', async () => {
  const { id } = await of('faq');
  const off = await put(`/module/status/${id}`);
  expect([off.status, off.json.message, off.json.data.status]).toEqual([200, 'Status updated successfully.', 0]);
  expect((await get('/faq')).status).toBe(403);
  expect((await get('/permission')).json.data.some((one: { key: string }) => one.key === 'faq')).toBe(false);
  expect((await put(`/module/status/${id}`)).json.data.status).toBe(1);
  expect((await get('/faq')).status).toBe(200);
  expect((await get(`/module/${id}/history`)).json.data[0]).toMatchObject({ action: 'status', after: { status: 1 } });
  for (const key of ['module', 'role', 'dashboard', 'group-settings'])
    expect([key, (await put(`/module/status/${(await of(key)).id}`)).status]).toEqual([key, 409]);
  expect((await put(`/module/status/${id}`, { status: 0 })).status).toBe(400);
});

test('a group is switched off when nothing below it is on, and nothing below it is on before it is', async () => {
  const group = await of('group-fleet');
  for (const key of await below('group-fleet')) await move(key, 'group-catalogues');
  expect((await put(`/module/status/${group.id}`)).status).toBe(200);
  const under = await move('faq', 'group-fleet');
  expect([under.status, under.json.fields.parentId]).toEqual([400, 'Fleet is inactive. Activate it first']);
  const { id } = await of('faq');
  await put(`/module/status/${id}`);
  expect((await move('faq', 'group-fleet')).status).toBe(200);
  expect((await put(`/module/status/${id}`)).status).toBe(409);
  await put(`/module/status/${group.id}`);
  expect((await put(`/module/status/${id}`)).status).toBe(200);
  expect((await put(`/module/status/${group.id}`)).status).toBe(409);
  await move('faq', 'group-catalogues');
});

test('what a role holds in a module that is off is kept, and given to nobody', async () => {
  const { id } = await of('faq');
  await put(`/module/status/${id}`);
  const support = (await get('/role?q=Support')).json.data[0];
  const line = (await get(`/role/${support.id}/permissions`)).json.data.find(
    (one: { key: string }) => one.key === 'faq',
  );
  expect([line.status, line.actions.includes('edit'), line.mine.includes('edit')]).toEqual([0, true, true]);
  await put(`/module/status/${id}`);
});

describe('a menu of an earlier version', () => {
  const write = (sql: string, params: (string | null)[] = []) =>
    transact(product.product.db, everything, (db) => db.query(sql, params));
  const prepare = () =>
    transact(product.product.db, everything, (db) => addMissingModules(db, shippedModules(catalogues, pages)));

  test('stays where somebody has arranged it', async () => {
    const { id, parentId } = await of('vehicle-invitation');
    await write(`update module set parent_id = null, is_menu = true where id = $1`, [id]);
    await prepare();
    expect(await of('vehicle-invitation')).toMatchObject({ parentId: null, isMenu: true });
    await write(`update module set parent_id = $2, is_menu = false where id = $1`, [id, parentId]);
  });

  test('is as this version ships it where nobody has, and its empty groups go', async () => {
    const roads = '01a1fc17-27e9-7627-921e-d6ed735c0001';
    await write(
      `insert into module (id, key, name, route, icon, sort_order) values ($1, 'group-roads', 'Roads', null, 'road', 5)`,
      [roads],
    );
    await write(`update module set version = 1`);
    await write(`update module set parent_id = $1, name = 'Kinds of roads', is_menu = true where key = 'road-type'`, [
      roads,
    ]);
    await prepare();
    const group = await of('group-catalogues');
    expect(await of('road-type')).toMatchObject({ parentId: group.id, name: 'Road types', isMenu: false });
    expect(await of('group-roads')).toBeUndefined();
  });
});
