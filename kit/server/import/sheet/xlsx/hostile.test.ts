import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { importing } from '../../testing/importing.ts';
import {
  archiveOf,
  file,
  repeated,
  sheetFile,
  stylesFile,
  textRow,
  textsFile,
  workbookOf,
} from '../../testing/workbooks.ts';
import { sheetProcess } from '../read-file.ts';

let product: TestProduct;
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  product = await startTestProduct();
  const admin = await product.login('admin@roadkeeper.test');
  io = importing(product, () => admin);
  // Other files of tests in this process read as well, up to the very bound.
  Object.assign(sheetProcess.figures, { peakBytes: 0 });
});
afterAll(() => product?.close());

const notReadable = 'This workbook cannot be read. Save it as XLSX or CSV and try again';
const tooMuch = 'At most 10,000 rows and 100 columns';
const unpacks = 'This workbook unpacks to more than is read. Save its sheet as CSV and try again';
const tooLong = 'This workbook holds more text than one import takes. Divide it into several files';
const wide = /^Lines? .* more cells than there are headings \(1\)\. Give every column a heading$/;

const mega = 1024 * 1024;
const sheet = 'xl/worksheets/sheet1.xml';
const begin = `<worksheet><sheetData>${textRow(1, 'Name')}`;
const end = '</sheetData></worksheet>';
const filled = (middle: string, times: number, before = begin, after = end) => [
  repeated(sheet, before, middle, times, after),
];
const rowsTo = (last: number, cells: (row: number) => string) =>
  Array.from({ length: last - 1 }, (_, at) => `<row r="${at + 2}">${cells(at + 2)}</row>`).join('');
const twoRows = textRow(1, 'Name') + textRow(2, 'x');

const nothing = { name: '', packed: Buffer.alloc(0), length: 0, said: { method: 0 } };

