import writeXlsxFile from 'write-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { importing } from './testing/importing.ts';

let product: TestProduct;
let admin: string;
let clerk: string;
let { get, post, upload, rowsOf, run, count } = {} as ReturnType<typeof importing>;

beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  clerk = await product.login('clerk@roadkeeper.test');
  ({ get, post, upload, rowsOf, run, count } = importing(product, () => admin));
});
afterAll(() => product?.close());

test('files of many makers are understood: delimiters, encodings, quotes, workbooks', async () => {
  const wanted = [
    ['Delhi “North”', '112'],
    ['Pune, Camp', '020 2605 8080'],
  ];
  const lines = (delimiter: string) =>
    ['Name', 'Number'].join(delimiter) +
    '\r\n' +
    wanted.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n') +
    '\r\n\r\n';
  for (const [content, read] of [
    [lines(','), 'CSV, commas, UTF-8'],
    [`\uFEFF${lines(';')}`, 'CSV, semicolons, UTF-8'],
    [lines('\t'), 'CSV, tabs, UTF-8'],
    [Buffer.from(`\uFEFF${lines(',')}`, 'utf16le'), 'CSV, commas, UTF-16'],
    [
      Buffer.from(lines(';').replaceAll('“', '\u0093').replaceAll('”', '\u0094'), 'latin1'),
      'CSV, semicolons, Windows-1252',
    ],
  ] as const) {
    const answer = await upload('sos', content as string);
    expect([answer.status, answer.json.data?.read, answer.json.data?.rows], answer.text).toEqual([200, read, wanted]);
    expect(answer.json.data.mapping).toEqual({ Name: 'name', Number: 'number' });
  }
  const workbook = await writeXlsxFile([
    [{ value: 'Name' }, { value: 'Wheels' }, { value: 'Speed class' }],
    [{ value: 'Monowheel' }, { value: 2, type: Number }, { value: 'Motorcycle' }],
  ]).toBuffer();
  const sheet = await upload('vehicle-type', workbook, 'types.xlsx');
  expect(sheet.json.data).toMatchObject({
    read: 'XLSX',
    rows: [['Monowheel', '2', 'Motorcycle']],
    mapping: { Name: 'name', Wheels: 'wheels', 'Speed class': 'speedClass' },
  });
  for (const [content, name] of [
    ['', 'empty.csv'],
    ['Name,Number\n', 'headings.csv'],
    ['Name,Name\na,b\n', 'twice.csv'],
    ['Name,Number\n"open,1\n', 'quote.csv'],
    [Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9]), 'broken.xlsx'],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'picture.csv'],
    [`Name\n${'x\n'.repeat(10_001)}`, 'long.csv'],
  ] as const) {
    const answer = await upload('sos', content as string, name);
    expect([name, answer.status, Object.keys(answer.json.fields ?? {})]).toEqual([name, 400, ['file']]);
  }
});

