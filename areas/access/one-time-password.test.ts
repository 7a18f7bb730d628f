import { expect, test } from 'vitest';
import { oneTimePassword } from './one-time-password.web.ts';
import { passwordProblem } from './passwords.contract.ts';

const owner = { name: 'Vikram Rao', email: 'clerk@roadkeeper.test' };

test('a one-time password can be read out, is taken by the rules, and none comes twice', () => {
  const made = Array.from({ length: 2_000 }, () => oneTimePassword(owner));
  for (const one of made) {
    expect(one).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
    expect(passwordProblem(one, { ...owner, twoStep: true }), one).toBeUndefined();
  }
  expect(new Set(made).size).toBe(made.length);
});

test('every letter is as likely as any other, and what chance makes guessable is thrown away', () => {
  // Each byte once: whatever stands above the last whole round of the letters is passed over.
  let next = 0;
  const counts = new Map<string, number>();
  const inTurn = (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => next++ % 256);
  for (let turn = 0; turn < 62; turn += 1)
    for (const letter of oneTimePassword({ name: 'X', email: null }, inTurn).replaceAll('-', ''))
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(31);
  const zeros = [new Uint8Array(24), Uint8Array.from({ length: 24 }, (_, at) => at * 7)];
  expect(oneTimePassword(owner, () => zeros.shift() ?? new Uint8Array(24))).not.toMatch(/aaaa/);
});
