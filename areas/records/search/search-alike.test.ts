import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { type Fleet, fleetOf } from '#areas/vehicles/testing/fleet.ts';
import { catalogues } from '#areas/areas.ts';
import { columnOf, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isSealed } from '#kit/contract/sealed.ts';

let product: TestProduct;
let fleet: Fleet;
let owner: string;
let stranger: string;
const drivers: Record<string, string> = {};

beforeAll(async () => {
  product = await startTestProduct();
  fleet = await fleetOf(product);
  for (const name of ['Zorawar Kulkarni', 'Amol Gupta', 'Yashwant Chaudhari', 'Lakshmi Iyer', 'Farid Phadnis', 'Ali'])
    drivers[name] = await fleet.driver({ name });
  owner = await product.login('client@roadkeeper.test');
  stranger = await product.login('deccan@roadkeeper.test');
});
afterAll(() => product?.close());

interface Found {
  id: string;
  module: string;
  title: string;
  alike: boolean;
  more: boolean;
}
const find = async (q: string, token = fleet.admin): Promise<Found[]> => {
  const { status, text, json } = await product.call('GET', `/search?q=${encodeURIComponent(q)}`, { token });
  expect(status, text).toBe(200);
  return json.data;
};
const alike = async (q: string, token = fleet.admin) =>
  (await find(q, token)).filter((row) => row.alike).map(({ title }) => title);

test.for<[string, string]>([
  ['Kulkarnee', 'Zorawar Kulkarni'],
  ['zoravar', 'Zorawar Kulkarni'],
  ['Zorawar Kulkanri', 'Zorawar Kulkarni'],
  ['Zorwar Kukarni', 'Zorawar Kulkarni'],
  ['कुलकर्णी', 'Zorawar Kulkarni'],
  ['अमोल गुप्ता', 'Amol Gupta'],
  ['Amol Gutpa', 'Amol Gupta'],
  ['gupta amoll', 'Amol Gupta'],
  ['Amol Gpta', 'Amol Gupta'],
  ['Guppta', 'Amol Gupta'],
  ['yashvant', 'Yashwant Chaudhari'],
  ['Chowdhury', 'Yashwant Chaudhari'],
  ['चौधरी', 'Yashwant Chaudhari'],
  ['Laxmi Aiyer', 'Lakshmi Iyer'],
  ['fadnis', 'Farid Phadnis'],
  ['Aali', 'Ali'],
])('%s finds %s', async ([typed, name]) => {
  const found = await find(typed);
  expect(found).toContainEqual({
    id: drivers[name],
    module: 'drivers',
    moduleName: 'Driver',
    title: name,
    to: `/drivers/${drivers[name]}`,
    match: null,
    alike: true,
    more: false,
  });
  expect((await find(typed, owner)).map(({ id }) => id)).toContain(drivers[name]);
});

test('organisations, people, offices and models are found by how they sound as well', async () => {
  expect(await alike('Sahyadari')).toEqual(['Sahyadri Logistics']);
  expect(await alike('Mira Joshee')).toContain('Meera Joshi');
  expect(await alike('Naashik')).toContain('MH15 Nashik');
});

test('what has the words comes first, and where enough has them nothing else is looked for', async () => {
  await fleet.driver({ name: 'Suraj Meher' });
  await fleet.driver({ name: 'Suresh Mehar' });
  const [first, ...others] = await find('suraj meher');
  expect([first?.title, first?.alike]).toEqual(['Suraj Meher', false]);
  expect(others.filter((row) => row.alike).map(({ title }) => title)).not.toContain('Suraj Meher');
  for (const name of ['Girish Uno', 'Girish Duo', 'Girish Tres', 'Girish Four', 'Girish Five', 'Grish Other'])
    await fleet.driver({ name });
  const girish = await find('girish');
  expect(girish.filter(({ module }) => module === 'drivers').map(({ title }) => title)).toEqual([
    'Girish Duo',
    'Girish Uno',
    'Girish Five',
    'Girish Four',
    'Girish Tres',
  ]);
  expect(girish.some((row) => row.alike)).toBe(false);
});

test('a name is not meant by one that only begins alike, by three letters, by a number or by signs', async () => {
  for (const q of [
    'Zorba Kulfi',
    'Gup',
    'Gta',
    'zz',
    '98',
    '12345678',
    'Amol 12x',
    '%_\\',
    '””',
    '👍👍',
    '\u202e\u202eab',
    'zqxwv',
  ])
    expect([q, await alike(q)]).toEqual([q, []]);
});

test('letters of all kinds are taken as they are, and change nothing', async () => {
  for (const q of [
    `'; drop table driver; --`,
    '%%',
    '__',
    '\\\\',
    '"Amol" or 1=1',
    '((((',
    ':* & !',
    'نور محمد',
    '😀'.repeat(50),
    'é'.repeat(100),
    'a b c d e f g h i j',
    'Ａｍｏｌ',
    'x'.repeat(100),
  ])
    expect(Array.isArray(await find(q))).toBe(true);
  for (const q of ['', 'a', ' a ', 'x'.repeat(101), 'a\0b']) {
    const { status, json } = await product.call('GET', `/search?q=${encodeURIComponent(q)}`, { token: fleet.admin });
    expect([q.slice(0, 4), status, Object.keys(json.fields ?? {})]).toEqual([q.slice(0, 4), 400, ['q']]);
  }
  expect((await find('Amol Gupta')).map(({ id }) => id)).toContain(drivers['Amol Gupta']);
});

