import { expect, test } from 'vitest';
import { text } from '#kit/contract/fields.ts';
import { hasText, soughtIn } from './text-search.ts';

/** The condition that a word makes of a column, and what is bound for it. */
function asked(word: string, field: ReturnType<typeof text>): [sql: string, bound: unknown[]] {
  const bound: unknown[] = [];
  const sought = soughtIn((value) => `$${bound.push(value)}`);
  return [hasText('t.mobile', field, word, sought), bound];
}

const mobile = text({ label: 'Mobile', format: 'mobile', search: true });

test('a whole mobile number is looked up as one, and anything else wherever it stands', () => {
  expect(asked('9822012345', mobile)).toEqual(['t.mobile = $1', ['9822012345']]);
  for (const word of ['982201234', '98220123456', '5822012345', 'zorawarabc', '+919822012345', '919822012345'])
    expect(asked(word, mobile)).toEqual(['t.mobile ilike $1', [`%${word}%`]]);
  expect(asked('9822012345', text({ label: 'Name', search: true }))[0]).toBe('t.mobile ilike $1');
});

test('what is looked for twice is bound once for each way', () => {
  const bound: unknown[] = [];
  const sought = soughtIn((value) => `$${bound.push(value)}`);
  for (const _ of [1, 2]) {
    hasText('t.mobile', mobile, '9822012345', sought);
    hasText('t.name', text({ label: 'Name', search: true }), '9822012345', sought);
  }
  expect(bound).toEqual(['9822012345', '%9822012345%']);
});
