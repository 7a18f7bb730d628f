import { expect, test } from 'vitest';
import { fillReply, replyProblem, unfilledIn } from './reply-text.rules.ts';

test('a template takes the four placeholders, however they are spaced', () => {
  expect(replyProblem('Hello {{customer}}, {{ ticket }} about {{Plate}}.\n\n{{agent}}')).toBeUndefined();
  expect(replyProblem('Nothing to fill in, { not even } this')).toBeUndefined();
});

test('an unknown placeholder, and one that is not closed, are refused in words', () => {
  expect(replyProblem('Hello {{name}}')).toBe(
    'There is no placeholder {{name}}. Use {{customer}}, {{ticket}}, {{plate}} or {{agent}}',
  );
  const unclosed = 'A placeholder begins with two braces and ends with two, like {{customer}}';
  for (const text of ['Hello {{customer', 'Hello customer}}', 'Hello {{customer}', '{{{{customer}}'])
    expect(replyProblem(text)).toBe(unclosed);
});

test('what is known is filled in once, and what is not stays and is named', () => {
  const facts = { customer: ' {{agent}} ', ticket: 'T-26-000123', plate: null };
  expect(fillReply('{{customer}}: {{ ticket }}, {{plate}}, {{plate}}, {{agent}}, {{other}}', facts)).toEqual({
    text: '{{agent}}: T-26-000123, {{plate}}, {{plate}}, {{agent}}, {{other}}',
    missing: ['plate', 'agent'],
  });
  expect(fillReply('Hello {{customer}}', { customer: 'Meera Joshi' })).toEqual({
    text: 'Hello Meera Joshi',
    missing: [],
  });
});

test('a text with a placeholder left in it is not ready to be sent', () => {
  expect(unfilledIn('Hello Meera Joshi, {{ plate }} and {{plate}}')).toEqual(['plate']);
  expect(unfilledIn('Hello Meera Joshi, {{this}} is no placeholder')).toEqual([]);
});