test('of another organisation no name is found, neither as it is nor misspelt', async () => {
  for (const q of ['Zorawar Kulkarni', 'zoravar', 'Kulkarnee', 'कुलकर्णी', 'Amol Gutpa', 'Sahyadari', 'fadnis'])
    expect([q, (await find(q, stranger)).map(({ title }) => title)]).toEqual([q, []]);
  const own = await fleet.driver({ name: 'Zoravar Own', orgId: fleet.orgNamed('Deccan Cold Chain') });
  expect((await find('zorawar', stranger)).map(({ id }) => id)).toEqual([own]);
  expect((await find('zorawar', owner)).map(({ id }) => id)).toEqual([drivers['Zorawar Kulkarni']]);
});

test('who may not view drivers finds none, misspelt or not', async () => {
  const safety = await product.login('insurance@roadkeeper.test');
  for (const q of ['zorawar', 'zoravar', 'Amol Gutpa'])
    expect([q, (await find(q, safety)).filter(({ module }) => module === 'drivers')]).toEqual([q, []]);
});

test('the few that are deleted are found by nothing', async () => {
  const id = await fleet.driver({ name: 'Umesh Tandel' });
  expect(await alike('umesh tandle')).toEqual(['Umesh Tandel']);
  expect((await product.call('DELETE', `/drivers/${id}`, { token: fleet.admin })).status).toBe(200);
  expect([await alike('umesh tandle'), await find('umesh tandel')]).toEqual([[], []]);
});

test('an exact name comes before one that begins so, one with the word, and one that has it inside; active ones first', async () => {
  for (const name of ['Tarun', 'Tarunika Bose', 'Bela Tarun', 'Betarun Das']) await fleet.driver({ name });
  const off = await fleet.driver({ name: 'Tarunika A' });
  expect((await product.call('PUT', `/drivers/status/${off}`, { token: fleet.admin })).status).toBe(200);
  expect((await find('tarun')).filter(({ module }) => module === 'drivers').map(({ title }) => title)).toEqual([
    'Tarun',
    'Tarunika Bose',
    'Tarunika A',
    'Bela Tarun',
    'Betarun Das',
  ]);
});

test('of a list that has more the best five are shown, and that there are more', async () => {
  for (let at = 0; at < 7; at += 1) await fleet.driver({ name: `Quasar ${'ABCDEFG'[at]}` });
  const found = (await find('quasar')).filter(({ module }) => module === 'drivers');
  expect(found.map(({ title, more }) => [title, more])).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((letter) => [`Quasar ${letter}`, true]),
  );
  expect((await find('quasar g')).map(({ more }) => more)).toEqual([false]);
});

test('records of everybody are found by what they are called now', async () => {
  const named = async (q: string) => (await find(q)).map(({ title }) => title);
  expect(await named('Quibble')).toEqual([]);
  const made = await product.call('POST', '/vehicle-brand', {
    token: fleet.admin,
    body: { name: 'Quibble Motors', country: 'IN' },
  });
  expect(made.status, made.text).toBe(201);
  expect(await named('quibble')).toEqual(['Quibble Motors']);
  expect(await alike('Quible Moters')).toEqual(['Quibble Motors']);
  await product.call('DELETE', `/vehicle-brand/${made.json.data.id}`, { token: fleet.admin });
  expect(await named('quibble')).toEqual([]);
  expect(await alike('Quible Moters')).toEqual([]);
});

test('of everything that is looked through in records of organisations there is an index', async () => {
  const rows = await fleet.sql((db) =>
    db.query<{ table: string; sql: string }>(`select tablename as table, indexdef as sql from pg_indexes`),
  );
  const missing = catalogues
    .filter(({ rowSecurity, scope }) => rowSecurity && scope === 'organisation')
    .flatMap((definition) =>
      Object.entries<AnyField>(shownFields(definition)).flatMap(([name, field]) => {
        if (!field.search || field.kind !== 'text') return [];
        const column = isSealed(field) ? `${columnOf(name)}_hash` : columnOf(name);
        const method = isSealed(field)
          ? `using btree \\(${column}\\)`
          : field.search === 'words'
            ? `using gin \\(search_words\\(${column}\\)\\)`
            : `using gin \\(${column} gin_trgm_ops\\)`;
        const wanted = [
          method,
          ...(field.sounds ? [`using gin \\(search_sounds\\(${column}\\)\\)`] : []),
          ...(field.grouped ? [`using btree \\(lower\\(translate\\(\\(?${column}\\b`] : []),
        ];
        return wanted
          .filter((one) => !rows.some(({ table, sql }) => table === definition.base && new RegExp(one, 'i').test(sql)))
          .map((one) => `${definition.path}.${name}: ${one}`);
      }),
    );
  expect(missing).toEqual([]);
});

test('two or three letters are found in words, and not across two of them', async () => {
  const titles = async (q: string) => (await find(q)).map(({ title }) => title.toLowerCase());
  for (const q of ['ab', 'bol']) {
    const found = await titles(q);
    expect(found.length, q).toBeGreaterThan(0);
    expect(
      found.filter((title) => !title.includes(q)),
      q,
    ).toEqual([]);
  }
  expect(await titles('tatabolt')).toContainEqual(expect.stringContaining('tata bolt'));
});
