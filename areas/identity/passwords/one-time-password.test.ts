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

test('every letter is as likely as any other', () => {
  // The password begins with the letter of the byte, or without it where the byte is passed over.
  const others = Array.from({ length: 23 }, (_, at) => 11 + at * 5);
  const of = (byte: number) => oneTimePassword({ name: 'X', email: null }, () => Uint8Array.of(byte, ...others));
  const passedOver = of(255);
  const counts = new Map<string, number>();
  let passed = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const made = of(byte);
    if (made === passedOver) passed += 1;
    else counts.set(made.charAt(0), (counts.get(made.charAt(0)) ?? 0) + 1);
  }
  expect([passed, counts.size, new Set(counts.values())]).toEqual([8, 31, new Set([8])]);
});

test('what chance makes guessable is thrown away', () => {
  const drawn = [new Uint8Array(24), Uint8Array.from({ length: 24 }, (_, at) => at * 7)];
  const made = oneTimePassword(owner, () => drawn.shift() ?? new Uint8Array(24));
  expect([drawn.length, made.startsWith('aaaa')]).toEqual([0, false]);
});
