import { checkAadhaar } from './aadhaar.ts';
import { checkMobile, checkPin } from './contact.ts';
import { type Format, isRefused } from './format.ts';
import { checkLicence } from './licence.ts';
import { checkPlate } from './plate.ts';
import { checkGstin, checkPan } from './tax.ts';
import { checkChassis, checkVin } from './vin.ts';

/** The numbers of Indian papers and people that the product knows, each with an example. */
export const formats = {
  plate: { check: (text: string) => checkPlate(text), example: 'MH12AB1234' },
  licence: { check: checkLicence, example: 'HR06 19850034761' },
  vin: { check: checkVin, example: '1M8GDM9AXKP042788' },
  chassis: { check: checkChassis, example: '1M8GDM9AXKP042788' },
  aadhaar: { check: checkAadhaar, example: '' },
  pan: { check: checkPan, example: 'ACUPA7085R' },
  gstin: { check: checkGstin, example: '27AAPFU0939F1ZV' },
  mobile: { check: checkMobile, example: '9822012345' },
  pin: { check: checkPin, example: '411001' },
} satisfies Readonly<Record<string, { check: Format; example: string }>>;
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];

/** The form in which a text of a format is kept; the text itself where it has none. */
export function normalised(format: FormatName, text: string): string {
  const checked = formats[format].check(text);
  return isRefused(checked) ? text : checked.value;
}
