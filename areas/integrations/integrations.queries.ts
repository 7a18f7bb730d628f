import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { ApiKey, ScopeChoice } from './keys/key-answers.contract.ts';

export const refreshKeys = () => invalidate('api-key', 'history');

/** Keys are used, and expire, without anybody's write here. */
const againMs = 60_000;

export const useApiKeys = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: ['api-key', query],
    queryFn: ({ signal }) => api.get<ListAnswer<ApiKey>>('/api-key', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export const useScopeChoices = () =>
  useQuery({
    queryKey: ['api-key', 'scopes'],
    queryFn: async ({ signal }) => (await api.get<Answer<ScopeChoice[]>>('/api-key/scopes', { signal })).data,
  });
