import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { integer, text } from '#kit/contract/fields.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { importing } from '#kit/server/import/testing/importing.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';
import { badge } from '../testing/badge.ts';

let product: TestProduct;
let admin: string;
let orgs: string[];
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  product = await startTestProduct({ catalogues: [...catalogues, badge], sql: draftTable(badge) });
  await grant('Super admin', ['view', 'create', 'edit', 'delete', 'status', 'export', 'approve']);
  await grant('RTO clerk', ['view']);
  admin = await product.login('admin@roadkeeper.test');
  io = importing(product, () => admin);
  orgs = (await io.get('/organisation?take=2')).json.data.map(({ id }: { id: string }) => id);
});
afterAll(() => product?.close());

const grant = async (role: string, actions: string[]) => {
  await product.product.db.query(
    `insert into permission (role_id, module_id, actions) select r.id, m.id, $2 from role r, module m
     where r.name = $1 and m.key = 'badge' on conflict (role_id, module_id) do update set actions = excluded.actions`,
    [role, actions],
  );
  product.product.sessions.forgetAll();
};
interface Stored {
  id: string;
  number: string;
  number_sealed: string;
  number_hash: string;
}
const stored = async (id: string) =>
  (
    await transact(product.product.db, everything, (db) => db.query<Stored>('select * from badge where id = $1', [id]))
  )[0] as Stored;
const make = (body: object) => io.post('/badge', { name: 'Asha', orgId: orgs[0], ...body });
const put = (id: string, body: object) =>
  product.call('PUT', `/badge/${id}`, { token: admin, body: { name: 'Asha', orgId: orgs[0], ...body } });
const history = async (id: string) => (await io.get(`/badge/${id}/history`)).json.data;
const reveal = (id: string, field = 'number', token = admin) =>
  product.call('POST', `/badge/reveal/${id}`, { token, body: { field } });

test('rows show the last characters only, and the table holds the rest encrypted', async () => {
  const made = await make({ number: 'ab 1234-5678', serial: 'KJ88ZX', plate: 'mh-12 ab 1234' });
  expect(made.status, made.text).toBe(201);
  const { id } = made.json.data;
  // Never more than half of it, whatever the field says.
  expect(made.json.data).toMatchObject({ number: '•••• 5678', serial: '•••• 8ZX', plate: 'MH12AB1234' });
  const row = await stored(id);
  expect(row.number).toBe('•••• 5678');
  expect(row.number_hash).toMatch(/^[\w-]{43}$/);
  const cell = { table: 'badge', column: 'number', id };
  expect(product.product.kit.sealed.open(cell, row.number_sealed)).toBe('AB12345678');
  for (const elsewhere of [{ id: orgs[0] as string }, { column: 'serial' }, { table: 'driver' }])
    expect(() => product.product.kit.sealed.open({ ...cell, ...elsewhere }, row.number_sealed)).toThrow(/authenticate/);
  expect(JSON.stringify(await history(id))).not.toContain('12345678');
  expect((await history(id))[0].after).toMatchObject({ number: '•••• 5678' });
  const csv = await io.post('/badge/export', { format: 'csv', ids: [id] });
  expect(csv.text).toContain('•••• 5678');
});

test('the mask as it is shown keeps the number, another one is refused, and so is one for a new record', async () => {
  const { id, orgId } = (await make({ number: 'AB11110001' })).json.data;
  const before = await stored(id);
  const renamed = await put(id, { name: 'Asha Menon', number: '•••• 0001' });
  expect([renamed.status, renamed.json.data.number, renamed.json.data.name]).toEqual([200, '•••• 0001', 'Asha Menon']);
  expect(await stored(id)).toMatchObject({ number_sealed: before.number_sealed, number_hash: before.number_hash });
  expect((await history(id))[0].after).toEqual({ name: 'Asha Menon' });
  const same = await put(id, { name: 'Asha Menon', number: 'ab-1111-0001', orgId });
  expect(same.json.data.version).toBe(2);
  for (const answer of [await put(id, { number: '•••• 9999' }), await make({ number: '•••• 0001' })]) {
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toEqual({ number: 'Number: enter the full number' });
  }
  const emptied = await put(id, { number: 'AB11110001', serial: null });
  expect(emptied.status).toBe(200);
});

test('the history tells that a number became another one, also when both end alike', async () => {
  const { id } = (await make({ number: 'AB22220002' })).json.data;
  await put(id, { number: 'AB33330003' });
  expect((await history(id))[0]).toMatchObject({
    action: 'update',
    before: { number: '•••• 0002' },
    after: { number: '•••• 0003' },
  });
  const alike = await put(id, { number: 'AB44440003' });
  expect(alike.json.data.version).toBe(3);
  expect((await history(id))[0]).toMatchObject({
    before: { number: '•••• 0003' },
    after: { number: '•••• 0003 (another one)' },
  });
});

