import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { refuse } from '#kit/server/refusals.ts';
import type { SessionStore } from './session.ts';

/*
 * API keys look like rk_live_ and 49 letters and digits: 43 are drawn, 256 bits of them, and six are a checksum over what stands before
 * them. So programs that look for lost secrets know one when they see it, and one that was not copied whole is told so without a question
 * to the database. A double click selects all of it.
 */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'rk_live_';
const drawn = 43;
const checkDigits = 6;
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${drawn + checkDigits}}$`);

function checksumOf(text: string): string {
  let left = crc32(text);
  let digits = '';
  for (let at = 0; at < checkDigits; at += 1) {
    digits = (alphabet[left % 62] as string) + digits;
    left = Math.floor(left / 62);
  }
  return digits;
}

/** A fresh key. Only its hash is ever stored. */
export function newApiKey(): string {
  const secret = Array.from({ length: drawn }, () => alphabet[randomInt(62)]).join('');
  return prefix + secret + checksumOf(prefix + secret);
}

/** The end of a key, by which people tell theirs apart. */
export const hintOf = (key: string): string => key.slice(-4);

/** Whether somebody meant this to be an API key. */
export const isApiKey = (token: string): boolean => /^rk_/i.test(token);

/** Whether it can be one: it is whole, and its checksum fits. */
export const isWholeKey = (token: string): boolean =>
  pattern.test(token) && checksumOf(token.slice(0, -checkDigits)) === token.slice(-checkDigits);

/** One store for both: tokens of people, and API keys. */
export const withApiKeys = (people: SessionStore, keys: SessionStore): SessionStore => ({
  known: (token) => (isApiKey(token) ? keys : people).known(token),
  async authenticate(token) {
    if (!isApiKey(token)) return people.authenticate(token);
    if (!isWholeKey(token))
      throw refuse.unauthorised('This is not a whole API key. Check that it was copied completely');
    return keys.authenticate(token);
  },
  forget(id) {
    people.forget(id);
    keys.forget(id);
  },
  forgetAll() {
    people.forgetAll();
    keys.forgetAll();
  },
  // What lives as long as a session is nothing that a key can begin.
  onForget: (listener) => people.onForget(listener),
  stillLive: (ids) => people.stillLive(ids),
  get remembered() {
    return people.remembered + keys.remembered;
  },
});
