import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { OneRuleTrial, RuleTrial, TrialEpisode, TrialState } from './rule-trial.contract.ts';

type Query = Record<string, string | number | undefined>;
const pollMs = 1_000;

/** How a state is drawn: shape and colour. */
export const trialShapes: Record<TrialState, 'ok' | 'bad' | 'info' | 'off'> = {
  RUNNING: 'info',
  DONE: 'ok',
  CANCELLED: 'off',
  FAILED: 'bad',
};

const counted = <T>({ data, count }: ListAnswer<T>) => ({ data, count: count ?? 0 });

export const useTrials = (query: Query) =>
  useQuery({
    queryKey: ['rule-trial', 'list', query],
    queryFn: async ({ signal }) => counted(await api.get<ListAnswer<RuleTrial>>('/rule-trial', { query, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'RUNNING') ? pollMs : false),
  });

/** One, asked for again while it runs. */
export const useTrial = (id: string | undefined) =>
  useQuery({
    queryKey: ['rule-trial', 'one', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<OneRuleTrial>>(`/rule-trial/${id}`, { signal, quiet: true })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'RUNNING' ? pollMs : false),
  });

/** @param done trips that were looked at: more of them may have found more. */
export const useTrialEpisodes = (id: string, query: Query, done: number) =>
  useQuery({
    queryKey: ['rule-trial', 'episodes', id, query, done],
    queryFn: async ({ signal }) =>
      counted(await api.get<ListAnswer<TrialEpisode>>(`/rule-trial/${id}/episode`, { query, signal })),
    placeholderData: keepPreviousData,
  });

export const beginTrial = (body: object): Promise<Answer<OneRuleTrial>> =>
  api.post<Answer<OneRuleTrial>>('/rule-trial', { body, quiet: true, once: true });

export const cancelTrial = (id: string): Promise<Answer<OneRuleTrial>> =>
  api.post<Answer<OneRuleTrial>>(`/rule-trial/${id}/cancel`, { once: true });
