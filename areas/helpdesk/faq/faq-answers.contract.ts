import * as z from 'zod/mini';

export const faqLimits = {
  /** Characters that are looked for. */
  words: 100,
  found: 20,
  /** Answers that are shown to whoever writes a sentence; one more is given, for who leaves out the one that they write. */
  suggested: 3,
  /** Answers that the public page has at most. */
  everybodys: 500,
} as const;

/** A question with its answer, as whoever looks for it reads it. */
export const answeredQuestion = z.strictObject({
  id: z.string(),
  categoryId: z.string(),
  category: z.string(),
  question: z.string(),
  /** HTML of few elements, cleaned when it was written. */
  answer: z.string(),
  language: z.string(),
});
export type AnsweredQuestion = z.infer<typeof answeredQuestion>;

/** What I said of answers: their ids, and whether they helped. */
export const ownVotes = z.record(z.string(), z.boolean());

/** What people said of an answer, and how often it made a ticket unnecessary. */
export const voteCount = z.strictObject({
  faqId: z.string(),
  helpful: z.int(),
  unhelpful: z.int(),
  deflected: z.int(),
});
export type VoteCount = z.infer<typeof voteCount>;

/** What was looked for in vain. */
export const searchGap = z.strictObject({ words: z.string(), times: z.int(), lastAt: z.string() });
export type SearchGap = z.infer<typeof searchGap>;

/** What an FAQ begins with that is made of a reply to a customer. */
export const faqOfReply = z.strictObject({
  ticketId: z.string(),
  ticketNo: z.string(),
  question: z.string(),
  /** HTML of few elements. */
  answer: z.string(),
});
export type FaqOfReply = z.infer<typeof faqOfReply>;
