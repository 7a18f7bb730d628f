import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import type { ExportFile } from '#kit/contract/export.ts';
import { exportLimits } from '#kit/contract/export.ts';
import { ref, text } from '#kit/contract/fields.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { draftTable } from '#tools/database/draft-sql.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

const dayMs = 86_400_000;
const fuelCard = catalogue('fuel-card', {
  one: 'Fuel card',
  many: 'Fuel cards',
  icon: 'car',
  group: 'group-fleet',
  about: 'Cards that pay for fuel.',
  scope: 'organisation',
  fields: {
    name: text({ label: 'Number', list: true, search: true }),
    orgId: ref('organisation', { label: 'Organisation' }),
  },
});

let product: TestProduct;
let admin: string;
let clerk: string;
let client: string;

beforeAll(async () => {
  product = await startTestProduct({
    catalogues: [...catalogues, fuelCard],
    sql: draftTable(fuelCard),
    exportStepRows: 300,
  });
  for (const role of ['Client owner', 'Client viewer'])
    await sql(
      `insert into permission (role_id, module_id, actions) select r.id, m.id, m.actions from role r, module m
       where r.name = $1 and m.key in ('fuel-card', 'faq') on conflict (role_id, module_id) do update set actions = excluded.actions`,
      [role],
    );
  product.product.sessions.forgetAll();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
});
afterAll(() => product?.close());
beforeEach(async () => {
  await sql('delete from export_file');
});

const sql = <Row>(statement: string, params: (string | number | null)[] = []) =>
  transact(product.product.db, everything, (db) => db.query<Row>(statement, params));
const start = (path: string, body: object, token = admin, headers: Record<string, string> = {}) =>
  product.call('POST', `/${path}/export/job`, { token, body: { format: 'csv', ...body }, headers });
const direct = (path: string, body: object, token = admin) =>
  product.call('POST', `/${path}/export`, { token, body: { format: 'csv', ...body } });
const look = async (id: string, token = admin): Promise<ExportFile> =>
  (await product.call('GET', `/export/${id}`, { token })).json.data;
const fetchFile = (id: string, token = admin) => product.call('GET', `/export/${id}/file`, { token });
const started = async (path: string, body: object, token = admin): Promise<ExportFile> => {
  const answer = await start(path, body, token);
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
};
const runAll = () => product.product.jobs.runDue();
const bare = (body: string) => body.replace(/"requestId":"[^"]+"/, '');

test('a job writes the very bytes of the direct export, in many steps, and says how far it is', async () => {
  for (const [path, body] of [
    ['rto', { filter: { sort: '-name', state: 'MH,GA,KA' } }],
    ['rto', { filter: {} }],
    ['rto', {}],
    ['vehicle-model', { filter: { sort: '-brandId' }, columns: ['name', 'brandId'] }],
    ['rto', { filter: { q: 'nothing is called like this' } }],
  ] as const) {
    const file = await started(path, body);
    const expected = await direct(path, body);
    expect(file).toMatchObject({ module: path, format: 'csv', state: 'waiting', done: 0, leftOut: 0, bytes: 0 });
    expect(file.total).toBe(expected.text.split('\r\n').length - 2);
    expect((await fetchFile(file.id)).json).toMatchObject({
      code: 'conflict',
      message: 'This export is still in progress',
    });
    // A step for each part, and the notification that it is ready.
    expect(await runAll()).toBe(Math.max(1, Math.ceil(file.total / 300)) + 1);
    const done = await look(file.id);
    expect(done).toMatchObject({
      state: 'done',
      done: file.total,
      bytes: expected.raw.length,
      name: `${path}-2026-11-21.csv`,
      expiresAt: '2026-11-28T06:00:00.000Z',
    });
    const got = await fetchFile(file.id);
    expect(got.raw.equals(expected.raw)).toBe(true);
    expect(got.headers).toMatchObject({
      'content-disposition': `attachment; filename="${path}-2026-11-21.csv"`,
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
    });
  }
  const [most] = await sql<{ parts: number }>(
    'select count(*) as parts from export_part group by export_id order by 1 desc',
  );
  expect(most?.parts).toBeGreaterThan(2);
  const mine = (await product.call('GET', '/export', { token: admin })).json;
  expect([mine.count, mine.data.length]).toEqual([5, 5]);
});

