import { isAadhaar } from './aadhaar.ts';
import { checkPin } from './contact.ts';
import { normalForm } from '../normal-form.ts';
import { isRefused } from './format.ts';

export const aadhaarMessage = 'Looks like an Aadhaar number. Write the last four digits only';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Digits of every script, by the code point where their row of ten begins. */
const decimal = /\p{Nd}/u;
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  // Rows of digits stand next to each other at most five at a time, each of ten.
  while (code - start < 60 && decimal.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((code - start) % 10);
}

const notAscii = /[^\0-\x7f]/;
/**
 * Signs that are, or stand beside, digits: all that are neither letters nor marks, and not plain already; and the letters that
 * are drawn with a space or a point.
 */
const otherSign = /[^\p{L}\p{M}\0-\x7f]|[\u013F\u0140\u037A\uFC5E-\uFC63\uFDFA\uFDFB\uFE70-\uFE7E]/gu;
const known = new Map<string, string>();
function plainSign(sign: string): string {
  let plain = known.get(sign);
  if (plain === undefined) {
    plain = normalForm(sign, 'NFKC').replace(/[^\P{Nd}0-9]/gu, asciiDigit);
    // One that is a whole sentence stays as it is: what it says holds no digit.
    if (plain.length > 8) plain = ` ${sign} `;
    // Some thousands at most, for letters never come here.
    known.set(sign, plain);
  }
  return plain;
}
/** One spelling of digits: those in circles, of full width and of other scripts become plain ones. */
const plain = (text: string): string => (notAscii.test(text) ? text.replace(otherSign, plainSign) : text);

interface Group {
  at: number;
  digits: string;
  /** What stands between it and the next group, when that is near. */
  gap: string | undefined;
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};
const nextDigit = /\d/g;
function digitFrom(text: string, from: number): number {
  // Most often it is near, and to ask an expression costs more than to look.
  for (let at = from; at < from + 8; at += 1) if (isDigit(text, at)) return at;
  nextDigit.lastIndex = from;
  return nextDigit.exec(text)?.index ?? text.length;
}

/** What is seen of what stands between two groups, when they are near: at most three marks or spaces, never letters. */
function nearGap(between: string): string | undefined {
  if (between.length === 1) return /\p{L}/u.test(between) ? undefined : between;
  // Characters that draw nothing may be any number.
  const drawn = between.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return drawn.length <= 3 && !/\p{L}/u.test(drawn) ? drawn : undefined;
}

/** Runs of digits, with what sets them apart. */
function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  const gaps = new Map<string, string | undefined>();
  for (let at = digitFrom(text, 0); at < text.length; ) {
    let end = at + 1;
    while (isDigit(text, end)) end += 1;
    const next = digitFrom(text, end);
    let gap: string | undefined;
    if (next < text.length) {
      const between = text.slice(end, next);
      gap = gaps.get(between);
      if (gap === undefined && !gaps.has(between)) {
        gap = nearGap(between);
        if (between.length <= 3) gaps.set(between, gap);
      }
    }
    groups.push({ at, digits: text.slice(at, end), gap });
    at = next;
  }
  return groups;
}

const isDate = (lengths: string, digits: string) => /^4,[12],[12]/.test(lengths) && /^(19|20)/.test(digits);

/** Whether groups of twelve digits together are set out as one number is, and not as dates, PIN codes, places or addresses. */
function isOneNumber(groups: readonly Group[], before: Group | undefined, after: Group | undefined): boolean {
  const lengths = groups.map(({ digits }) => digits.length).join();
  const gaps = groups.slice(0, -1).map(({ gap }) => gap ?? '');
  const digits = groups.map((one) => one.digits).join('');
  const isAlike = gaps.every((gap) => gap === gaps[0]);
  if (lengths === '12') return true;
  if (lengths === '4,4,4') {
    // Four by four as on cards it is a part of a longer number.
    const isLonger = (one: Group | undefined, gap: string | undefined) => one?.digits.length === 4 && gap === gaps[0];
    return !isLonger(before, before?.gap) && !isLonger(after, groups.at(-1)?.gap);
  }
  const isPoint = gaps.length === 1 && /^[.,]$/.test(gaps[0] ?? '');
  const isAddress =
    lengths === '3,3,3,3' && gaps.every((gap) => gap === '.') && groups.every((one) => Number(one.digits) < 256);
  const isPins = lengths === '6,6' && groups.every((one) => !isRefused(checkPin(one.digits)));
  return isAlike && !isPoint && !isAddress && !isPins && !isDate(lengths, digits);
}

