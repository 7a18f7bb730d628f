/** Whether the last digit is the check digit of those before it, as ISO/IEC 7812-1 (Luhn) counts. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const counted = at % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

const perhapsMistyped = 'the check digit is wrong. Compare it with the number on the device';

/** What is odd about the name of a device, in words. */
export function identifierWarnings(identifier: string): string[] {
  if (!/^\d+$/.test(identifier)) return [];
  if (identifier.length === 15) return passesLuhn(identifier) ? [] : [`IMEI: ${perhapsMistyped}`];
  return identifier.length === 14 || identifier.length === 16
    ? [`An IMEI has 15 digits, this has ${identifier.length}`]
    : [];
}

/** Cards carry the check digit as their last, or as the last before a filler F, or none at all behind 19 digits. */
export function cardWarnings(iccid: string): string[] {
  const digits = iccid.replace(/F$/, '');
  const fits = passesLuhn(digits) || (digits.length === 20 && passesLuhn(digits.slice(0, 19)));
  return fits ? [] : ['SIM card: the check digit is wrong. Compare it with the number on the card'];
}
