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
