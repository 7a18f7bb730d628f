import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLimits } from '#kit/contract/list-query.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

let product: TestProduct;
let admin: string;
let clerk: string;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
});
afterAll(() => product?.close());

test.each(['constructor', 'toString', 'hasOwnProperty'])(
  'an unknown field named %s is refused like any other',
  async (name) => {
    const body = { name: 'Tractor', wheels: 4, speedClass: 'M1', [name]: 1 };
    const answer = await product.call('POST', '/vehicle-type', { token: admin, body });
    expect([answer.status, answer.json.fields]).toEqual([400, { [name]: 'Not a field of this record' }]);
    const login = await product.call('POST', '/login', { body: { email: 'a@b.in', password: 'x', [name]: 1 } });
    expect([login.status, Object.keys(login.json.fields)]).toEqual([400, [name]]);
  },
);

test('deleted rows are shown to nobody who could not bring them back, by whichever call', async () => {
  const made = await product.call('POST', '/vehicle-category', {
    token: admin,
    body: { name: 'Hearse', code: 'HEARSE', isTransport: true, speedClass: 'M1' },
  });
  expect(made.status).toBe(201);
  const { id } = made.json.data;
  expect((await product.call('DELETE', `/vehicle-category/${id}`, { token: admin })).status).toBe(200);
  const filter = { trash: 'true' };
  const asClerk = async (path: string, body: unknown) =>
    (await product.call('POST', path, { token: clerk, body })).status;
  expect((await product.call('GET', '/vehicle-category?trash=true', { token: clerk })).status).toBe(403);
  expect(await asClerk('/vehicle-category/export', { format: 'csv', filter })).toBe(403);
  expect(await asClerk('/vehicle-category/bulk', { action: 'activate', filter })).toBe(403);
  expect((await product.call('GET', `/vehicle-category/${id}/history`, { token: clerk })).status).toBe(404);
  expect((await product.call('GET', `/vehicle-category/${id}/history`, { token: admin })).status).toBe(200);
  const csv = await product.call('POST', '/vehicle-category/export', { token: admin, body: { format: 'csv', filter } });
  expect(csv.text).toContain('Hearse');
});

