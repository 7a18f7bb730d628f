import i18next from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import speeding from '#areas/speeding/speeding.hi.json' with { type: 'json' };
import wallet from '#areas/wallet/wallet.hi.json' with { type: 'json' };
import { factValue } from './fact-values.ts';

// The program's own language is left as it is for other files.
const language = i18next.createInstance();
beforeAll(async () => {
  await language.init({ lng: 'hi', resources: { hi: { translation: { ...speeding, ...wallet } } } });
  vi.spyOn(i18next, 't').mockImplementation(language.t);
});
afterAll(() => vi.restoreAllMocks());

test('amounts are rupees, and codes that are known are words', () => {
  expect(factValue('wallet', 'capturedPaise', 1_300)).toBe('₹13.00');
  expect(factValue('wallet', 'status', 0)).toBe(wallet.wallet.states['0']);
  expect(factValue('violation', 'state', 'CONFIRMED')).toBe(speeding.violations.states.CONFIRMED);
});

test.each([
  ['wallet', 'status', 9],
  ['wallet', 'status', 'constructor'],
  ['elsewhere', 'status', 1],
  ['wallet', 'why', 'Too late'],
  ['wallet', 'capturedPaise', null],
])('%s %s %j is read as it is', (module, name, value) => {
  expect(factValue(module, name, value)).toBeUndefined();
});
