import { accepted, type Checked } from './format.ts';

/** Verhoeff: the dihedral group of ten elements, and the permutation of digits by place. */
const multiply = (one: number, other: number): number => {
  const turned = one < 5 ? one + other : one - other + 10;
  return (turned % 5) + (one < 5 === other < 5 ? 0 : 5);
};
const first = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
const permutations: number[][] = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]];
for (let place = 1; place < 8; place += 1)
  permutations.push(first.map((digit) => (permutations[place - 1] as number[])[digit] as number));

export function isVerhoeff(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    check = multiply(check, (permutations[place % 8] as number[])[digit] as number);
  }
  return check === 0;
}

/** True for twelve digits that an Aadhaar number may have. */
export const isAadhaar = (digits: string): boolean =>
  digits.length === 12 && /^[2-9]\d{11}$/.test(digits) && isVerhoeff(digits) && !isMirrored(digits);

function isMirrored(digits: string): boolean {
  for (let at = 0; at < 6; at += 1) if (digits[at] !== digits[11 - at]) return false;
  return true;
}

/** An Aadhaar number. Nothing keeps it: what comes back are its last four digits. */
export function checkAadhaar(text: string): Checked {
  const digits = text.replace(/[\s\p{Pd}]+/gu, '');
  if (!/^\d{12}$/.test(digits)) return { problem: 'An Aadhaar number has twelve digits' };
  if (/^[01]/.test(digits)) return { problem: 'An Aadhaar number does not begin with 0 or 1' };
  if (!isAadhaar(digits)) return { problem: 'Not an Aadhaar number: compare its digits' };
  const last4 = digits.slice(-4);
  return accepted(`•••• ${last4}`, { last4 });
}
