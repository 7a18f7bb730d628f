/** Marks in a row that no script needs: Unicode's own bound for text that is worked on in pieces (UAX 15, D4). */
const mostMarks = 30;
const tooManyMarks = new RegExp(`\\p{M}{${mostMarks + 1}}`, 'u');
const rowOfMarks = new RegExp(`\\p{M}{${mostMarks}}(?=\\p{M})`, 'gu');
/** Joins nothing and draws nothing, and a normaliser puts nothing in order across it. */
const graphemeJoiner = '\u034F';
/** Marks begin here; most texts have nothing from here on. */
const mayHaveMarks = /[\u0300-\u{10FFFF}]/u;

/** True where more marks stand on one letter than any script has. */
export const hasTooManyMarks = (text: string): boolean => mayHaveMarks.test(text) && tooManyMarks.test(text);

/**
 * A text in a normal form of Unicode, in a time that grows with its length alone. The engine's own `normalize` sorts marks that
 * stand in a row by going back over all of them: 80,000 take it six seconds.
 */
export function normalForm(text: string, form: 'NFC' | 'NFKC'): string {
  const bounded = hasTooManyMarks(text) ? text.replace(rowOfMarks, `$&${graphemeJoiner}`) : text;
  return bounded.normalize(form);
}

/** Numbers are stored with the digits 0 to 9, and looked for with those of Hindi as well: MH१२ is MH12. */
export const plainDigits = (text: string): string =>
  text.replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