test('a mobile number is one account however it is spelt', async () => {
  const spellings = ['9876500001', '98765-00001', '98765 00001', '+91 9876500001', '0 9876500001', '+91-98765-00001'];
  const statuses: number[] = [];
  for (const email of spellings)
    statuses.push((await product.call('POST', '/login', { body: { email, password: 'not the right one' } })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test('wrong passwords sent all at once get no more tries than one after the other', async () => {
  const body = { email: 'at.once@example.in', password: 'not the right one' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => product.call('POST', '/login', { body })));
  const wrong = answers.filter((answer) => answer.status === 401).length;
  expect(wrong).toBe(5);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(15);
});

test('options are remembered only until something is written', async () => {
  const names = async () =>
    (await product.call('GET', '/vehicle-type?option=true', { token: admin })).json.data.map(
      (option: { name: string }) => option.name,
    ) as string[];
  expect(await names()).not.toContain('Road roller');
  const body = { name: 'Road roller', wheels: 3, speedClass: 'N' };
  expect((await product.call('POST', '/vehicle-type', { token: admin, body })).status).toBe(201);
  expect(await names()).toContain('Road roller');
});

test('a write whose end is not known makes lists read anew', async () => {
  const list = () => product.call('GET', '/vehicle-type?take=1', { token: admin });
  const before = await list();
  const { db } = product.product;
  const real = db.transact.bind(db);
  // The commit is done, and its answer is lost.
  db.transact = async (scope, work) => {
    await real(scope, work);
    throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
  };
  const body = { name: 'Snow plough', wheels: 6, speedClass: 'N' };
  const lost = await product.call('POST', '/vehicle-type', { token: admin, body });
  db.transact = real;
  expect(lost.status).toBeGreaterThanOrEqual(500);
  const tag = String(before.headers['etag']);
  const after = await product.call('GET', '/vehicle-type?take=1', { token: admin, headers: { 'if-none-match': tag } });
  expect(after.status).toBe(200);
  expect(after.json.count).toBe(before.json.count + 1);
});

test('cursors and times that PostgreSQL could not read are refused, not answered as faults', async () => {
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const id = '01990000-0000-7000-8000-000000000000';
  const wrong = [
    'createdAtFrom=0000-01-01',
    'createdAtFrom=2026-02-31',
    'createdAtFrom=0001-01-01T00:00:00%2B23:59',
    `sort=code&after=${cursor('code', 0, 'x', '-'.repeat(36))}`,
    `sort=createdAt&after=${cursor('createdAt', 0, 'nope', id)}`,
    `sort=code&after=${cursor('code', 0, 'a\u0000b', id)}`,
    `sort=status&after=${cursor('status', 0, '99999999', id)}`,
  ];
  for (const query of wrong)
    expect([query, (await product.call('GET', `/rto?${query}`, { token: admin })).status]).toEqual([query, 400]);
  const login = await product.call('POST', '/login', { body: { email: 'a\u0000@x.in', password: 'x' } });
  expect(login.status).toBe(400);
});

test('a deleted record is restored or purged only in the version that was looked at', async () => {
  const body = { name: 'Milk float', wheels: 4, speedClass: 'N' };
  const { id } = (await product.call('POST', '/vehicle-type', { token: admin, body })).json.data;
  await product.call('DELETE', `/vehicle-type/${id}`, { token: admin });
  const headers = { 'if-match': '"v1"' };
  const restore = await product.call('POST', `/vehicle-type/restore/${id}`, { token: admin, headers });
  const purge = await product.call('DELETE', `/trash/${id}`, { token: admin, headers });
  expect([restore.status, purge.status]).toEqual([412, 412]);
  expect((await product.call('POST', `/vehicle-type/restore/${id}`, { token: admin })).status).toBe(200);
});

test('what was answered 503 for taking too long is not done afterwards', async () => {
  const { db } = product.product;
  const real = db.transact.bind(db);
  let ended: Promise<unknown> = Promise.resolve();
  // Longer than the deadline of a request.
  db.transact = (scope, work) => {
    const late = sleep(3_000).then(() => real(scope, work));
    ended = late.catch(() => undefined);
    return late;
  };
  const body = { name: 'Rickshaw of the past', wheels: 3, speedClass: 'THREE_WHEELER' };
  const answer = await product.call('POST', '/vehicle-type', { token: admin, body });
  db.transact = real;
  expect(answer.status).toBe(503);
  await ended;
  const list = await product.call('GET', '/vehicle-type?q=rickshaw+of+the+past', { token: admin });
  expect(list.json.count).toBe(0);
});

test('a file is for those who may read its record, and after a delete for those who may restore it', async () => {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.append('name', 'Maker of one pixel');
  form.append('logo', new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
  const sent = new Response(form);
  const made = await product.call('POST', '/vehicle-brand', {
    token: admin,
    payload: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': String(sent.headers.get('content-type')) },
  });
  expect(made.status, made.text).toBe(201);
  const { id, logo } = made.json.data;
  const read = async (token: string) => (await product.call('GET', `/file/${logo.id}`, { token })).status;
  await product.addStaff('blind@roadkeeper.test', 'Support');
  await product.product.db.transact({ orgId: null }, async (db) => {
    await db.query(
      `update permission g set actions = array_remove(g.actions, 'view') from role r, module m
       where r.id = g.role_id and m.id = g.module_id and r.name = 'Support' and m.key = 'vehicle-brand'`,
    );
  });
  const blind = await product.login('blind@roadkeeper.test');
  expect([await read(admin), await read(clerk), await read(blind)]).toEqual([200, 200, 404]);
  await product.call('DELETE', `/vehicle-brand/${id}`, { token: admin });
  expect([await read(admin), await read(clerk)]).toEqual([200, 404]);
});

test('a bulk call repeated under its key is answered again and not done again', async () => {
  const body = { name: 'Steam wagon', wheels: 4, speedClass: 'N' };
  const { id } = (await product.call('POST', '/vehicle-type', { token: admin, body })).json.data;
  const bulk = (action: string) =>
    product.call('POST', '/vehicle-type/bulk', {
      token: admin,
      body: { action, ids: [id] },
      headers: { 'idempotency-key': 'bulk-once' },
    });
  const first = await bulk('deactivate');
  await product.call('PUT', `/vehicle-type/status/${id}`, { token: admin });
  const again = await bulk('deactivate');
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([200, first.text, 'true']);
  const row = await product.call('GET', `/vehicle-type/${id}`, { token: admin });
  expect(row.json.data.status).toBe(1);
  expect((await bulk('activate')).status).toBe(422);
});

test('a day at the end of a range counts whole, and option lists take an order', async () => {
  const day = '2026-11-21';
  const all = await product.call('GET', '/vehicle-type?take=1', { token: admin });
  const until = await product.call('GET', `/vehicle-type?take=1&createdAtTo=${day}`, { token: admin });
  expect(until.json.count).toBe(all.json.count);
  const labels = async (sort: string) =>
    (await product.call('GET', `/vehicle-type?option=true${sort}`, { token: admin })).json.data.map(
      (row: { label: string }) => row.label,
    );
  expect(await labels('&sort=-name')).toEqual((await labels('')).toReversed());
});

test('a list that is asked for whole is never cut: it answers every row up to its bound, and says beyond it how to ask', async () => {
  const get = (query: string) => product.call('GET', `/purpose?${query}`, { token: admin });
  const fill = (upTo: number) =>
    transact(product.product.kit.db, everything, (db) =>
      db.query(
        `insert into purpose (id, name, code, applies_to, needs_note, position)
         select gen_random_uuid(), 'Filled ' || n, 'FILLED_' || n, '{TRIP}', false, n
         from generate_series((select count(*) from purpose where deleted_at is null) + 1, $1) n`,
        [upTo],
      ),
    );
  /** A write, so that what is remembered of the list is out of date. */
  const touch = async () => {
    const [one] = (await get('take=1')).json.data;
    for (const _ of [1, 2]) await product.call('PUT', `/purpose/status/${one.id}`, { token: admin });
  };
  await fill(listLimits.maxActive);
  await touch();
  for (const query of ['status=1', 'status=true', 'option=true']) {
    const { json } = await get(query);
    expect([query, json.data?.length, json.count, json.next]).toEqual([
      query,
      listLimits.maxActive,
      listLimits.maxActive,
      undefined,
    ]);
  }
  expect((await get('status=0')).json.data).toEqual([]);
  expect((await get('status=1&skip=5')).json.data).toHaveLength(listLimits.take);
  expect((await get('status=1&q=Filled%201')).json.data.length).toBeGreaterThan(listLimits.maxTake);

  await fill(listLimits.maxActive + 1);
  await touch();
  const rows = await get('status=1');
  expect([rows.status, rows.json.fields.take]).toEqual([
    400,
    expect.stringMatching(/^More than 2,000 purposes match.*GET \/purpose\?status=1&skip=0&take=100/),
  ]);
  expect((await get('option=true')).json.data).toHaveLength(listLimits.maxActive + 1);

  await fill(listLimits.maxOptions + 1);
  await touch();
  for (const path of ['/purpose?option=true', '/purpose/option']) {
    const options = await product.call('GET', path, { token: admin });
    expect([path, options.status, options.json.message]).toEqual([
      path,
      400,
      expect.stringMatching(/^More than 10,000 purposes match.*option=true&skip=0/),
    ]);
  }
  const page = await get('option=true&skip=10000&take=100');
  expect([page.json.data.length, page.json.count]).toEqual([1, listLimits.maxOptions + 1]);
});

test('texts of invisible characters are empty, and one letter has one spelling', async () => {
  const send = (name: string) =>
    product.call('POST', '/vehicle-type', { token: admin, body: { name, wheels: 4, speedClass: 'N' } });
  const empty = await send('\u200b\u2060\n');
  expect([empty.status, empty.json.fields]).toEqual([400, { name: 'Name is required' }]);
  expect((await send('Caf\u00e9 car')).status).toBe(201);
  expect((await send('Cafe\u0301 car')).status).toBe(409);
});

test('an address that cannot be decoded gets the house’s own answer', async () => {
  const answer = await product.call('GET', '//%');
  expect([answer.status, answer.json.code]).toEqual([400, 'bad_input']);
  expect(answer.json.requestId).toBe(answer.headers['x-request-id']);
});

test('a selection by filter has no page, and every record is meant only when it is said', async () => {
  const bulk = (body: object) => product.call('POST', '/vehicle-type/bulk', { token: admin, body });
  for (const filter of [{ take: '1' }, { skip: '5' }, { after: 'zzz' }, { option: 'true' }, {}, { sort: '-name' }])
    expect([filter, (await bulk({ action: 'activate', filter })).status]).toEqual([filter, 400]);
  const all = await bulk({ action: 'activate', filter: {}, all: true });
  expect([all.status, all.json.data.failed]).toEqual([200, []]);
  const exported = await product.call('POST', '/vehicle-type/export', {
    token: admin,
    body: { format: 'csv', filter: { take: '5' } },
  });
  expect(exported.status).toBe(400);
  for (const columns of [[], ['name', 'name'], ['nothing']])
    expect(
      (await product.call('POST', '/vehicle-type/export', { token: admin, body: { format: 'csv', columns } })).status,
    ).toBe(400);
});

test('bytes that are no UTF-8 and ETags that are none are refused', async () => {
  const payload = Buffer.concat([
    Buffer.from('{"name":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('zz","wheels":4,"speedClass":"N"}'),
  ]);
  const broken = await product.call('POST', '/vehicle-type', {
    token: admin,
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect([broken.status, broken.json.fields]).toEqual([400, { name: 'Contains characters that cannot be used' }]);
  const [row] = (await product.call('GET', '/vehicle-type?take=1', { token: admin })).json.data;
  for (const tag of ['garbage', '4', ''])
    expect(
      (await product.call('DELETE', `/vehicle-type/${row.id}`, { token: admin, headers: { 'if-match': tag } })).status,
    ).toBe(400);
});

test('clients do not learn who of the staff keeps everybody’s records', async () => {
  const client = await product.login('client@roadkeeper.test');
  const [row] = (await product.call('GET', '/rto?take=1', { token: client })).json.data;
  expect((await product.call('GET', `/rto/${row.id}/history`, { token: client })).status).toBe(403);
  expect((await product.call('GET', `/rto/${row.id}/history`, { token: clerk })).status).toBe(200);
});

test('cursors find their place by an index, on both ways through a list', async () => {
  const plan = async (sort: string) => {
    const first = await product.call('GET', `/rto?take=50&sort=${sort}`, { token: admin });
    const rest = await product.call('GET', `/rto?take=50&sort=${sort}&after=${first.json.next}`, { token: admin });
    const both = await product.call('GET', `/rto?take=100&sort=${sort}`, { token: admin });
    const ids = (answer: typeof both) => answer.json.data.map((one: { id: string }) => one.id);
    expect([...ids(first), ...ids(rest)]).toEqual(ids(both));
  };
  for (const sort of ['name', '-name', 'code', '-code', 'createdAt', '-status']) await plan(sort);
});
