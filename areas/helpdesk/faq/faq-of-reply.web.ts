import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { FaqOfReply } from './faq-answers.contract.ts';

/** What the address of a new FAQ calls the reply that it is made of. */
export const replyIn = 'replyId';

export const faqOfReplyQuery = (replyId: string) => ({
  // Stale with whatever is written to tickets.
  queryKey: ['help-desk', 'faq-of-reply', replyId],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<Answer<FaqOfReply>>(`/faq/of-reply/${replyId}`, { signal })).data,
});

/** A new FAQ that is made of a reply begins as a draft with its question and answer. */
export function startOfFaq({ [replyIn]: replyId }: Readonly<Record<string, string>>) {
  if (replyId === undefined) return undefined;
  const { queryKey, queryFn } = faqOfReplyQuery(replyId);
  return {
    queryKey: [...queryKey, 'form'],
    queryFn: async (context: { signal: AbortSignal }) => {
      const { question, answer } = await queryFn(context);
      return { question, answer, state: 'DRAFT' };
    },
  };
}
