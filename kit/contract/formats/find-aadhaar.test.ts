import { expect, test } from 'vitest';
import { isAadhaar, isVerhoeff } from './aadhaar.ts';
import { holdsAadhaar, lastFour, maskAadhaar } from './find-aadhaar.ts';

const number = '234123412346';
/** Another digit at the end of eleven, so that the check fits. */
const ended = (eleven: string): string => {
  const digit = '0123456789'.split('').find((last) => isVerhoeff(eleven + last));
  return eleven + (digit ?? '');
};

test('however its digits are grouped and written, it is found', () => {
  const written = [
    number,
    '2341 2341 2346',
    '2341-2341-2346',
    '2341.2341.2346',
    '2341/2341/2346',
    '2341_2341_2346',
    '2341 - 2341 - 2346',
    '2341\u00a02341\u20092346',
    '2341\u20132341\u20142346',
    '2341\u200b2341\u200b2346',
    '2\u200b3\u200b4\u200b1\u200b2\u200b3\u200b4\u200b1\u200b2\u200b3\u200b4\u200b6',
    '2341\n2341\n2346',
    '2 3 4 1 2 3 4 1 2 3 4 6',
    '23 41 23 41 23 46',
    '234 123 412 346',
    '234,123,412,346',
    '2341 23412346',
    '23412341-2346',
    '２３４１２３４１２３４６',
    '२३४१ २३४१ २३४६',
    '২৩৪১২৩৪১২৩৪৬',
    '𝟐𝟑𝟒𝟏𝟐𝟑𝟒𝟏𝟐𝟑𝟒𝟔',
    '②③④①②③④①②③④⑥',
  ];
  for (const text of written)
    for (const around of [
      text,
      `His card is ${text}.`,
      `Aadhaar:${text}`,
      `(${text})`,
      `scan_${text}_front.pdf`,
      `9822012345 ${text}`,
    ])
      expect([around, holdsAadhaar(around)]).toEqual([around, true]);
  for (const text of ['aadhaar234123412346', 'आधार२३४१२३४१२३४६'])
    expect([text, holdsAadhaar(text)]).toEqual([text, true]);
});

test('two halves are one number, unless both are PIN codes', () => {
  expect(isAadhaar('482937105622')).toBe(true);
  expect(holdsAadhaar('482937 105622')).toBe(true);
  expect(holdsAadhaar(`${number.slice(0, 6)} ${number.slice(6)}`)).toBe(false);
});

test('what is something else is left alone', () => {
  const phone = '0123456789'
    .split('')
    .map((last) => `9198220123${last}${last}`)
    .concat(ended('91982201234'));
  expect(phone.some(isAadhaar)).toBe(true);
  const card = ended('23412341234');
  const others = [
    '',
    '234123412347',
    '123412341234',
    '222222222222',
    `${number}0`,
    `1${number}`,
    `2341 2341 2346 1234`,
    `1234 2341 2341 2346`,
    '0191fc17-27e9-7627-921e-234123412346',
    `${card.slice(0, 2)}.${card.slice(2)}`,
    `${number.slice(0, 8)}.${number.slice(8)}`,
    'a3f234123412346b7',
    `AB${number}`,
    `sha256:9f${number}c0ffee`,
    ...phone,
    ...phone.map((one) => `+91 ${one.slice(2, 7)} ${one.slice(7)}`),
    ...phone.map((one) => `91-${one.slice(2)}`),
  ];
  for (const text of others) expect([text, holdsAadhaar(text), maskAadhaar(text)]).toEqual([text, false, text]);
  // Places, times and lists of PIN codes have twelve digits too, and one in ten passes the check by chance.
  for (let at = 0; at < 400; at += 1) {
    const three = String(100 + (at % 155));
    for (const text of [
      `28.61${at % 10}9, 77.2${at % 10}${(at * 7) % 10}0`,
      `2026-11-${String(10 + (at % 20))} ${String(10 + (at % 14))}:${String(10 + (at % 50))}`,
      `411${three}, 411${String(100 + ((at * 3) % 155))}`,
      `223.187.${three}.${String(100 + ((at * 7) % 155))}`,
    ])
      expect([text, holdsAadhaar(text)]).toEqual([text, false]);
  }
});

test('what is kept of it are its last four digits', () => {
  expect(maskAadhaar(`Card 2341 2341 2346, again ${number}`)).toBe('Card •••• 2346, again •••• 2346');
  expect(maskAadhaar('Aadhaar २३४१ २३४१ २३४६')).toBe('Aadhaar •••• 2346');
  expect(lastFour(' 2341-2341 2346 ')).toBe('2346');
  expect(lastFour('My 2341 2341 2346')).toBeUndefined();
  expect(lastFour('234123412347')).toBeUndefined();
});
