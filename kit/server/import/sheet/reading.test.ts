import { afterAll, beforeAll, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { importing } from '../testing/importing.ts';

let product: TestProduct;
let admin: string;
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  io = importing(product, () => admin);
});
afterAll(() => product?.close());

test('a number is a number as written, and a comma that may be a point is refused', async () => {
  const fine = async (cell: string) => {
    const rows = [{ line: 2, cells: { code: 'N', firstFineMaxPaise: cell } }];
    const [row] = (await io.check('challan-type', rows, { mode: 'create', key: ['id'] })).rows;
    return row?.messages['firstFineMaxPaise'] ?? 'ok';
  };
  for (const cell of ['1500', '1,500', '₹ 1,00,000.50', 'Rs. 100000', '100,000', '1 500'])
    expect([cell, await fine(cell)]).toEqual([cell, 'ok']);
  for (const cell of ['45,5', '1500,50', '1.500,50', '1,2,3', ',5', '1,', '1,50,00', '1,500,00.5'])
    expect([cell, await fine(cell)]).toEqual([
      cell,
      'First offence, up to must be a number; write decimals with a point, like 45.5',
    ]);
  expect(await fine('12 34')).toBe('First offence, up to must be a number');
  const [row] = (
    await io.check('vehicle-type', [{ line: 2, cells: { name: 'X', wheels: '4,5' } }], { mode: 'create', key: ['id'] })
  ).rows;
  expect(row?.messages['wheels']).toContain('write decimals with a point');
});

test('text after the last heading is refused with its lines, empty cells there are not', async () => {
  const wide = await io.upload('sos', 'Name,Number\nPolice, Delhi,112\nx,1,,\ny,2\nFire, Pune,101');
  expect([wide.status, wide.json.message]).toEqual([
    400,
    'Lines 2, 5 have more cells than there are headings (2). Put texts that hold the mark between cells, such as a comma, in quotation marks',
  ]);
  const fine = await io.upload('sos', 'Name,Number,,\nx,1,, \n');
  expect([fine.status, fine.json.data?.rows]).toEqual([200, [['x', '1']]]);
  const workbook = await writeXlsxFile([[{ value: 'Name' }], [{ value: 'x' }, { value: 'note' }]]).toBuffer();
  expect((await io.upload('sos', workbook, 'x.xlsx')).json.message).toBe(
    'Line 2 has more cells than there are headings (1). Give every column a heading',
  );
});

test('a row has the line of the file that it begins in', async () => {
  const read = await io.upload(
    'sos',
    '\r\n  \r\nName,Number\r\n"two\r\nlines",1\r\n\r\n,\r\n"three\n\nlines",2\r\nlast,3',
  );
  expect(read.json.data).toMatchObject({ lines: [4, 8, 11], headings: ['Name', 'Number'] });
  const broken = await io.upload('sos', 'Name,Number\nx,1\n"open,2\ny,3');
  expect(broken.json.message).toBe('The file cannot be read after line 2: a quotation mark is opened and not closed');
});

test('Excel’s line with the delimiter, blank lines and UTF-16 without its mark are understood', async () => {
  const sep = await io.upload('sos', '\uFEFFsep=;\r\nName;Number\r\n"a, b, c";1\r\n');
  expect(sep.json.data).toMatchObject({ read: 'CSV, semicolons, UTF-8', rows: [['a, b, c', '1']], lines: [3] });
  const bare = Buffer.from('Name,Number\r\nDelhi,112\r\n', 'utf16le');
  for (const content of [bare, Buffer.from(bare).swap16()])
    expect((await io.upload('sos', content)).json.data).toMatchObject({
      read: 'CSV, commas, UTF-16',
      rows: [['Delhi', '112']],
    });
  const gaps = await io.upload('sos', `Name,Number\n${',\n\n  ,\n'.repeat(4_000)}x,1\n`);
  expect(gaps.json.data).toMatchObject({ rows: [['x', '1']], lines: [12_002] });
});

test('a file that is too large is refused with the limits, and others are answered meanwhile', async () => {
  const refused = 'At most 10,000 rows and 100 columns';
  const cells = await writeXlsxFile([
    [{ value: 'Name' }],
    ...Array.from({ length: 10_001 }, () => [{ value: 'x' }]),
  ]).toBuffer();
  for (const [content, message] of [
    [',\n'.repeat(4_900_000), 'The file has no headings in its first line'],
    [`Name,Number\n${','.repeat(9_900_000)}`, undefined],
    [`Name\n${'x\n'.repeat(4_900_000)}`, refused],
    [`${Array.from({ length: 101 }, (_, at) => `c${at}`).join()}\n1`, refused],
    [cells, refused],
  ] as const) {
    const upload = { answered: false };
    const reading = io.upload('sos', content as string).finally(() => (upload.answered = true));
    let times = 0;
    for (; !upload.answered; times += 1) {
      expect((await product.product.app.inject('/livez')).statusCode).toBe(200);
      await new Promise((resolve) => void setTimeout(resolve, 50));
    }
    expect(times).toBeGreaterThan(0);
    const { status, json } = await reading;
    expect(status).toBe(400);
    expect([refused, message ?? 'The file has headings, but no rows']).toContain(json.message);
  }
}, 90_000);