test('two hundred rows, twelve bad: a message for each cell, ten mended, two left out, all taken back', async () => {
  const before = await count('/vehicle-type?take=1');
  const lines = Array.from({ length: 200 }, (_, at) => {
    const name = at === 7 ? 'Type 6' : at === 150 ? 'Motorcycle' : `Type ${at}`;
    const wheels = at % 40 === 20 ? 'many' : at === 33 ? '99' : '4';
    const speed = at === 90 ? 'Spaceship' : at === 91 ? '' : at % 2 ? 'N' : 'Goods vehicle (N)';
    return `${at === 12 ? '' : name};${wheels};${speed};truck`;
  });
  const rows = await rowsOf('vehicle-type', `Name;Wheels;Speed class;Icon\n${lines.join('\n')}`);
  const asked = { mode: 'create', key: ['id'], rows };
  const check = await post('/vehicle-type/import/check', asked);
  expect(check.status, check.text.slice(0, 300)).toBe(200);
  const bad = check.json.data.rows.filter((row: { action: string }) => row.action === 'error');
  expect([check.json.data.create, bad.length]).toEqual([200 - bad.length, bad.length]);
  expect(bad.find((row: { line: number }) => row.line === 9).messages).toEqual({ name: 'The same as in line 8' });
  expect(bad.find((row: { line: number }) => row.line === 14).messages).toEqual({ name: 'Name is required' });
  expect(bad.find((row: { line: number }) => row.line === 152).messages).toEqual({
    name: 'Another vehicle type has this name',
  });
  expect(bad.find((row: { line: number }) => row.line === 92).messages).toEqual({
    speedClass: 'Speed class must be one of the offered values',
  });
  expect(await count('/vehicle-type?take=1')).toBe(before);
  const mended = rows.map((row) =>
    bad.some((one: { line: number }) => one.line === row.line) && row.line !== 9 && row.line !== 14
      ? { ...row, cells: { ...row.cells, name: `Mended ${row.line}`, wheels: '4', speedClass: 'N' } }
      : row,
  );
  const batch = await run('vehicle-type', { rows: mended });
  expect(batch).toMatchObject({ state: 'done', total: 200, created: 198, failed: 2, updated: 0 });
  expect(await count('/vehicle-type?take=1')).toBe(before + 198);
  const report = await get(`/vehicle-type/import/${batch.id}/report`);
  const reported = report.text.trim().split('\r\n');
  expect(reported).toHaveLength(201);
  expect(reported.filter((line) => line.includes(',Failed,'))).toEqual([
    '9,Failed,Name: The same as in line 8,,Type 6,truck,4,N,',
    '14,Failed,Name is required,,,truck,4,Goods vehicle (N),',
  ]);
  const [made] = (await get('/vehicle-type?q=Mended 22&take=1')).json.data;
  expect((await get(`/vehicle-type/${made.id}/history`)).json.data[0]).toMatchObject({
    action: 'create',
    source: 'import',
  });

  // One of them was changed since: it stays.
  await product.call('PUT', `/vehicle-type/status/${made.id}`, { token: admin });
  const undone = await post(`/vehicle-type/import/${batch.id}/undo`);
  expect(undone.json.data).toMatchObject({
    removed: 197,
    put: 0,
    left: [{ title: made.name, message: 'was changed since' }],
  });
  expect(await count('/vehicle-type?take=1')).toBe(before + 1);
  expect((await post(`/vehicle-type/import/${batch.id}/undo`)).status).toBe(409);
});

test('everything or nothing: one bad row, and nothing is taken in', async () => {
  const before = await count('/purpose?take=1');
  const rows = await rowsOf(
    'purpose',
    'Name,Code,Used for,Note required,Position\nFirst,FIRST_P,"Trips, Tickets",no,1\nSecond,bad code!,Trips,no,2',
  );
  const failed = await run('purpose', { rows, partial: false });
  expect(failed).toMatchObject({ state: 'failed', created: 0, failed: 1 });
  expect(await count('/purpose?take=1')).toBe(before);
  expect((await post(`/purpose/import/${failed.id}/undo`)).status).toBe(409);
  const mended = rows.map((row) => ({ ...row, cells: { ...row.cells, code: `CODE_${row.line}` } }));
  expect(await run('purpose', { rows: mended, partial: false })).toMatchObject({ state: 'done', created: 2 });
  const [row] = (await get('/purpose?q=CODE_2')).json.data;
  expect(row.appliesTo).toEqual(['TRIP', 'TICKET']);
});

test('changes are put in by key, and undo puts the former values back', async () => {
  const rows = await rowsOf(
    'challan-type',
    'Code,Offence,Section,"First offence, up to",Fine type,Detected by,Source\nNO_HELMET,No helmet,194D,"₹1,500.50",A fixed amount,Staff,Act\nNEW_ONE,Something new,177,500,A fixed amount,Staff,Act',
  );
  const batch = await run('challan-type', { mode: 'upsert', key: ['code'], rows });
  expect(batch).toMatchObject({ created: 1, updated: 1, failed: 0 });
  const helmet = async () => (await get('/challan-type?q=NO_HELMET')).json.data[0];
  expect(await helmet()).toMatchObject({
    firstFineMaxPaise: 150_050,
    repeatFineMaxPaise: 100_000,
    otherPenalty: expect.any(String),
  });
  const undone = await post(`/challan-type/import/${batch.id}/undo`);
  expect(undone.json.data).toEqual({ removed: 1, put: 1, left: [] });
  expect(await helmet()).toMatchObject({ firstFineMaxPaise: 100_000 });
  expect(await count('/challan-type?q=NEW_ONE')).toBe(0);
});