/** True for a mobile number with 91 in front, unless it is set out as an Aadhaar number. */
const isMobile = (groups: readonly Group[], digits: string, sign: string): boolean =>
  sign === '+' || (/^91[6-9]/.test(digits) && (groups.length === 1 || groups[0]?.digits === '91'));

const letterOrDigit = /[\p{L}\d]/u;
const letters = /\p{L}*/uy;

/**
 * Digits inside a word of letters and digits: a code such as a hash, or the number of another paper. Looks no further than the
 * next digit to either side, so that a text is gone over once however many numbers it has.
 */
function isInCode(text: string, from: number, to: number): boolean {
  letters.lastIndex = to;
  letters.test(text);
  if (isDigit(text, letters.lastIndex)) return true;
  let start = from;
  for (let width = 0; (width = wordBefore(text, start)) > 0; start -= width)
    if (isDigit(text, start - width)) return true;
  return from - start <= 4 && /^[A-Z]{1,4}$/.test(text.slice(start, from));
}
/** How many code units the letter or digit takes that ends here; 0 where none does. */
function wordBefore(text: string, end: number): number {
  const last = text.charAt(end - 1);
  const isSecondHalf = /[\uDC00-\uDFFF]/.test(last);
  const sign = isSecondHalf ? text.slice(end - 2, end) : last;
  return letterOrDigit.test(sign) ? sign.length : 0;
}

/** The last of the groups that are twelve digits together, from one of them on. */
function twelveFrom(groups: readonly Group[], first: number): number | undefined {
  let count = 0;
  for (let last = first; ; last += 1) {
    const { digits, gap } = groups[last] as Group;
    count += digits.length;
    if (count === 12) return last;
    if (count > 12 || gap === undefined) return undefined;
  }
}

/** Where Aadhaar numbers stand in a plain text. */
function spansOf(text: string): [from: number, to: number][] {
  const spans: [number, number][] = [];
  const groups = groupsOf(text.includes('-') ? text.replace(uuid, (one) => 'x'.repeat(one.length)) : text);
  const all = groups.map((one) => one.digits).join('');
  let passed = 0;
  for (let first = 0; first < groups.length; first += 1) {
    const start = passed;
    passed += groups[first]?.digits.length ?? 0;
    const last = twelveFrom(groups, first);
    if (last === undefined) continue;
    const digits = all.slice(start, start + 12);
    if (!isAadhaar(digits)) continue;
    const some = groups.slice(first, last + 1);
    const from = some[0]?.at ?? 0;
    const end = groups[last] as Group;
    const to = end.at + end.digits.length;
    const before = groups[first - 1]?.gap === undefined ? undefined : groups[first - 1];
    const after = end.gap === undefined ? undefined : groups[last + 1];
    if (isOneNumber(some, before, after) && !isMobile(some, digits, text.charAt(from - 1)) && !isInCode(text, from, to))
      spans.push([from, to]);
  }
  return spans;
}

/** Most texts have no twelve digits: they are not looked into any further. */
function mayHold(text: string): boolean {
  if (text.length < 12) return false;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code >= 48 && code <= 57) || code > 177) count += 1;
    if (count >= 12) return true;
  }
  return false;
}

/**
 * True when a text holds a full Aadhaar number, however its twelve digits are grouped and in whatever script they are
 * written. Ids, mobile numbers, decimals, dates, places and longer numbers are none.
 */
export const holdsAadhaar = (text: string): boolean => mayHold(text) && spansOf(plain(text)).length > 0;

/** A text with only the last four digits of every Aadhaar number in it; a text without one comes back as it is. */
export function maskAadhaar(text: string): string {
  if (!mayHold(text)) return text;
  const shown = plain(text);
  const spans = spansOf(shown);
  if (spans.length === 0) return text;
  let masked = '';
  let done = 0;
  for (const [from, to] of spans) {
    if (from < done) continue;
    masked += `${shown.slice(done, from)}•••• ${shown.slice(from, to).replace(/\D/g, '').slice(-4)}`;
    done = to;
  }
  return masked + shown.slice(done);
}

/** A text that is an Aadhaar number and nothing else gives its last four digits; any other undefined. */
export function lastFour(text: string): string | undefined {
  if (text.length > 1_000) return undefined;
  const digits = plain(text).replace(/[\s\p{P}\p{S}\p{Default_Ignorable_Code_Point}]/gu, '');
  return isAadhaar(digits) ? digits.slice(-4) : undefined;
}
