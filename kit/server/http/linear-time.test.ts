import { expect, test } from 'vitest';
import { splitMany } from '#kit/server/export/many.ts';
import { maskText } from '#kit/server/history-mask.ts';
import { holdsAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { emailPattern } from '#kit/contract/formats/contact.ts';
import { hasTooManyMarks, normalForm } from '#kit/contract/normal-form.ts';

/** Milliseconds of processor time. */
function costOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('text of every script has the form that the engine gives it', () => {
  for (const text of [
    '',
    'Pune',
    'e\u0301',
    '\u0958',
    'क़',
    'Ａ①ﬁ',
    '한글',
    'Z\u0351\u036B\u0343',
    'a\u0301'.repeat(100),
  ])
    for (const form of ['NFC', 'NFKC'] as const) expect(normalForm(text, form)).toBe(text.normalize(form));
  expect(hasTooManyMarks(`a${'\u0301'.repeat(30)}`)).toBe(false);
  expect(hasTooManyMarks(`a${'\u0301'.repeat(31)}`)).toBe(true);
});

// What took the square of their length took seconds and minutes.
test.each([
  ['marks in a row', () => normalForm(`a${'\u0301'.repeat(60_000)}${'\u0316'.repeat(60_000)}`, 'NFKC')],
  ['letters before a number', () => holdsAadhaar('234123412346'.padStart(250_000, 'a'))],
  ['letters before many numbers', () => holdsAadhaar(`${'a'.repeat(1_000)}234123412346`.repeat(250))],
  ['tokens that never end', () => maskText('-eyJaaaaaaaa'.repeat(10_000))],
  ['keys that never begin', () => maskText('-----BEGIN A '.repeat(10_000))],
  ['lines of nothing', () => splitMany(`a${'\n'.repeat(100_000)}b`)],
  ['an address with no end', () => emailPattern.test(`a@${'a.'.repeat(60_000)}@`)],
])('%s take a time that grows with the text alone', (_, work) => {
  expect(costOf(work)).toBeLessThan(300);
});
