import type { ConversationItem } from '../tickets/conversation.contract.ts';

/** The moment up to which somebody has read who sees all of this. */
export const readUpTo = (items: readonly ConversationItem[]): string => items.at(-1)?.at ?? '0';

/** What others did to a ticket since somebody began to write: words, and turns of its status. */
export const saidMeanwhile = (
  items: readonly ConversationItem[],
  since: string,
  ownName: string,
): readonly ConversationItem[] =>
  since === '' ? [] : items.filter(({ at, author }) => at > since && author !== ownName);

const bare = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Whether words that were sent without an answer are in the ticket all the same.
 * @param before what the writer saw when they sent them; only one's own fresh words can still be changed.
 */
export const hasArrived = (
  before: readonly ConversationItem[],
  now: readonly ConversationItem[],
  text: string,
): boolean => {
  const known = new Set(before.map(({ id }) => id));
  return now.some((one) => !known.has(one.id) && one.editableUntil !== null && bare(one.text) === bare(text));
};
