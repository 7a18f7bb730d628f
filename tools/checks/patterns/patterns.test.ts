import { expect, test } from 'vitest';
import { plantTree } from '../planted-tree.ts';
import { checkPatterns } from './patterns.ts';

test('a pattern that may take the square of a text’s length is refused, one with a bound or in a screen is not', () => {
  using tree = plantTree({
    'kit/server/a.ts': 'export const ends = /\\s+$/;\nexport const code = /^[A-Z]{2}\\d{2,3}$/;\n',
    'areas/x/b.ts': 'export const ways = /^(a|aa)+$/;\nexport const word = /\\p{L}+/gu;\n',
    'areas/x/c.web.ts': 'export const ends = /\\s+$/;\n',
    'areas/x/d.test.ts': 'export const ends = /\\s+$/;\n',
  });
  const known = { 'areas/x/b.ts /^(a|aa)+$/': 'Three characters' };
  expect(checkPatterns(tree.root, known)).toEqual([
    expect.stringMatching(/^kit\/server\/a\.ts:1 \/\\s\+\$\/ may take the square/),
  ]);
});

test('a pattern that is made where it runs is refused, unless something bounds its text', () => {
  using tree = plantTree({
    'kit/server/a.ts': "export const ends = new RegExp('\\\\s+$');\n",
    'areas/x/b.ts': 'export const of = (word: string): RegExp => RegExp(\n  `^(${word})+$`,\n);\n',
    'areas/x/c.ts': "export const ends = new globalThis.RegExp('x+$');\n",
    'areas/x/d.ts': 'export const code = (size: number) => new RegExp(`^.{${size}}$`);\n',
    'areas/x/e.web.ts': "export const ends = new RegExp('\\\\s+$');\n",
  });
  const known = { 'areas/x/d.ts new RegExp(`^.{${size}}$`)': 'Anchored' };
  expect(checkPatterns(tree.root, known).map((one) => one.split(' is made')[0])).toEqual([
    'areas/x/b.ts:1 RegExp( `^(${word})+$`, )',
    "areas/x/c.ts:1 new globalThis.RegExp('x+$')",
    "kit/server/a.ts:1 new RegExp('\\\\s+$')",
  ]);
});

test('a bound that nothing needs any more is refused', () => {
  using tree = plantTree({ 'kit/server/a.ts': 'export const code = /^[A-Z]{2}$/;\n' });
  expect(checkPatterns(tree.root, { 'kit/server/a.ts /x+x+$/': 'A frame' })).toEqual([
    'kit/server/a.ts /x+x+$/ is not there any more: take it off tools/checks/patterns/bounded-patterns.ts',
  ]);
});

test('the engine’s own normalize is called in one place', () => {
  using tree = plantTree({
    'kit/server/a.ts': "export const form = (text: string) => text.normalize('NFC');\n",
    'kit/contract/normal-form.ts': "export const form = (text: string) => text.normalize('NFC');\n",
  });
  expect(checkPatterns(tree.root, {})).toEqual([
    'kit/server/a.ts calls normalize(): use normalForm of kit/contract/normal-form.ts, whose time is bounded',
  ]);
});
