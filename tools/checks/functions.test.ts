import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFunctions, longFunctions } from './functions.ts';
import { plantTree } from './planted-tree.ts';

/** A body that makes a function of so many lines, with its first and its last. */
const body = (lines: number) => `{\n${'  x();\n'.repeat(lines - 2)}}`;

test('a function of 121 lines is refused, one of 120 is fine', () => {
  using tree = plantTree({
    'kit/a.ts': `function long() ${body(121)}\nfunction fits() ${body(120)}\n`,
    'db/seed/b.ts': `function long() ${body(300)}\n`,
  });
  expect(checkFunctions(tree.root, [])).toEqual(['kit/a.ts:1 long has 121 lines; 120 is the most']);
});

test.each([
  ['a variable', `const named = () => ${body(121)};`],
  ['a property', `const parts = { named: async () => ${body(121)} };`],
  ['a method', `class Part { named() ${body(121)} }`],
  ['a call', `named(async () => ${body(121)});`],
  ['a test', `test('named', () => ${body(121)});`],
  ['a function in another that is short', `function outer() { return function named() ${body(121)} }`],
])('it is found with its name in %s', (_, source) => {
  expect(longFunctions('a.ts', source).map(({ name }) => name)).toContain('named');
});

test('screens are looked at too', () => {
  const source = `export function Page() ${body(130).replace('x();', 'const a = <p>{1}</p>;')}\n`;
  expect(longFunctions('a.tsx', source)).toMatchObject([{ name: 'Page', lines: 130 }]);
});

test('a callback of describe() does not count, the tests in it do', () => {
  const inner = `test('long', () => ${body(125)});`;
  expect(longFunctions('a.test.ts', `describe('all', () => {\n${inner}\n});`)).toMatchObject([{ name: 'long' }]);
  expect(longFunctions('a.test.ts', `describe.each([1])('all', () => ${body(130)});`)).toEqual([]);
});

test('an entry of the list that is not too long any more is refused', () => {
  using tree = plantTree({ 'kit/a.ts': `function long() ${body(121)}\nfunction mended() ${body(100)}\n` });
  expect(checkFunctions(tree.root, ['kit/a.ts long', 'kit/a.ts mended'])).toEqual([
    'kit/a.ts mended is no longer too long: take it off the list in tools/checks/functions.ts',
  ]);
});

test('the command prints the function and fails', () => {
  using tree = plantTree({ 'kit/a.ts': `function long() ${body(121)}` });
  const tool = join(import.meta.dirname, 'functions.ts');
  const { status, stderr } = spawnSync(process.execPath, [tool], { cwd: tree.root, encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('kit/a.ts:1 long has 121') });
});
