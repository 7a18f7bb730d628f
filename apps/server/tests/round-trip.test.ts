import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { neutral } from '#kit/server/export/csv.ts';
import { joinMany, splitMany } from '#kit/server/export/many.ts';
import { fieldOfHeading } from '#kit/server/import/headings.ts';
import { importing } from '#kit/server/import/testing/importing.ts';
import { startTestProduct, type TestProduct } from '../testing.ts';

let product: TestProduct;
let admin: string;
let io: ReturnType<typeof importing>;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.login('admin@roadkeeper.test');
  io = importing(product, () => admin);
});
afterAll(() => product?.close());

/** Rows of an own export that would not stay as they are. */
async function changed(path: string, format: string) {
  const file = await io.post(`/${path}/export`, { format });
  const rows = await io.rowsOf(path, file.raw, `export.${format}`);
  const { rows: checked } = await io.check(path, rows);
  return { all: rows.length, odd: checked.filter((row) => row.action !== 'same').slice(0, 3) };
}

test('what every catalogue exports comes in again and changes nothing', async () => {
  let all = 0;
  for (const { path } of catalogues.filter(({ ownWrites }) => !ownWrites)) {
    if ((await io.count(`/${path}?take=1`)) === 0) continue;
    for (const format of ['csv', 'xlsx']) {
      const found = await changed(path, format);
      all += found.all;
      expect([path, format, found.odd]).toEqual([path, format, []]);
    }
  }
  expect(all).toBeGreaterThan(1_000);
}, 120_000);

test('the columns that only a report has are no field of any catalogue, so that it can be imported', () => {
  for (const definition of catalogues)
    for (const heading of ['Line', 'Result', 'Reason'])
      expect([definition.path, heading, fieldOfHeading(definition, heading)]).toEqual([
        definition.path,
        heading,
        undefined,
      ]);
});

test('many values of one cell stay themselves, whatever they hold', async () => {
  const odd = ['A, B', 'C; D', 'E "F"', '"G"', 'H\nI', ' J', '–', 'K'];
  expect(joinMany(odd)).toBe('"A, B"; "C; D"; E "F"; """G"""; "H\nI"; " J"; "–"; K');
  for (const values of [odd, ...odd.map((one) => [one])])
    expect(splitMany(joinMany(values)).map((part) => part.text)).toEqual(values);
  const texts = (cell: string) => splitMany(cell).map((part) => part.text);
  expect(texts('a, b')).toEqual(['a', 'b']);
  expect(texts('a, b\nc')).toEqual(['a, b', 'c']);
  expect(texts('"a, b", c')).toEqual(['a, b', 'c']);
  expect(texts('6" pipe; "open')).toEqual(['6" pipe', '"open']);

  const [category] = (await io.get('/vehicle-category?take=1')).json.data;
  const classes = ['A, B', 'C; D', 'E "F"'];
  const rows = [{ line: 2, cells: { id: category.id, vahanClasses: joinMany(classes) } }];
  expect(await io.run('vehicle-category', { mode: 'update', rows })).toMatchObject({ updated: 1, failed: 0 });
  expect((await io.get(`/vehicle-category/${category.id}`)).json.data.vahanClasses).toEqual(classes);
  for (const format of ['csv', 'xlsx']) expect((await changed('vehicle-category', format)).odd).toEqual([]);
});

test('choices with commas in their labels are found however they are set apart', async () => {
  const definition = catalogues.find((one) => one.path === 'vehicle-category');
  const choices: { value: string; label: string }[] = definition?.fields['licenceClasses'].choices;
  const chosen = [choices.find((one) => one.label.includes(',')), choices[0]].filter((one) => one !== undefined);
  expect(new Set(chosen).size).toBe(2);
  const [category] = (await io.get('/vehicle-category?take=1')).json.data;
  const read = async (cell: string) => {
    const rows = [{ line: 2, cells: { id: category.id, licenceClasses: cell } }];
    expect(await io.run('vehicle-category', { mode: 'update', rows })).toMatchObject({ failed: 0 });
    return (await io.get(`/vehicle-category/${category.id}`)).json.data.licenceClasses;
  };
  const values = chosen.map((one) => one.value);
  for (const separator of [', ', '; ', '\n', ','])
    expect([separator, await read(chosen.map((one) => one.label.toLowerCase()).join(separator))]).toEqual([
      separator,
      values,
    ]);
  expect(await read(String(chosen[0]?.label))).toEqual(values.slice(0, 1));
  expect(await read(values.join(','))).toEqual(values);
});

test('texts that look like formulas, with apostrophes or without, come back as they were', async () => {
  expect(['=1', "'=1", "''+a", "'a", 'a'].map(neutral)).toEqual(["'=1", "''=1", "'''+a", "'a", 'a']);
  const names = ['=SUM(A1)', "'=SUM(A1)", "'+abc", "''-x", "'plain"];
  for (const name of names)
    expect((await io.post('/vehicle-type', { name, wheels: 4, speedClass: 'N', icon: 'truck' })).status).toBe(201);
  for (const format of ['csv', 'xlsx']) expect((await changed('vehicle-type', format)).odd).toEqual([]);
});
