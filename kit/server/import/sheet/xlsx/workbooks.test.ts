import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { importing } from '../../testing/importing.ts';
import { archiveOf, file, sheetFile, stylesFile, textRow, textsFile, workbookOf } from '../../testing/workbooks.ts';

let product: TestProduct;
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  product = await startTestProduct();
  const admin = await product.login('admin@roadkeeper.test');
  io = importing(product, () => admin);
});
afterAll(() => product?.close());

const read = async (workbook: Buffer) => {
  const { status, json } = await io.upload('sos', workbook, 'a.xlsx');
  return status === 200 ? { rows: json.data.rows, lines: json.data.lines, headings: json.data.headings } : json.message;
};
const notReadable = 'This workbook cannot be read. Save it as XLSX or CSV and try again';

test('what another program writes is read: texts, numbers, truths, days and times, and formulas’ values', async () => {
  const cells: SheetData = [
    [{ value: 'Text' }, { value: 'Number' }, { value: 'Flag' }, { value: 'Day' }, { value: 'Time' }, { value: 'Own' }],
    [
      { value: ' Ünïcode & <b>"quotes"</b> ' },
      { value: 0.1 },
      { value: true },
      { value: new Date('2026-11-21T00:00:00Z'), format: 'dd/mm/yyyy' },
      { value: new Date('2026-11-21T13:30:00Z'), format: 'yyyy-mm-dd hh:mm:ss' },
      { value: 45_000, format: '#,##0.00' },
    ],
    [null, { value: -1e21 }, { value: false }, null, null, { value: 0.25, format: '0%' }],
  ];
  const workbook = await writeXlsxFile(cells).toBuffer();
  expect(await read(workbook)).toEqual({
    headings: ['Text', 'Number', 'Flag', 'Day', 'Time', 'Own'],
    rows: [
      ['Ünïcode & <b>"quotes"</b>', '0.1', 'Yes', '2026-11-21', '2026-11-21T13:30:00.000Z', '45000'],
      ['', '-1e+21', 'No', '', '', '0.25'],
    ],
    lines: [2, 3],
  });
});

