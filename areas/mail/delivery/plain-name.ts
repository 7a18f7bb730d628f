/**
 * A name that somebody gave, for a mail to others: on one line, and nothing in it that a mail program makes a link of. People
 * get mails of the platform about accounts that others made, under names that others typed.
 */
export const plainName = (name: string): string =>
  name
    .replaceAll('://', ' ')
    .replaceAll('@', ' ')
    .replace(/\.(?=[^\s.])/g, '. ')
    .replace(/\s+/g, ' ')
    .trim();
