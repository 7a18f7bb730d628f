import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldSchema } from '#kit/contract/input.ts';
import { kycDoc } from '../documents.contract.ts';
import { readNumberRule } from './number-rule.rules.ts';

const sign = fc.constantFrom('A', 'B', '1', '2', '/', '-', ' ');
const once = fc.oneof(
  sign,
  fc.constantFrom('\\d', '[A-Z]', '[A-B1]', '[/ -]', '[0-9A-]', '[A-B-1]'),
  fc
    .array(fc.string({ unit: sign, minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((words) => `(${words.join('|')})`),
);
const counted = fc.tuple(once, fc.constantFrom('', '?', '{2}', '{0,2}', '{1,3}', '{0}')).map((two) => two.join(''));
const rules = fc.array(counted, { minLength: 1, maxLength: 6 }).map((parts) => `^${parts.join('')}$`);

test('a rule says of every text what an expression of the same form says', () => {
  fc.assert(
    fc.property(rules, fc.string({ unit: sign, maxLength: 8 }), (rule, text) => {
      expect(readNumberRule(rule)?.(text)).toBe(new RegExp(rule).test(text));
    }),
    { seed: 20, numRuns: 3_000 },
  );
});

test('a rule that the field takes is read, however many ways there are to fit it', () => {
  const rule = `^${String.raw`\d{0,99}`.repeat(24)}A$`;
  expect(fieldSchema(kycDoc.fields.numberRegex).safeParse(rule).success).toBe(true);
  const fits = readNumberRule(rule);
  expect([fits?.('1'.repeat(60)), fits?.(`${'1'.repeat(60)}A`)]).toEqual([false, true]);
});

test('a rule that contradicts itself is none', () => {
  for (const rule of ['^[z-a]{2}$', '^[A-Z]{5,2}$']) expect(readNumberRule(rule)).toBeUndefined();
});
