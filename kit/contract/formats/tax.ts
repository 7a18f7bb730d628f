import { accepted, type Checked, compact, isRefused } from './format.ts';
import { stateOfGst } from './states.ts';

/** Whose a PAN is, by its fourth letter. */
const holders: Readonly<Record<string, string>> = {
  A: 'Association of persons',
  B: 'Body of individuals',
  C: 'Company',
  F: 'Firm or limited liability partnership',
  G: 'Government agency',
  H: 'Hindu undivided family',
  J: 'Artificial juridical person',
  K: 'Trust (Krish)',
  L: 'Local authority',
  P: 'Individual',
  T: 'Trust',
};

/** A permanent account number, ACUPA7085R. */
export function checkPan(text: string): Checked {
  const value = compact(text);
  const parts = /^[A-Z]{3}([A-Z])[A-Z](\d{4})[A-Z]$/.exec(value);
  if (!parts) return { problem: 'Not a PAN. Write it like ACUPA7085R' };
  const holder = holders[parts[1] ?? ''];
  if (!holder) return { problem: `The fourth letter of a PAN says whose it is, and is never ${parts[1]}` };
  if (parts[2] === '0000') return { problem: 'The digits of a PAN run from 0001 to 9999' };
  return accepted(value, { holder });
}

const figures = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** The last character of a GSTIN, of the fourteen before it. */
export function gstinCheck(body: string): string {
  const sum = body.split('').reduce((sum, figure, at) => {
    const product = figures.indexOf(figure) * (at % 2 === 0 ? 1 : 2);
    return sum + Math.floor(product / 36) + (product % 36);
  }, 0);
  return figures.charAt((36 - (sum % 36)) % 36);
}

/** Codes that stand for no state: other territory, and the centre's own. */
const otherCodes: Readonly<Record<string, string>> = { '97': 'Other territory', '99': 'Centre' };

/** A GST registration, 27AAPFU0939F1ZV: state, PAN, its count there, Z, check character. */
export function checkGstin(text: string): Checked {
  const value = compact(text);
  const like = 'Not a GSTIN. Write it like 27AAPFU0939F1ZV';
  const form = /^(\d{2})([A-Z]{5}\d{4}[A-Z])([1-9A-Z])Z[0-9A-Z]$/.exec(value);
  if (!form) return { problem: value.length === 15 ? like : `A GSTIN has 15 characters, this has ${value.length}` };
  const [, code = '', pan = '', entity = ''] = form;
  const state = stateOfGst(code);
  if (!state && !otherCodes[code]) return { problem: `A GSTIN begins with the code of a state, and ${code} is none` };
  const within = checkPan(pan);
  if (isRefused(within)) return { problem: 'The PAN inside this GSTIN is not right' };
  if (gstinCheck(value.slice(0, 14)) !== value[14])
    return { problem: 'The last character does not fit the others: compare them with the certificate' };
  return accepted(value, {
    state: state?.code ?? null,
    stateName: state?.name ?? otherCodes[code] ?? null,
    pan,
    entity,
  });
}
