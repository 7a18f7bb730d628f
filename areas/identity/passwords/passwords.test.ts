import { expect, test } from 'vitest';
import type { Refusal } from '#kit/server/refusals.ts';
import { asCaller } from '#kit/server/turns/rooms.ts';
import { commonPasswords } from './common-passwords.contract.ts';
import { createPasswords } from './password-hash.ts';
import { passwordProblem, passwordStrength } from './passwords.contract.ts';

const owner = { name: 'Asha Menon', email: 'asha.menon@sahyadri.example', twoStep: false };
const problem = (password: string, twoStep = false) => passwordProblem(password, { ...owner, twoStep });

test('a password has 15 characters, or 8 beside a code, and at most 128, whatever its characters are', () => {
  expect(problem('only fourteen!')).toMatch(/at least 15/);
  expect(problem('sixteen  letters')).toBeUndefined();
  expect(problem('tall oaks', true)).toBeUndefined();
  expect(problem('oak tree'.slice(0, 7), true)).toMatch(/at least 8/);
  expect(problem('all lower case words only')).toBeUndefined();
  expect(problem('नीली गाड़ी धीरे चलती है')).toBeUndefined();
  expect(problem('🚜🌧🛵🚌🚦🚧🛞⛽🚗🚕🚙🚓🚑🚒🚚')).toBeUndefined();
  expect(problem('🚜🌧🛵🚌')).toMatch(/at least 15/);
  expect(problem(`${'many words and '.repeat(8)}12345678`)).toBeUndefined();
  expect(problem(`${'many words and '.repeat(8)}123456789`)).toMatch(/at most 128/);
});

test('what everybody tries first is refused, with endings and look-alikes too', () => {
  expect(commonPasswords.size).toBeGreaterThan(500);
  expect([...commonPasswords].every((one) => one.length >= 8 && one === one.toLowerCase())).toBe(true);
  for (const common of [
    'Demo-Roadkeeper-2026',
    'Password12345678',
    'P@ssw0rd!!!!!!!!!',
    'passwordpassword',
    'correcthorsebatterystaple',
    'correct horse battery staple',
    'administrator2026!',
    '123123123123123123',
    'qwertyuiopasdfghjkl',
    'abcdefghijklmnopq',
    '987654321098765432',
    'aaaaaaaaaaaaaaaaaaa',
    'gogogogogogogogogo',
    'tiger!tiger!tiger!tiger!',
    'asha.menon@sahyadri.example',
    'AshaMenon2026!!!',
    'roadkeeper-roadkeeper',
    'Sahyadri-Asha-1',
    'W3lcome@2026@2026',
    '@Sachin@10@2011@',
  ])
    expect([common, problem(common) !== undefined]).toEqual([common, true]);
  expect(problem('jaishreeram1', true)).toBeDefined();
  expect(problem('asha and three blue tractors')).toBeUndefined();
});

test('the hint beside the field never calls something good that will be refused', () => {
  const strength = (password: string) => passwordStrength(password, owner);
  expect(strength('Password12345678')).toBe(0);
  expect(strength('sixteen  letters')).toBe(1);
  expect(strength('three blue tractors')).toBe(2);
  expect(strength('three blue tractors sing at noon')).toBe(3);
});

test('strangers who try passwords wait behind each other, and keep nobody from theirs whose browser is known', async () => {
  const passwords = await createPasswords(Buffer.alloc(32));
  const tryAs = (tenant: string, account: string) =>
    asCaller({ tenant, account }, 'brief', () => passwords.verify(null, 'a guess')).catch(
      (error: Refusal) => error.code,
    );
  const strangers = Array.from({ length: 30 }, (_, at) => tryAs('strangers', `203.0.${at}.9`));
  let tried = 0;
  for (const one of strangers) void one.then((answer) => (tried += answer === false ? 1 : 0));
  expect(await tryAs('known browsers', 'one')).toBe(false);
  expect(tried).toBeLessThan(8);
  const answers = await Promise.all(strangers);
  expect(answers.filter((one) => one === 'too_many').length).toBe(8);
});