test('named rows come in the order they are named in, formulas stay harmless, and a workbook is one too', async () => {
  const made = await product.call('POST', '/rto', {
    token: admin,
    body: { code: 'MH99', name: '=HYPERLINK("http://x")', state: 'MH', district: 'Pune', kind: 'RTO' },
  });
  expect(made.status, made.text).toBe(201);
  const { data } = (await product.call('GET', '/rto?take=3&sort=-code', { token: admin })).json;
  const ids = [data[2].id, made.json.data.id, '018f3c2a-0000-7000-8000-000000000000', data[0].id];
  const file = await started('rto', { ids });
  expect(file.total, 'what is not there is not counted').toBe(3);
  const workbook = await started('rto', { filter: { state: 'MH' }, format: 'xlsx' });
  await runAll();
  const csv = await fetchFile(file.id);
  expect(csv.raw.equals((await direct('rto', { ids })).raw)).toBe(true);
  expect(csv.text).toContain(`"'=HYPERLINK(""http://x"")"`);
  const xlsx = await fetchFile(workbook.id);
  expect(xlsx.headers['content-type']).toContain('spreadsheetml');
  expect(xlsx.raw.length).toBe((await look(workbook.id)).bytes);
  // Read back by the way in: the workbook holds the rows of the list under the same headings.
  const boundary = 'x-boundary';
  const read = await product.call('POST', '/rto/import/read', {
    token: admin,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\n`),
      xlsx.raw,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
  expect(read.status, read.text).toBe(200);
  expect(read.json.data.rows).toHaveLength(workbook.total);
  expect(Object.values(read.json.data.mapping)).toContain('district');
  await product.call('DELETE', `/rto/${made.json.data.id}`, { token: admin });
});

test('rows that are deleted meanwhile are left out and counted; what comes later is not taken', async () => {
  const make = async (name: string) =>
    (await product.call('POST', '/vehicle-type', { token: admin, body: { name, wheels: 4, speedClass: 'N' } })).json
      .data.id;
  const gone = await make('Going soon');
  const file = await started('vehicle-type', { filter: {} });
  await product.call('DELETE', `/vehicle-type/${gone}`, { token: admin });
  await make('Coming late');
  await runAll();
  expect(await look(file.id)).toMatchObject({ state: 'done', done: file.total, leftOut: 1 });
  const csv = (await fetchFile(file.id)).text;
  expect(csv.split('\r\n')).toHaveLength(file.total + 1);
  expect(csv).not.toMatch(/Going soon|Coming late/);

  const trash = await started('vehicle-type', { filter: { trash: 'true' } });
  await runAll();
  expect((await fetchFile(trash.id)).text).toContain('Going soon');
  expect((await start('vehicle-type', { filter: { trash: 'true' } }, clerk)).status).toBe(403);
});
test('nobody sees, fetches or removes what others started, and a right that was taken away is asked for again', async () => {
  const file = await started('rto', { filter: { state: 'GA' } }, clerk);
  await runAll();
  const unknown = await product.call('GET', '/export/018f3c2a-0000-7000-8000-000000000000', { token: clerk });
  expect(unknown.status).toBe(404);
  for (const token of [admin, client])
    for (const [method, path] of [
      ['GET', `/export/${file.id}`],
      ['GET', `/export/${file.id}/file`],
      ['DELETE', `/export/${file.id}`],
    ] as const) {
      const answer = await product.call(method, path, { token });
      expect([answer.status, bare(answer.text)]).toEqual([404, bare(unknown.text)]);
    }
  expect((await product.call('GET', '/export', { token: admin })).json).toMatchObject({ data: [], count: 0 });
  expect((await product.call('GET', '/export/no-id', { token: admin })).status).toBe(404);
  expect((await product.call('GET', '/export')).status).toBe(401);
  expect((await start('rto', {}, client)).status).toBe(403);

  expect((await fetchFile(file.id, clerk)).status).toBe(200);
  const [role] = await sql<{ role_id: string; module_id: string; actions: string[] }>(
    `update permission p set actions = array_remove(p.actions, 'export') from role r, module m
     where r.id = p.role_id and m.id = p.module_id and r.name = 'RTO clerk' and m.key = 'rto' returning p.role_id, p.module_id`,
  );
  product.product.sessions.forgetAll();
  expect((await fetchFile(file.id, clerk)).status).toBe(403);
  expect((await look(file.id, clerk)).state).toBe('done');
  await sql(`update permission set actions = array_append(actions, 'export') where role_id = $1 and module_id = $2`, [
    role?.role_id ?? null,
    role?.module_id ?? null,
  ]);
  product.product.sessions.forgetAll();
  expect((await fetchFile(file.id, clerk)).status).toBe(200);
});

test('an organisation gets its own rows, also where the list of rows was tampered with', async () => {
  const family = await product.login('viewer@roadkeeper.test');
  for (const [token, name] of [
    [client, 'CARD-MINE'],
    [family, 'CARD-THEIRS'],
  ] as const)
    expect((await product.call('POST', '/fuel-card', { token, body: { name } })).status).toBe(201);
  const [mine, theirs] = await sql<{ id: string }>(`select id from fuel_card order by name`);
  const file = await started('fuel-card', { filter: {} }, client);
  const named = await started('fuel-card', { ids: [mine?.id, theirs?.id] }, client);
  expect([file.total, named.total]).toEqual([1, 1]);
  await sql(`update export_part set ids = array[$2, $3]::uuid[] where export_id = $1`, [
    file.id,
    mine?.id ?? '',
    theirs?.id ?? '',
  ]);
  const all = await started('fuel-card', {});
  await runAll();
  const csv = (await fetchFile(file.id, client)).text;
  expect(csv).toContain('CARD-MINE');
  expect(csv).not.toContain('CARD-THEIRS');
  expect((await look(file.id, client)).leftOut).toBe(1);
  expect((await fetchFile(all.id)).text).toMatch(/CARD-MINE[^]*CARD-THEIRS/);
  // The wall of the database by itself.
  const seen = await transact(product.product.db, { orgId: '018f3c2a-0000-7000-8000-000000000000' }, (db) =>
    db.query('select export_id from export_part union all select id from export_file'),
  );
  expect(seen).toEqual([]);
});

test('clients get what is published for them, and no longer what was withdrawn meanwhile', async () => {
  const published = (await product.call('GET', '/faq?take=1', { token: client })).json.data[0];
  const file = await started('faq', { filter: {} }, client);
  const expected = await direct('faq', { filter: {} }, client);
  expect(file.total).toBe(expected.text.match(/PUBLISHED|Published/g)?.length);
  await sql(`update faq set state = 'DRAFT' where id = $1`, [published.id]);
  await runAll();
  const csv = (await fetchFile(file.id, client)).text;
  expect((await look(file.id, client)).leftOut).toBe(1);
  expect(csv).not.toContain(published.id);
  expect(csv).not.toContain('Draft');
  await sql(`update faq set state = 'PUBLISHED' where id = $1`, [published.id]);
});

test('an export is cancelled between two steps, and its job ends without a trace', async () => {
  // Some eighty steps.
  await sql(
    `insert into purpose (id, name, code, applies_to, needs_note, position)
     select gen_random_uuid(), 'Reason ' || n, 'REASON_' || n, '{TRIP}', false, n from generate_series(1, $1::integer + 1) n`,
    [exportLimits.xlsxRows],
  );
  const file = await started('purpose', { filter: { q: 'Reason' } });
  const running = runAll();
  await expect.poll(async () => (await look(file.id)).done, { interval: 5 }).toBeGreaterThan(0);
  const cancelled = await product.call('DELETE', `/export/${file.id}`, { token: admin });
  expect([cancelled.status, cancelled.json.message]).toEqual([200, 'Export cancelled.']);
  expect(await running).toBeLessThan(file.total / 300);
  expect((await fetchFile(file.id)).status).toBe(404);
  expect(await sql('select 1 from export_part')).toEqual([]);
  expect(await sql(`select 1 from job where name = 'export'`)).toEqual([]);
});

test('a file is gone after a week, its record a month later', async () => {
  const file = await started('rto', { filter: { state: 'GA' } });
  await runAll();
  product.clock.move(exportLimits.fileDays * dayMs - 1_000);
  admin = await product.login('admin@roadkeeper.test');
  expect((await fetchFile(file.id)).status).toBe(200);
  product.clock.move(1_000);
  const gone = await fetchFile(file.id);
  expect([gone.status, gone.json.code, gone.json.message]).toEqual([
    404,
    'not_found',
    'This export has expired. Start it again',
  ]);
  expect((await look(file.id)).state, 'also before it is swept').toBe('expired');
  expect(await sql('select 1 from export_part')).toHaveLength(1);
  await product.product.planJobs();
  product.clock.move(600_000);
  await runAll();
  expect(await sql('select 1 from export_part')).toEqual([]);
  expect((await look(file.id)).state).toBe('expired');
  product.clock.move(exportLimits.recordDays * dayMs);
  admin = await product.login('admin@roadkeeper.test');
  await runAll();
  expect((await product.call('GET', '/export', { token: admin })).json.count).toBe(0);
  clerk = await product.login('clerk@roadkeeper.test');
  client = await product.login('client@roadkeeper.test');
});

test('nothing of the rows lies in the tables in clear, and a part that was moved does not open', async () => {
  const canary = 'Zanzibar Quagmire Canary';
  await product.call('POST', '/vehicle-type', { token: admin, body: { name: canary, wheels: 4, speedClass: 'N' } });
  const file = await started('vehicle-type', { filter: {} });
  const workbook = await started('vehicle-type', { filter: {}, format: 'xlsx' });
  const other = await started('vehicle-type', { filter: {} });
  await runAll();
  expect((await fetchFile(file.id)).text).toContain(canary);
  const rows = await sql<{ all: string }>(
    `select to_jsonb(f)::text as all from export_file f union all select to_jsonb(p)::text from export_part p
     union all select to_jsonb(j)::text from job j`,
  );
  expect(rows.length).toBeGreaterThan(5);
  const hex = Buffer.from(canary).toString('hex');
  for (const { all } of rows) expect(all.includes(canary) || all.includes(hex)).toBe(false);
  await sql('delete from export_part where export_id = $1', [workbook.id]);
  await sql('update export_part set export_id = $2 where export_id = $1', [other.id, workbook.id]);
  await sql('update export_file set bytes = 10 where id = $1', [workbook.id]);
  const moved = await fetchFile(workbook.id);
  expect([moved.status, moved.json.message]).toEqual([500, 'Something went wrong!']);
});

test('an export whose every try fails says so, and one of a catalogue that is gone fails at once', async () => {
  const file = await started('rto', { filter: {} });
  const lost = await started('rto', { filter: {} });
  await sql(`update export_file set columns = array['gone'] where id = $1`, [file.id]);
  await sql(`update export_file set module = 'gone' where id = $1`, [lost.id]);
  await runAll();
  expect((await look(lost.id)).state).toBe('failed');
  for (let tries = 0; tries < 6; tries += 1) {
    expect((await look(file.id)).state).toBe('waiting');
    product.clock.move(10_000 * 4 ** tries);
    admin = await product.login('admin@roadkeeper.test');
    await runAll();
    if (tries === 4) break;
  }
  expect(await look(file.id)).toMatchObject({
    state: 'failed',
    message: 'It could not be made, though it was tried several times',
    expiresAt: null,
  });
  expect(await sql('select 1 from export_part')).toEqual([]);
  expect((await fetchFile(file.id)).status).toBe(409);
  expect((await product.call('DELETE', `/export/${file.id}`, { token: admin })).json.message).toBe('Export removed.');
  await sql(`delete from job where failed_at is not null`);
  clerk = await product.login('clerk@roadkeeper.test');
});

test('a step that failed is done again, and the file is the same as if it had not', async () => {
  const file = await started('rto', { filter: { sort: 'code' } });
  await sql(`update export_file set columns = array_append(columns, 'gone') where id = $1`, [file.id]);
  await runAll();
  expect(await look(file.id)).toMatchObject({ state: 'waiting', done: 0 });
  await sql(`update export_file set columns = array_remove(columns, 'gone') where id = $1`, [file.id]);
  expect(await runAll(), 'not at once').toBe(0);
  product.clock.move(10_000);
  await runAll();
  expect((await fetchFile(file.id)).raw.equals((await direct('rto', { filter: { sort: 'code' } })).raw)).toBe(true);
});

test('what asks for too much is refused in words', async () => {
  for (const [body, at] of [
    [{ format: 'pdf' }, 'format'],
    [{ ids: [], filter: {} }, 'ids'],
    [{ ids: ['x'] }, 'ids.0'],
    [{ columns: ['nothing'] }, 'columns'],
    [{ filter: { take: '5' } }, 'filter'],
    [{ more: 1 }, 'more'],
  ] as const) {
    const answer = await start('rto', body);
    expect([at, answer.status, Object.keys(answer.json.fields ?? {})[0]]).toEqual([
      at,
      400,
      expect.stringContaining(at.split('.')[0] as string),
    ]);
  }
  const workbook = await start('purpose', { format: 'xlsx', filter: { q: 'Reason' } });
  expect([workbook.status, workbook.json.message]).toEqual([
    400,
    'XLSX takes at most 25000 rows, and more match. Choose CSV',
  ]);
  expect(await sql('select 1 from export_file union all select 1 from export_part')).toEqual([]);

  const first = await start('rto', {}, admin, { 'idempotency-key': 'the-first' });
  const again = await start('rto', {}, admin, { 'idempotency-key': 'the-first' });
  expect([again.status, again.headers['idempotency-replayed'], again.json.data.id]).toEqual([
    201,
    'true',
    first.json.data.id,
  ]);
  expect((await start('rto', { format: 'xlsx' }, admin, { 'idempotency-key': 'the-first' })).status).toBe(422);
  const together = await Promise.all(Array.from({ length: 5 }, () => start('rto', {})));
  expect(together.map((one) => one.status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect(together.find((one) => one.status === 409)?.json.message).toMatch(/^3 of your exports are still being made/);
  expect((await start('rto', {}, clerk)).status, 'each person has their own').toBe(201);
  await runAll();
  await sql(
    `insert into export_file select gen_random_uuid(), org_id, owner_id, module, format, name, columns, trash, client, state, total, done,
       left_out, bytes, message, at, finished_at, expires_at from export_file f, generate_series(1, $2::integer - 3) where f.id = $1`,
    [first.json.data.id, exportLimits.kept],
  );
  const full = await start('rto', {});
  expect([full.status, full.json.message]).toEqual([
    409,
    'You keep 25 exports already. Delete some under “My exports”',
  ]);
});
