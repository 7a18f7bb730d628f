/** Of a catalogue so many are shown; one more is read, to tell whether there are more. */
export const perCatalogue = 5;

/** A record that was found, and how well it fits: see ranks. */
export interface FoundTitle {
  id: string;
  module: string;
  title: string;
  rank: number;
  /** Of what is no record: its address. */
  to?: string;
}

/** How well a record fits, the best first. */
export const ranks = { exact: 0, begins: 1, words: 2, inside: 3, elsewhere: 4, alike: 5 } as const;

/** What is searched for without spaces, dots, slashes and hyphens: codes and plates are found however they are written. */
export const bareOf = (q: string): string => q.replaceAll(/[\s./-]/g, '');

/**
 * Whether what is searched for may lie across the words of a title, as MH12AB does in MH 12 AB 1234. Two or three letters would be found
 * between words that have nothing to do with them: ab in Tata Bolt.
 */
export const isAcrossWords = (q: string): boolean => {
  const bare = bareOf(q);
  return bare !== '' && (bare.length > 3 || /\d/.test(bare) || bare !== q.trim());
};

/** The office that a whole registration number names: 'MH 12 AB 1234' gives 'MH12'. */
export const officeOf = (text: string): string | undefined =>
  /^([A-Z]{2}\d{1,2})[A-Z]{1,3}\d{1,4}$/.exec(bareOf(text.toUpperCase()))?.[1];
