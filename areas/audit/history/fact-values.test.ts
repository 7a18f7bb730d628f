import { expect, test } from 'vitest';
import { factValue } from './fact-values.web.ts';

const said = (module: string, name: string, value: unknown) => factValue(module, name, value, (key) => `<${key}>`);

test('amounts are rupees, and codes that are known are words', () => {
  expect(said('wallet', 'capturedPaise', 1_300)).toBe('₹13.00');
  expect(said('wallet', 'status', 0)).toBe('<wallet.states.0>');
  expect(said('wallet', 'reason', 'FEE')).toBe('<wallet.reasons.FEE>');
  expect(said('session', 'why', 'too many sessions')).toBe('<history.why.tooManySessions>');
  expect(said('violation', 'state', 'CONFIRMED')).toBe('<violations.states.CONFIRMED>');
});

test.each([
  ['wallet', 'status', 9],
  ['wallet', 'status', 'constructor'],
  ['elsewhere', 'status', 1],
  ['wallet', 'why', 'Too late'],
  ['wallet', 'capturedPaise', null],
])('%s %s %j is read as it is', (module, name, value) => {
  expect(said(module, name, value)).toBeUndefined();
});