test('formats of numbers say what is a day, as they did for the library that was used before', async () => {
  const own = [
    'dd/mm/yyyy',
    'd-mmm-yy',
    '[$-409]d\\-mmm\\-yy;@',
    'yyyy"年"m"月"d"日"',
    '[h]:mm:ss',
    'mm:ss.000',
    'h:mm AM/PM',
    '"Due "dd.mm.yy',
    '[Red]dd/mm;@',
    'dddd, d mmmm yyyy',
    '0.00',
    '#,##0',
    '"day" 0',
    '[Red]0;[Blue]-0',
    '0.00E+00',
    '@',
    '_-* #,##0.00\\ "₹"_-',
    'General',
    '[$₹-4009]#,##0.00',
    'd" days"',
  ];
  const ids = [0, 1, 9, 14, 15, 17, 18, 21, 22, 27, 36, 37, 44, 45, 47, 49, 50, 58, 59, 71, 81, 82];
  const formats = own.map(
    (code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const all = [...ids, ...own.map((_, at) => 200 + at)];
  const rows = all.map((_, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="${at}"><v>45000.5</v></c></row>`).join('');
  const workbook = workbookOf([
    stylesFile(
      `<numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${all.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
    ),
    sheetFile(textRow(1, 'Value') + rows),
  ]);
  const isDay = (text: string) => text.includes('-');
  const before = (await readSheet(workbook)).slice(1).map(([cell]) => cell instanceof Date);
  const { rows: found } = (await read(workbook)) as { rows: string[][] };
  expect(all.map((id, at) => [id, own[id - 200], isDay(found[at]?.[0] ?? '')])).toEqual(
    all.map((id, at) => [id, own[id - 200], before[at]]),
  );
  expect(before.filter(Boolean).length).toBeGreaterThan(20);
  expect(before.filter((one) => !one).length).toBeGreaterThan(12);
});

test('days count from 1904 where the workbook says so, and what is no day any more stays a number', async () => {
  const styles = stylesFile('<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>');
  const rows = [0, 60, 45_000, 45_000.75, -800_000, 5_000_000].map(
    (days, at) => `<row r="${at + 2}"><c r="A${at + 2}" s="1"><v>${days}</v></c></row>`,
  );
  const parts = [styles, sheetFile(textRow(1, 'Day') + rows.join(''))];
  const days = async (properties: string) =>
    ((await read(workbookOf(parts, properties))) as { rows: string[][] }).rows.map(([day]) => day);
  const usual = ['1899-12-30', '1900-02-28', '2023-03-15', '2023-03-15T18:00:00.000Z', '-800000', '5000000'];
  expect(await days('')).toEqual(usual);
  expect(await days('<workbookPr date1904="0"/><workbookPr date1904="1"/>')).toEqual(usual);
  const later = ['1904-01-01', '1904-03-01', '2027-03-16', '2027-03-16T18:00:00.000Z', '-800000', '5000000'];
  for (const said of ['1', 'true']) expect(await days(`<workbookPr date1904="${said}"/>`)).toEqual(later);
});

test('texts are put together of their runs, and what is said of how they sound is left out', async () => {
  const texts = textsFile(
    '<si><t>plain</t></si><si><r><t xml:space="preserve">two </t></r><r><rPr><b/></rPr><t>runs</t></r></si>' +
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si><t>line_x000D_break _x005F_x0041_ &#8377;&amp;</t></si><si/>',
  );
  const cells = [0, 1, 2, 3, 4]
    .map((at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>${at}</v></c></row>`)
    .join('');
  const last =
    '<row r="9"><c r="A9" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c></row>' +
    '<row r="10"><c r="A10" t="str"><f>A1&amp;"x"</f><v>reckoned</v></c></row><row r="11"><c r="A11" t="e"><v>#DIV/0!</v></c></row>' +
    '<row r="12"><c r="A12" t="d"><v>2026-11-21T10:00:00Z</v></c></row><row r="14"><c r="A14"><v><![CDATA[42]]></v></c></row>';
  const workbook = workbookOf([texts, sheetFile(textRow(1, 'Text') + cells + last)]);
  expect(await read(workbook)).toEqual({
    headings: ['Text'],
    rows: [
      ['plain'],
      ['two runs'],
      ['東京'],
      ['line\rbreak _x0041_ ₹&'],
      ['inline'],
      ['reckoned'],
      ['2026-11-21T10:00:00.000Z'],
      ['42'],
    ],
    lines: [2, 3, 4, 5, 9, 10, 12, 14],
  });
});

test('names with prefixes, paths from the root, and rows and cells without numbers are understood', async () => {
  const office = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  const workbook = archiveOf([
    file(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="a" Type="${office}/worksheet" Target="/xl/elsewhere/first.xml"/><Relationship Id="b" Type="${office}/worksheet" Target="worksheets/second.xml"/><Relationship Id="s" Type="${office}/sharedStrings" Target="words.xml"/></Relationships>`,
    ),
    file(
      'xl/workbook.xml',
      `<x:workbook xmlns:x="m" xmlns:r="${office}"><x:sheets><x:sheet name="Shown" sheetId="7" r:id="a"/><x:sheet name="Other" sheetId="1" r:id="b"/></x:sheets></x:workbook>`,
    ),
    file('xl/words.xml', '<sst><si><t>Name</t></si></sst>'),
    file(
      'xl/elsewhere/first.xml',
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="str"><x:v>Number</x:v></x:c></x:row><x:row/>' +
        '<x:row><x:c r="B5"><x:v>7</x:v></x:c></x:row><x:row><x:c t="str"><x:v>x</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    ),
  ]);
  expect(await read(workbook)).toEqual({
    headings: ['Name', 'Number'],
    rows: [
      ['', '7'],
      ['x', ''],
    ],
    lines: [5, 6],
  });
});

test('a workbook that is not what it should be is refused in one line', async () => {
  const good = [textRow(1, 'Name'), textRow(2, 'x')].join('');
  const broken: Record<string, Buffer> = {
    'cut off': workbookOf([sheetFile(good)]).subarray(0, 400),
    'no sheet': workbookOf([]),
    'no workbook': archiveOf([file('word/document.xml', '<a/>')]),
    'rows out of order': workbookOf([sheetFile(textRow(3, 'Name') + textRow(2, 'x'))]),
    'cells out of order': workbookOf([sheetFile('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')]),
    'a cell of another row': workbookOf([sheetFile('<row r="1"><c r="A2"><v>1</v></c></row>')]),
    'a text that is not there': workbookOf([sheetFile('<row r="1"><c r="A1" t="s"><v>5</v></c></row>')]),
    'no number': workbookOf([sheetFile('<row r="1"><c r="A1"><v>abc</v></c></row>')]),
    'an element that never ends': workbookOf([file('xl/worksheets/sheet1.xml', '<worksheet><sheetData>')]),
    'bytes that are no text': workbookOf([
      {
        ...file('xl/worksheets/sheet1.xml', ''),
        packed: Buffer.from([0x01, 0x02, 0x00, 0xfd, 0xff, 0xff, 0xfe]),
        length: 2,
      },
    ]),
  };
  for (const [what, workbook] of Object.entries(broken))
    expect([what, await read(workbook)]).toEqual([what, notReadable]);
});
