import { accepted, type Checked, compact } from './format.ts';
import { stateOfPlate } from './states.ts';

export const plateKinds = ['STANDARD', 'BH', 'TEMPORARY', 'TRADE'] as const;
export type PlateKind = (typeof plateKinds)[number];

/** State, office, series, number. Old plates have no series: then the office has its two digits, or nobody could tell it from the number. */
const standard = /^([A-Z]{2})(?:(\d{1,2})([A-Z]{1,3})|(\d{2}))(\d{1,4})$/;
/** State and office alone, with a series or without. */
const unfinished = /^[A-Z]{2}\d{1,2}[A-Z]{0,3}$/;
/** The whole of India's series: year, BH, number, letters. */
const bharat = /^(\d{2})BH(\d{4})([A-Z]{1,2})$/;

/**
 * A registration plate, MH12AB1234 when kept. Temporary and trade plates have no form that holds everywhere: 5 to 15
 * letters and digits. Series with I or O are not given out, but are met: they warn.
 * @param kind which plate it is said to be; left out, a standard one or one of the BH series.
 */
export function checkPlate(text: string, kind?: PlateKind): Checked {
  const value = compact(text);
  if (kind === 'TEMPORARY' || kind === 'TRADE')
    return /^[A-Z0-9/]{5,15}$/.test(value)
      ? accepted(value, { kind })
      : { problem: 'Use 5 to 15 letters and digits, as on the document' };
  const national = bharat.exec(value);
  if (national && kind !== 'STANDARD') return checkBharat(value, national);
  const local = standard.exec(value);
  if (!local || kind === 'BH') {
    const like = kind === 'BH' ? '22BH1234AA' : kind === 'STANDARD' ? 'MH12AB1234' : 'MH12AB1234 or 22BH1234AA';
    return {
      problem: unfinished.test(value)
        ? `The number at its end is missing. Write it like ${like}`
        : `Not a registration number. Write it like ${like}`,
    };
  }
  const [, letters = '', seriesOffice, series = '', plainOffice, serial = ''] = local;
  const office = seriesOffice ?? plainOffice ?? '';
  if (/^0+$/.test(serial)) return { problem: 'The number at its end runs from 1 to 9999' };
  const state = stateOfPlate(letters);
  const warnings: string[] = [];
  if (!state) warnings.push(`No state has the letters ${letters}`);
  if (/[IO]/.test(series)) warnings.push('Series have no letters I and O: compare them with 1 and 0');
  return accepted(
    value,
    { kind: 'STANDARD', state: state?.code ?? null, stateName: state?.name ?? null, letters, office, series, serial },
    warnings,
  );
}

function checkBharat(value: string, parts: RegExpExecArray): Checked {
  const [, year = '', serial = '', series = ''] = parts;
  if (Number(year) < 21) return { problem: 'The BH series began in 2021: it starts with the year, like 22BH1234AA' };
  if (serial === '0000') return { problem: 'The number after BH runs from 0001 to 9999' };
  if (/[IO]/.test(series)) return { problem: 'The letters at its end are never I or O' };
  return accepted(value, { kind: 'BH', state: null, stateName: null, year: `20${year}`, series, serial });
}

/** Office codes that a standard plate may stand for, the likeliest first: today's letters and those before, with two digits. */
export function officeCodes(parts: Readonly<Record<string, string | null>>): string[] {
  const { letters, office } = parts;
  if (!letters || !office) return [];
  const all = [letters, ...(stateOfPlate(letters)?.letters ?? [])];
  return [...new Set(all.flatMap((one) => [`${one}${office.padStart(2, '0')}`, `${one}${office}`]))];
}

const standardGroups = /^([A-Z]{2})(\d{1,2})([A-Z]{0,3})(\d{1,4})$/;
const bharatGroups = /^(\d{2})(BH)(\d{4})([A-Z]{1,2})$/;

/** The groups that a registration number has on its plate: MH12AB1234 as MH, 12, AB, 1234. Others stay whole. */
export function plateGroups(no: string): string[] {
  const [, ...groups] = standardGroups.exec(no) ?? bharatGroups.exec(no) ?? [no, no];
  return groups.filter((group) => group !== '');
}
