import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { LinkView, ShareLink } from './link-answers.contract.ts';

export const refreshLinks = () => invalidate('share-link', 'history');

/** Links expire, and are viewed, without anybody's write here. */
const againMs = 30_000;

export const useShareLinks = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: ['share-link', query],
    queryFn: ({ signal }) => api.get<ListAnswer<ShareLink>>('/share-link', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export const useLinkViews = (id: string) =>
  useQuery({
    queryKey: ['share-link', id, 'views'],
    queryFn: async ({ signal }) => (await api.get<Answer<LinkView[]>>(`/share-link/${id}/views`, { signal })).data,
  });
