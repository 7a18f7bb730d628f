import { workbookLimits } from './limits.ts';

/** Formats without a code of their own that show a day or a time, also those of East Asian and Thai workbooks. ECMA-376, 18.8.30. */
const builtIn = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58) ||
  (id >= 71 && id <= 81);
/** Programs that write workbooks begin here with formats of their own, whatever the standard says. */
const firstOwn = 100;

/** What stands for a part of a day or a time in a format. Letters that follow each other without a mark are told apart. */
const parts = /^[yemdhsap]+$/;

/** Whether a format shows its number as a day or a time; `code` as the workbook has it, for formats of its own. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (builtIn(id)) return true;
  if (id < firstOwn || code === undefined || code.length > workbookLimits.format) return false;
  const bare = code
    .toLowerCase()
    // Texts, single letters meant as they are, padding and filling: none of it is said of the number.
    .replace(/"[^"]*"/g, ' ')
    .replace(/[\\_*]./g, ' ');
  return bare.split(';').some(isDateSection);
}

function isDateSection(section: string): boolean {
  const plain = section
    // Hours beyond a day; other brackets are colours, conditions and languages.
    .replace(/\[([hms]{1,2})\]/g, '$1')
    .replace(/\[[^[\]]*\]/g, '')
    // Parts of a second.
    .replace(/(s)[.,]0{1,3}/g, '$1');
  // What shows digits, or a share of a hundred, shows a number.
  if (/[0#?%]/.test(plain)) return false;
  const words = plain.split(/[^a-z]+/).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => parts.test(word));
}

const dayMs = 86_400_000;
/** Days from the day that a workbook counts from to 1970; the 29th of February 1900, which never was, is counted as well. */
const from1900 = 25_569;
const from1904 = from1900 - 1_462;

/** The time of a number of days, UTC; undefined for one that is none. */
export function timeOf(days: number, is1904: boolean): Date | undefined {
  const time = new Date(Math.round((days - (is1904 ? from1904 : from1900)) * dayMs));
  // Years of five digits are a number that somebody shows as a day.
  return time.getTime() < 253_402_300_800_000 && time.getTime() > -62_167_219_200_000 ? time : undefined;
}
