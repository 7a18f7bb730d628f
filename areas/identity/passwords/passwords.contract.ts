import { normalForm } from '#kit/contract/normal-form.ts';
import { commonPasswords, commonWords } from './common-passwords.contract.ts';

/** What a new password is held against. */
export interface PasswordOwner {
  name: string;
  email: string | null;
  /** A code is asked for after the password: then it may be shorter. */
  twoStep: boolean;
}

export const passwordLimits = { min: 15, minWithCode: 8, max: 128 };
export const minLength = (owner: Pick<PasswordOwner, 'twoStep'>): number =>
  owner.twoStep ? passwordLimits.minWithCode : passwordLimits.min;

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const sequences = [...rows, ...rows.map((row) => Array.from(row).toReversed().join(''))];
const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '5': 's',
  '!': 'i',
};
const productName = 'roadkeeper';
/** What has to be left of a password beside the words that anybody would try for this person. */
const leftOver = 8;

/** In characters as a person counts them, not in the units they are stored in. */
export const lengthOf = (text: string): number => Array.from(normalForm(text, 'NFKC')).length;
const asLetters = (text: string) => text.replace(/[@$0135!]/g, (sign) => lookAlikes[sign] ?? sign);
const withoutEnds = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

function isCommon(text: string): boolean {
  const bare = [withoutEnds(text), withoutEnds(asLetters(text)), asLetters(withoutEnds(text))];
  const forms = [text, text.replace(/\s+/g, ''), asLetters(text), ...bare];
  return forms.some((form) => commonPasswords.has(form)) || bare.some((form) => commonWords.has(form));
}

/** Characters that stand in no run of four or more that a keyboard or a child's rhyme gives. */
function outsideSequences(text: string): number {
  const inside = new Set<number>();
  for (let start = 0; start + 4 <= text.length; start += 1) {
    const four = text.slice(start, start + 4);
    if (sequences.some((row) => row.includes(four))) for (let at = start; at < start + 4; at += 1) inside.add(at);
  }
  return text.length - inside.size;
}

/** Parts of the person's name and address, and the product's name. */
const ownWords = (owner: PasswordOwner): string[] =>
  [...owner.name.split(/\s+/), ...(owner.email?.split(/[@.+_-]/) ?? []), owner.email?.split('@')[0] ?? '', productName]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length);

/**
 * What is wrong with a new password, in words for the person; undefined when nothing is. Length and guessability count,
 * kinds of characters do not.
 */
export function passwordProblem(password: string, owner: PasswordOwner): string | undefined {
  if (password.length > passwordLimits.max) return `Use at most ${passwordLimits.max} characters`;
  const text = normalForm(password, 'NFKC');
  const length = lengthOf(text);
  const min = minLength(owner);
  if (length < min)
    return owner.twoStep
      ? `Use at least ${min} characters`
      : `Use at least ${min} characters; a few words in a row are fine`;
  if (text.length > passwordLimits.max) return `Use at most ${passwordLimits.max} characters`;
  const small = text.toLowerCase();
  if (isCommon(small)) return 'This password is too common. Choose another';
  if (new Set(small).size < 5 || /^(.{1,7})\1+.{0,7}$/su.test(small))
    return 'This password repeats itself and is easy to guess. Choose another';
  if (outsideSequences(small) < Math.min(leftOver, min - 4))
    return 'This password is a sequence of keys or numbers. Choose another';
  const own = ownWords(owner);
  const rest = own.reduce((left, word) => left.replaceAll(word, ''), small);
  if (rest !== small && lengthOf(rest) < leftOver)
    return 'Names, addresses and the product name are easy to guess. Add unrelated words';
  return undefined;
}

/** How hard a password is to guess, for a hint beside the field: 0 is refused, 3 is very good. */
export function passwordStrength(password: string, owner: PasswordOwner): 0 | 1 | 2 | 3 {
  if (passwordProblem(password, owner) !== undefined) return 0;
  const small = normalForm(password, 'NFKC').toLowerCase();
  const kinds = new Set(small).size;
  const length = Math.min(lengthOf(small), outsideSequences(small) + 2);
  if (length >= 24 && kinds >= 10) return 3;
  return length >= 18 && kinds >= 8 ? 2 : 1;
}