test('no two live records of an organisation have the same number, and lists find it whole only', async () => {
  const first = await make({ number: 'AB55550005', name: 'First' });
  const { id } = first.json.data;
  const twin = await make({ number: 'ab-5555 0005' });
  expect([twin.status, twin.json.fields]).toEqual([409, { number: 'Another badge has this number' }]);
  expect((await make({ number: 'AB66660005', orgId: orgs[1] })).status).toBe(201);
  expect((await make({ number: 'AB55550005', orgId: orgs[1] })).status).toBe(201);
  const found = async (query: string) =>
    (await io.get(`/badge?${query}`)).json.data.map((row: { name: string }) => row.name);
  for (const query of ['number=ab5555-0005', 'q=AB55550005', 'q=ab%205555%200005', 'q=First%20AB55550005'])
    expect([query, (await found(query)).includes('First')]).toEqual([query, true]);
  for (const query of ['number=0005', 'q=0005', 'q=AB5555', 'number=•••• 0005'])
    expect([query, await found(query)]).toEqual([query, []]);
  expect(await found('plate=mh%2012%20ab%201234')).toEqual(['Asha']);
  expect(await found('q=mh-12-ab-1234')).toEqual(['Asha']);
  expect((await io.get('/badge?sort=number')).status).toBe(400);
  const view = { name: 'Theirs', search: 'number=AB55550005', shared: false };
  expect((await io.post('/badge/views', view)).status).toBe(400);
  const many = await io.post('/badge/bulk', { action: 'edit', ids: [id], set: { serial: 'X1' } });
  expect(many.status).toBe(400);
  const named = await io.post('/badge/bulk', { action: 'edit', ids: [id], set: { name: 'Second' } });
  expect(named.json.data).toMatchObject({ done: 1, failed: [] });
  expect((await stored(id)).number).toBe('•••• 0005');
});

test('the whole number is shown to those who may approve, and the history tells of it', async () => {
  const { id } = (await make({ number: 'AB77770007' })).json.data;
  const shown = await reveal(id);
  expect([shown.status, shown.json.data]).toEqual([200, { field: 'number', value: 'AB77770007' }]);
  expect(shown.headers['cache-control']).toBe('no-store');
  expect((await history(id))[0]).toMatchObject({
    action: 'reveal',
    actorName: 'Asha Menon',
    recordTitle: 'Asha',
    after: { field: 'Number' },
  });
  expect((await reveal(id, 'serial')).json.data.value).toBeNull();
  expect((await reveal(id, 'name')).status).toBe(400);
  expect((await reveal('01a1fc17-27e9-7627-921e-d6ed735c9999')).status).toBe(404);
  await product.addStaff('look@roadkeeper.test', 'RTO clerk');
  const auditor = await product.login('look@roadkeeper.test');
  expect((await reveal(id, 'number', auditor)).status).toBe(403);
  expect((await history(id)).filter((row: { action: string }) => row.action === 'reveal')).toHaveLength(1);
});

test('an import finds records by the whole number, keeps what its own export shows, and is taken back', async () => {
  const made = (await make({ number: 'AB88880008', name: 'Kept' })).json.data;
  const file = await io.post('/badge/export', { format: 'csv', ids: [made.id] });
  const rows = await io.rowsOf('badge', file.raw, 'export.csv');
  expect((await io.check('badge', rows)).rows).toEqual([{ line: 2, action: 'same', messages: {} }]);
  expect((await io.check('badge', rows, { mode: 'create', key: ['id'] })).error).toBe(1);
  const cells = (number: string, name: string) => ({ number, name, orgId: orgs[0] as string });
  const byNumber = { mode: 'upsert', key: ['number'] };
  const checked = await io.check(
    'badge',
    [
      { line: 2, cells: cells('ab 8888 0008', 'Kept') },
      { line: 3, cells: cells('AB-99990009', 'New') },
      { line: 4, cells: cells('ab99990009', 'Twin') },
      { line: 5, cells: cells('•••• 0008', 'Nobody') },
    ],
    byNumber,
  );
  expect(checked.rows.map(({ action, messages }) => [action, Object.keys(messages)])).toEqual([
    ['same', []],
    ['create', []],
    ['error', ['number']],
    ['error', ['number']],
  ]);
  const changed = [{ line: 2, cells: { id: made.id, number: 'AB10101010' } }];
  const batch = await io.run('badge', { mode: 'update', key: ['id'], rows: changed });
  expect(batch).toMatchObject({ updated: 1, failed: 0 });
  expect((await reveal(made.id)).json.data.value).toBe('AB10101010');
  expect((await io.post(`/badge/import/${batch.id}/undo`)).json.data).toMatchObject({ put: 1, left: [] });
  expect((await reveal(made.id)).json.data.value).toBe('AB88880008');
});

test('a definition cannot order, name or edit in a cell what is kept encrypted', () => {
  const define = (number: object, more: object = {}) =>
    catalogue('thing', {
      one: 'Thing',
      many: 'Things',
      icon: 'x',
      group: 'x',
      about: 'x',
      fields: {
        name: text({ label: 'Name' }),
        number: text({ label: 'Number', sealed: 4, ...number }),
        weight: integer({ label: 'Weight' }),
      },
      ...more,
    });
  expect(() => define({})).not.toThrow();
  for (const [number, more] of [
    [{ many: true }, {}],
    [{ sort: true }, {}],
    [{ inline: true }, {}],
    [{}, { title: ['number'] }],
    [{}, { sort: '-number' }],
  ] as const)
    expect(() => define(number, more), JSON.stringify([number, more])).toThrow("'number'");
});
