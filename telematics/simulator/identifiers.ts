/** The check digit behind the first fourteen digits of an IMEI (Luhn). */
function checkDigit(digits: string): number {
  let sum = 0;
  for (const [at, digit] of digits.split('').entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** Fifteen-digit identities that pass the check, counted up from the first; one that fails it is counted up as it is. */
export function identifiersFrom(first: string, count: number): string[] {
  if (!/^\d{15}$/.test(first)) throw new Error(`An identity has 15 digits, not '${first}'`);
  const stem = first.slice(0, 14);
  const isImei = checkDigit(stem) === Number(first[14]);
  return Array.from({ length: count }, (_, at) => {
    if (!isImei) return String(BigInt(first) + BigInt(at)).padStart(15, '0');
    const digits = String(BigInt(stem) + BigInt(at)).padStart(14, '0');
    return `${digits}${checkDigit(digits)}`;
  });
}
