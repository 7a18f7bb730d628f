import { expect, test } from 'vitest';
import { partsOf } from './marked-parts.ts';

const marked = (text: string, words: string) =>
  partsOf(text, words)
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('');

test('what was searched for is marked, however it is written', () => {
  expect(marked('MH12AB1234', 'mh 12 ab')).toBe('[MH12AB]1234');
  expect(marked('22 BH 0046 ZZ', '22-BH-0046')).toBe('[22 BH 0046] ZZ');
  expect(marked('HD-2611-00010', 'hd 2611')).toBe('[HD-2611]-00010');
  expect(marked('HD-2611-00010', 'hd261100010')).toBe('[HD-2611-00010]');
  expect(marked('MH31/2611/0047712', 'mh31 26110047712')).toBe('[MH31/2611/0047712]');
  expect(marked('Amol Gupta', 'gup')).toBe('Amol [Gup]ta');
  expect(marked('Amol Gupta', 'gupta amol')).toBe('[Amol] [Gupta]');
  expect(marked('अमोल गुप्ता', 'गुप्ता')).toBe('अमोल [गुप्ता]');
});

test('nothing is marked where nothing is, and signs are signs', () => {
  for (const words of ['', ' ', '-', 'xyz', '.*', '[', '\\', '(?', '$^', '👍', '/'])
    expect(marked('Amol Gupta', words)).toBe('Amol Gupta');
  expect(marked('100% (a) [b] a/b {2} \\ 👍', '[b]')).toBe('100% (a) [[b]] a/b {2} \\ 👍');
  expect(marked('100%', '0%')).toBe('10[0%]');
  expect(marked('a👍b', '👍')).toBe('a[👍]b');
  expect(marked('', 'amol')).toBe('');
});