test('an import that fails again and again ends, keeps what was taken in, and can be taken back', async () => {
  const sql = (text: string, id: string) =>
    transact(product.product.db, everything, (db) => db.query(text, [id])) as Promise<unknown>;
  const lines = Array.from({ length: 600 }, (_, at) => `Kept ${at},KEPT_${at},Trips,no,${at}`);
  const rows = await rowsOf('purpose', `Name,Code,Used for,Note required,Position\n${lines.join('\n')}`);
  const start = async (partial: boolean): Promise<string> =>
    (await post('/purpose/import', { fileName: 'rows.csv', mode: 'create', key: ['id'], partial, rows })).json.data.id;
  const look = async (id: string) => (await get(`/purpose/import/${id}`)).json.data;
  const triesOut = async () => {
    for (let tries = 0; tries < 7; tries += 1) {
      await product.product.jobs.runDue();
      product.clock.move(3_600_000);
      admin = await product.login('admin@roadkeeper.test');
    }
  };
  const whole = await start(false);
  await sql(`update import_row set cells = '"no object"' where batch_id = $1 and line = 590`, whole);
  await triesOut();
  expect(await look(whole)).toMatchObject({ state: 'failed', created: 0, failed: 600, done: 600 });

  const partial = await start(true);
  // As if the row had gone bad between the look at all rows and its own step.
  await sql(`update import_batch set state = 'running' where id = $1`, partial);
  await sql(`update import_row set cells = '"no object"' where batch_id = $1 and line = 590`, partial);
  await triesOut();
  const ended = await look(partial);
  expect(ended).toMatchObject({ state: 'done', message: expect.stringContaining('several times') });
  expect(ended.created).toBeGreaterThan(0);
  expect(ended.created + ended.failed).toBe(600);
  expect((await get(`/purpose/import/${partial}/report`)).text).toContain('The server could not take it in');
  const undone = await post(`/purpose/import/${partial}/undo`, {});
  expect(undone.json.data).toEqual({ removed: ended.created, put: 0, left: [] });
  clerk = await product.login('clerk@roadkeeper.test');
});

test('references are found by name or code, and unknown or doubtful ones are told', async () => {
  const check = async (brand: string) => {
    const rows = await rowsOf('vehicle-model', `Brand,Name,Type,Category\n${brand},Imported,Sedan,MOTOR_CAR`);
    return (await post('/vehicle-model/import/check', { mode: 'create', key: ['id'], rows })).json.data.rows[0];
  };
  expect(await check('honda')).toMatchObject({ action: 'create', messages: {} });
  expect((await check('Hondaa')).messages).toEqual({ brandId: 'Brand: no vehicle brand is called “Hondaa”' });
});

test('an import needs its rights, a known key and known fields', async () => {
  const rows = [{ line: 2, cells: { name: 'X', wheels: '4', speedClass: 'N' } }];
  const check = (body: object, token = admin) =>
    post('/vehicle-type/import/check', { mode: 'create', key: ['id'], rows, ...body }, token);
  expect((await check({})).status).toBe(200);
  expect((await check({}, clerk)).status).toBe(403);
  expect((await upload('vehicle-type', 'Name\nx', 'x.csv', clerk)).status).toBe(403);
  expect((await check({ key: ['wheels'] })).status).toBe(400);
  expect((await check({ mode: 'fly' })).status).toBe(400);
  expect((await check({ rows: [{ line: 2, cells: { nothing: 'x' } }] })).status).toBe(400);
  expect((await check({ rows: [...rows, ...rows] })).status).toBe(400);
  expect((await check({ rows: [] })).status).toBe(400);
  expect((await get('/vehicle-type/import/01a1fc17-27e9-7627-921e-d6ed735c9999')).status).toBe(404);
  expect((await get('/vehicle-type/import/template')).text).toBe(
    '\uFEFFName,Icon,Wheels,Speed class\r\n,truck,2,"Car, up to 8 passengers (M1)"\r\n',
  );
});
