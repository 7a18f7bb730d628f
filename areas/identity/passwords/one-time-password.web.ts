import { type PasswordOwner, passwordProblem } from './passwords.contract.ts';

/** Without what is easily mixed up when it is read out: no i, l, o, 0, 1. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Three groups of four characters, to be read out over the telephone: 59 bits, for the day it lives.
 * @param random fills an array with random bytes.
 */
export function oneTimePassword(
  owner: Pick<PasswordOwner, 'name' | 'email'>,
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  // The greatest multiple of the letters that a byte holds: what lies above would make the first ones likelier.
  const fair = 256 - (256 % letters.length);
  const drawn: string[] = [];
  while (drawn.length < 12)
    for (const byte of random(new Uint8Array(24)))
      if (byte < fair && drawn.length < 12) drawn.push(letters.charAt(byte % letters.length));
  const text = drawn.join('').replace(/(.{4})(?=.)/g, '$1-');
  // Chance can spell a name too.
  return passwordProblem(text, { ...owner, twoStep: true }) === undefined ? text : oneTimePassword(owner, random);
}