/** Workbooks that take a reader's memory or time, how they are answered, and the size they have. */
const bombs: Record<string, () => [workbook: Buffer, message: string | RegExp]> = {
  'three gigabytes of blanks in three megabytes': () => [workbookOf(filled(' '.repeat(16 * mega), 180)), unpacks],
  'a hundred megabytes that are packed a thousandfold': () => [workbookOf(filled(' '.repeat(mega), 95)), unpacks],
  'three gigabytes that say they are few': () => [
    workbookOf([{ ...repeated(sheet, begin, ' '.repeat(16 * mega), 180, end), said: { length: 12 * mega } }]),
    notReadable,
  ],
  'rows beyond the last one': () => [workbookOf(filled('<row/>'.repeat(100_000), 11)), notReadable],
  'cells in the last column of every row': () => [
    workbookOf([sheetFile(textRow(1, 'Name') + rowsTo(9_999, (row) => `<c r="XFD${row}"><v>1</v></c>`))]),
    wide,
  ],
  'the last cell of a sheet': () => [
    workbookOf([sheetFile(`${textRow(1, 'Name')}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)]),
    'Line 1048576 has more cells than there are headings (1). Give every column a heading',
  ],
  'a cell beyond it': () => [workbookOf([sheetFile('<row r="1"><c r="XFE1"><v>1</v></c></row>')]), notReadable],
  'headings without end': () => [
    workbookOf([sheetFile(`<row r="1">${'<c t="str"><v>x</v></c>'.repeat(16_384)}</row>`)]),
    tooMuch,
  ],
  'empty cells by the million': () => [workbookOf(filled(`<row>${'<c/>'.repeat(16_000)}</row>`, 76)), tooMuch],
  'one long text that a million cells show': () => [
    workbookOf([
      textsFile(`<si><t>${'x'.repeat(20_000)}</t></si>`),
      sheetFile(textRow(1, 'Name') + rowsTo(3_000, (row) => `<c r="A${row}" t="s"><v>0</v></c>`)),
    ]),
    tooLong,
  ],
  'a text of twenty megabytes': () => [
    workbookOf([
      repeated('xl/sharedStrings.xml', '<sst><si><t>', randomLetters(mega), 20, '</t></si></sst>'),
      sheetFile(`${textRow(1, 'Name')}<row r="2"><c r="A2" t="s"><v>0</v></c></row>`),
    ]),
    'Line 2 has a cell of more than 20000 characters',
  ],
  'shared texts by the million': () => [
    workbookOf([repeated('xl/sharedStrings.xml', '<sst>', '<si/>'.repeat(100_000), 11, '</sst>'), sheetFile(twoRows)]),
    tooMuch,
  ],
  'styles by the million': () => [
    workbookOf([
      repeated('xl/styles.xml', '<s><cellXfs>', '<xf/>'.repeat(11_000), 10, '</cellXfs></s>'),
      sheetFile(twoRows),
    ]),
    tooMuch,
  ],
  'a number format without end': () => [
    workbookOf([
      stylesFile(
        `<numFmts><numFmt numFmtId="200" formatCode="${'[h]d\\ '.repeat(100_000)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs>`,
      ),
      sheetFile(`${textRow(1, 'Name')}<row r="2"><c r="A2" s="0"><v>1</v></c></row>`),
    ]),
    '',
  ],
  'elements within each other': () => [workbookOf([file(sheet, '<a>'.repeat(200_000))]), notReadable],
  'attributes without end': () => [
    workbookOf([file(sheet, `<worksheet ${Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(' ')}/>`)]),
    notReadable,
  ],
  'a name without end': () => [workbookOf([file(sheet, `<${'x'.repeat(mega)}`)]), notReadable],
  'a comment without end': () => [workbookOf([file(sheet, `<worksheet><!--${'x'.repeat(mega)}`)]), notReadable],
  'entities that grow': () => [
    workbookOf([
      file(
        sheet,
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]><worksheet><sheetData><row><c t="str"><v>&j;</v></c></row></sheetData></worksheet>`,
      ),
    ]),
    notReadable,
  ],
  'an entity that is a file': () => [
    workbookOf([file(sheet, '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>')]),
    notReadable,
  ],
  'an entity that nobody knows': () => [workbookOf([file(sheet, '<worksheet>&a;</worksheet>')]), notReadable],
  'files by the thousand': () => [
    archiveOf(Array.from({ length: 20_000 }, (_, at) => ({ ...nothing, name: `f${at}` }))),
    unpacks,
  ],
  'sheets by the thousand': () => [
    workbookOf([
      file('xl/workbook.xml', `<workbook><sheets>${'<sheet name="x" id="rId1"/>'.repeat(100_000)}</sheets></workbook>`),
      sheetFile(twoRows),
    ]),
    '',
  ],
  'one file under two names': () => [
    workbookOf([textsFile('<si><t>Name</t></si>'), { ...sheetFile(twoRows), sharedWith: 'xl/sharedStrings.xml' }]),
    notReadable,
  ],
  'two files of one name': () => [workbookOf([sheetFile(twoRows), sheetFile(textRow(1, 'Other'))]), notReadable],
  'a file that is longer than it says': () => [
    workbookOf([{ ...sheetFile(twoRows), said: { length: 20 } }]),
    notReadable,
  ],
  'a file that is shorter than it says': () => [
    workbookOf([{ ...sheetFile(twoRows), said: { length: 4_000 } }]),
    notReadable,
  ],
  'a file with a password': () => [workbookOf([{ ...sheetFile(twoRows), said: { flags: 1 } }]), notReadable],
  'a file that is packed another way': () => [
    workbookOf([{ ...sheetFile(twoRows), said: { method: 14 } }]),
    notReadable,
  ],
};

function randomLetters(count: number): string {
  const letters = Buffer.alloc(count);
  let state = 12_345;
  for (let at = 0; at < count; at += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    letters[at] = 97 + ((state >> 16) % 26);
  }
  return letters.toString('latin1');
}

test.for(Object.entries(bombs))('%s', async ([, make]) => {
  const [workbook, message] = make();
  expect(workbook.length).toBeLessThan(10 * mega);
  const before = process.memoryUsage.rss();
  const { status, json } = await io.upload('sos', workbook, 'a.xlsx');
  expect([status, json.message]).toEqual(
    message === '' ? [200, 'OK'] : [400, typeof message === 'string' ? message : expect.stringMatching(message)],
  );
  expect(process.memoryUsage.rss() - before, 'of the product').toBeLessThan(100 * mega);
});

test('none of them took more memory than a reader may, and others are read as before', async () => {
  expect(sheetProcess.figures.peakBytes).toBeGreaterThan(0);
  expect(sheetProcess.figures.peakBytes).toBeLessThan(400 * mega);
  const { status, json } = await io.upload('sos', workbookOf([sheetFile(twoRows)]), 'a.xlsx');
  expect([status, json.data.rows]).toEqual([200, [['x']]]);
  console.log(
    `readers took ${Math.round(sheetProcess.figures.peakBytes / mega)} MB at most, ${sheetProcess.figures.started} processes`,
  );
});
