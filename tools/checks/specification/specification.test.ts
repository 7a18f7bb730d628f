import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flatTexts, mergeTexts, readTextFiles } from '../../texts/text-files.ts';
import { plantTree } from '../planted-tree.ts';
import { documentOf, documentPath } from './document.ts';
import { type Line, named } from './line.ts';
import { checkSpecification, hasTest } from './specification.ts';
import { defaultTexts } from './toasts.ts';

const root = join(import.meta.dirname, '../../..');
const file = 'kit/mark.test.ts';
const sections: Record<string, Line[]> = {
  '4. Marks': [
    { id: 'red', says: 'A mark is red.', test: named(file, 'a mark is red') },
    { id: 'round', says: 'A mark is round | or not.' },
  ],
};
const clean = {
  [file]: "import { test } from 'vitest';\ntest('a mark is red', () => {});\n",
  [documentPath]: documentOf(sections),
};
const problems = (change: Record<string, string>, some = sections, marked = {}) => {
  using tree = plantTree({ ...clean, ...change });
  return checkSpecification(tree.root, some, marked);
};

test('lines whose tests are there, and the page made from them, are accepted', () => {
  expect(problems({})).toEqual([]);
  expect(checkSpecification(root)).toEqual([]);
});

test('a test that is not there, has another name, or is skipped is refused', () => {
  const missing = [`red: ${file} has no test 'a mark is red'`];
  expect(problems({ [file]: "test('a mark is blue', () => {});" })).toEqual(missing);
  expect(problems({ [file]: "test.skip('a mark is red', () => {});" })).toEqual(missing);
  expect(problems({ [file]: "expect(1, 'a mark is red').toBe(1);" })).toEqual(missing);
  const [red, round] = sections['4. Marks'] as [Line, Line];
  const gone = { '4. Marks': [{ ...red, test: named('kit/none.test.ts', 'a mark is red') }, round] };
  expect(problems({ [documentPath]: documentOf(gone) }, gone)).toEqual(['red: kit/none.test.ts is no file of tests']);
});

test('a page that is older than the tables, two lines of one id, and a mark of no line are refused', () => {
  const old = `${documentPath} is not made from the tables as they are now: run npm run specification`;
  expect(problems({ [documentPath]: `${clean[documentPath]}more` })).toEqual([old]);
  expect(problems({}, sections, { green: 'not yet' })).toEqual(['waiting.ts names green, which is no line']);
  const twice = { ...sections, '5. More': [{ id: 'red', says: 'It is red.' }] };
  expect(problems({ [documentPath]: documentOf(twice) }, twice)).toEqual(['two lines are called red']);
});

test('tests are found however they are written', () => {
  for (const source of [
    "test('it’s red', () => {});",
    "test.each(marks)('it’s red', (one) => {});",
    "test.each([\n  ['a'],\n])('it’s red', async () => {});",
    "test.skipIf(isForeign)(\n  'it’s red',\n  async () => {},\n);",
    'test(`it’s red`, { timeout: 1 }, () => {});',
  ])
    expect(hasTest(source, 'it’s red'), source).toBe(true);
});

test('every text of the specification stands word for word in the language files', () => {
  expect(flatTexts(mergeTexts(readTextFiles(root)))).toMatchObject(defaultTexts);
});
