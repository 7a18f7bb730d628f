import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { AnsweredQuestion, SearchGap, VoteCount } from './faq/faq-answers.contract.ts';

export const useFoundAnswers = (words: string) =>
  useQuery({
    queryKey: ['faq', 'found', words],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<AnsweredQuestion[]>>('/faq/search', { query: { q: words.slice(0, 100) }, signal })).data,
    placeholderData: keepPreviousData,
  });

/** The few answers that a sentence is most about. */
export const useSuggestedAnswers = (sentence: string) =>
  useQuery({
    queryKey: ['faq', 'suggested', sentence],
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<AnsweredQuestion[]>>('/faq/suggested', {
          query: { q: sentence.slice(0, 100) },
          signal,
          quiet: true,
        })
      ).data,
    placeholderData: keepPreviousData,
  });

/** Answers for everybody, without a session. */
export const useEverybodysAnswers = (words: string) =>
  useQuery({
    queryKey: ['help', 'everybody', words],
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<AnsweredQuestion[]>>('/help/faq', {
          query: words === '' ? {} : { q: words.slice(0, 100) },
          signal,
          open: {},
          quiet: true,
        })
      ).data,
    placeholderData: keepPreviousData,
  });

export const useOwnVotes = () =>
  useQuery({
    queryKey: ['faq', 'votes'],
    queryFn: async ({ signal }) => (await api.get<Answer<Record<string, boolean>>>('/faq/votes', { signal })).data,
  });

export const useVoteCounts = (enabled: boolean) =>
  useQuery({
    queryKey: ['faq', 'vote-counts'],
    queryFn: async ({ signal }) => (await api.get<Answer<VoteCount[]>>('/faq/vote-counts', { signal })).data,
    enabled,
  });

export const useGaps = () =>
  useQuery({
    queryKey: ['faq', 'gaps'],
    queryFn: async ({ signal }) => (await api.get<Answer<SearchGap[]>>('/faq/gaps', { signal })).data,
  });

export async function sayHelpful(faqId: string, helpful: boolean): Promise<void> {
  await api.post(`/faq/${faqId}/vote`, { body: { helpful } });
  await invalidate('faq');
}

/** Says that an answer made a ticket unnecessary. */
export async function sayAnswered(faqId: string): Promise<void> {
  await api.post(`/faq/${faqId}/deflected`, { quiet: true });
  await invalidate('faq');
}

/** Notes a search in vain; that it was not noted is nobody's business. */
export const noteGap = (words: string): Promise<unknown> =>
  api.post('/faq/gap', { body: { words: words.slice(0, 100) }, quiet: true }).catch(() => undefined);
