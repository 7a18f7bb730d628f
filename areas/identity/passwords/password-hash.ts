import { createHmac } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { normalForm } from '#kit/contract/normal-form.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createLine } from '#kit/server/turns/line.ts';

/** argon2id (the library's number 2), 19 MiB, two passes: OWASP's minimum, about 16 ms on a small machine. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Hashing is dear in memory and time: two at once, a short queue of strangers and of every other tenant, then 429. */
const [atOnce, mostWaiting] = [2, 20];

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash the same work is done on a dummy, so that an unknown account takes as long as a known one. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** @param pepper a secret kept outside the database; without it a stolen hash cannot be tried offline. */
export async function createPasswords(pepper: Buffer): Promise<Passwords> {
  const turn = createLine({
    atOnce,
    mostWaiting,
    full: () => refuse.tooMany('Too many users are signing in. Try again in a moment', 2),
  });
  // As text, because the library's verify takes no other bytes than UTF-8.
  const peppered = (password: string) =>
    createHmac('sha256', pepper).update(normalForm(password, 'NFKC')).digest('base64');
  const dummy = await hash(peppered('an account that does not exist'), parameters);
  return {
    hash: (password) => turn(() => hash(peppered(password), parameters)),
    verify: (stored, password) =>
      turn(async () => (await verify(stored ?? dummy, peppered(password))) && stored !== null),
  };
}
