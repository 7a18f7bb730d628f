import { isAadhaar } from './aadhaar.ts';
import { checkPin } from './contact.ts';
import { isRefused } from './format.ts';

export const aadhaarMessage = 'Looks like an Aadhaar number. Write the last four digits only';

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Digits of every script, by the code point where their row of ten begins. */
const decimal = /\p{Nd}/u;
const known = new Map<string, string>();
function asciiDigit(digit: string): string {
  let ascii = known.get(digit);
  if (ascii === undefined) {
    const code = digit.codePointAt(0) ?? 0;
    let start = code;
    // Rows of digits stand next to each other at most five at a time, each of ten.
    while (code - start < 60 && decimal.test(String.fromCodePoint(start - 1))) start -= 1;
    ascii = String((code - start) % 10);
    known.set(digit, ascii);
  }
  return ascii;
}

/** One spelling of digits: those in circles, of full width and of other scripts become plain ones. */
const plain = (text: string): string => text.normalize('NFKC').replace(/[^\P{Nd}0-9]/gu, asciiDigit);

interface Group {
  at: number;
  digits: string;
  /** What stands between it and the next group, when that is near. */
  gap: string | undefined;
}

/** Runs of digits, with what sets them apart: at most three marks or spaces, never letters. */
function groupsOf(text: string): Group[] {
  const found = [...text.matchAll(/\d+/g)];
  return found.map((one, index) => {
    const next = found[index + 1];
    const gap = next && text.slice(one.index + one[0].length, next.index);
    // Characters that draw nothing may be any number.
    const drawn = gap?.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
    const isNear = drawn !== undefined && drawn.length <= 3 && !/\p{L}/u.test(drawn);
    return { at: one.index, digits: one[0], gap: isNear ? drawn : undefined };
  });
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

/** Digits inside a word of letters and digits: a code such as a hash, or the number of another paper. */
function isInCode(text: string, from: number, to: number): boolean {
  const before = /[\p{L}\d]*$/u.exec(text.slice(0, from))?.[0] ?? '';
  const after = /^[\p{L}\d]*/u.exec(text.slice(to))?.[0] ?? '';
  return /\d/.test(before + after) || /^[A-Z]{1,4}$/.test(before);
}

/** Where Aadhaar numbers stand in a plain text. */
function spansOf(text: string): [from: number, to: number][] {
  const spans: [number, number][] = [];
  const groups = groupsOf(text.replace(uuid, (one) => 'x'.repeat(one.length)));
  for (let first = 0; first < groups.length; first += 1) {
    let digits = '';
    for (let last = first; last < groups.length; last += 1) {
      const group = groups[last] as Group;
      digits += group.digits;
      if (digits.length === 12) {
        const some = groups.slice(first, last + 1);
        const from = some[0]?.at ?? 0;
        const to = group.at + group.digits.length;
        const before = groups[first - 1]?.gap === undefined ? undefined : groups[first - 1];
        const after = group.gap === undefined ? undefined : groups[last + 1];
        if (
          isAadhaar(digits) &&
          isOneNumber(some, before, after) &&
          !isMobile(some, digits, text.charAt(from - 1)) &&
          !isInCode(text, from, to)
        )
          spans.push([from, to]);
      }
      if (digits.length >= 12 || group.gap === undefined) break;
    }
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
  const digits = plain(text).replace(/[\s\p{P}\p{S}\p{Default_Ignorable_Code_Point}]/gu, '');
  return isAadhaar(digits) ? digits.slice(-4) : undefined;
}
