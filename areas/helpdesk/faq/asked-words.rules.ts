import { faqLimits } from './faq-answers.contract.ts';

const most = 8;

/** The words of what somebody looks for, small and without signs; long texts are cut. */
export const wordsOf = (asked: string): string[] =>
  [
    ...asked
      .slice(0, faqLimits.words)
      .toLocaleLowerCase('en')
      .matchAll(/[\p{L}\p{M}\p{N}]+/gu),
  ]
    .map(([word]) => word)
    .slice(0, most);

/**
 * What is noted of a search that found nothing. Numbers of people, vehicles and papers stay out of it: no word with a digit is kept.
 * @returns undefined where nothing is left
 */
export function gapOf(asked: string): string | undefined {
  const kept = wordsOf(asked).filter((word) => !/\p{N}/u.test(word) && word.length > 1);
  return kept.length === 0 ? undefined : kept.join(' ');
}
