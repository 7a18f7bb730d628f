import { accepted, type Checked, compact } from './format.ts';

/** Values of the letters, and weights by place: 49 CFR 565. */
const letterValues: Readonly<Record<string, number>> = Object.fromEntries(
  ['AJ', 'BKS', 'CLT', 'DMU', 'ENV', 'FW', 'GPX', 'HY', 'RZ'].flatMap((letters, at) =>
    letters.split('').map((letter) => [letter, at === 8 ? 9 : at + 1]),
  ),
);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

function checkCharacter(vin: string): string {
  const sum = vin.split('').reduce((sum, letter, at) => {
    const value = /\d/.test(letter) ? Number(letter) : (letterValues[letter] ?? 0);
    return sum + value * (weights[at] ?? 0);
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** A vehicle identification number of 17 characters. Only North America asks for the check digit, so it warns. */
export function checkVin(text: string): Checked {
  const value = compact(text);
  if (value.length !== 17) return { problem: `A VIN has 17 characters, this has ${value.length}` };
  if (/[IOQ]/.test(value)) return { problem: 'A VIN has no letters I, O and Q: compare them with 1 and 0' };
  if (!/^[A-Z0-9]{17}$/.test(value)) return { problem: 'A VIN is made of letters and digits only' };
  const parts = { maker: value.slice(0, 3), description: value.slice(3, 9), serial: value.slice(9) };
  return accepted(
    value,
    parts,
    checkCharacter(value) === value[8] ? [] : ['The check digit does not fit, as with many Indian chassis numbers'],
  );
}

/** A chassis number: a VIN, or on vehicles from before it 5 to 25 letters and digits, which warns. */
export function checkChassis(text: string): Checked {
  const value = compact(text);
  if (value.length === 17) return checkVin(value);
  if (!/^[A-Z0-9]{5,25}$/.test(value)) return { problem: 'Use 17 letters and digits, on old vehicles 5 to 25' };
  return accepted(value, { maker: null, description: null, serial: null }, [
    `A chassis number has 17 characters, this has ${value.length}: only old vehicles have such`,
  ]);
}
