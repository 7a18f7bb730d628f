import { errorsAgainst, wordsIn } from '#kit/contract/words/close-words.ts';
import type { Entry } from './entry.ts';

/** So many pages are offered that are called only much like it. */
const mostClose = 3;

/** Whether a line is called so: every word that was typed stands in its name, or in what else it is looked for by. */
export const fits = (words: string, { name, words: others }: Pick<Entry, 'name' | 'words'>): boolean => {
  const text = `${name} ${others ?? ''}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/**
 * The pages that are meant by some words: those that are called so or have that address, and where none is, those that are called much
 * like it.
 * @param isFound whether a record has the words, or may still be found to have them: who misspells the name of a page finds none.
 */
export function pagesFor(words: string, pages: readonly Entry[], isFound: boolean): Entry[] {
  const named = pages.filter((page) => fits(words, page));
  if (named.length > 0 || isFound || words.trim().length < 4) return named;
  return pages
    .flatMap((page) => {
      const errors = closeTo(words, page);
      return errors === undefined ? [] : [{ page, errors }];
    })
    .toSorted((a, b) => a.errors - b.errors)
    .slice(0, mostClose)
    .map(({ page }) => page);
}

/** Errors against the name, or against as much of its words as was typed: who writes 'chalan' need not write its end. */
function closeTo(words: string, { name, words: others }: Entry): number | undefined {
  const text = `${name} ${others ?? ''}`;
  const cut = wordsIn(text).flatMap((word) => wordsIn(words).map((typed) => word.slice(0, typed.length)));
  const whole = errorsAgainst(words, text);
  const begun = errorsAgainst(words, cut.join(' '));
  return whole === undefined || begun === undefined ? (whole ?? begun) : Math.min(whole, begun);
}

/**
 * The page of an address that was typed or pasted, with what it is asked; undefined where it is none, or none of the reader's. One that was
 * sent by somebody who reaches the product by another name opens the same page here: nobody is led elsewhere.
 * @param origin of the product, `https://roadkeeper.example`.
 */
export function addressIn(words: string, pages: readonly Entry[], origin: string): Entry | undefined {
  const given = words.trim();
  if (!/^(https?:\/\/|\/(?!\/))/i.test(given) || !URL.canParse(given, origin)) return undefined;
  const url = new URL(given, origin);
  const page = pages.find(({ to }) => to !== undefined && (url.pathname === to || url.pathname.startsWith(`${to}/`)));
  // A bare path of a whole page is found by its address already.
  if (!page || given === page.to) return undefined;
  return {
    ...page,
    key: 'address',
    name: page.name,
    detail: `${url.pathname}${url.search}`,
    to: url.pathname,
    search: Object.fromEntries(url.searchParams),
  };
}
