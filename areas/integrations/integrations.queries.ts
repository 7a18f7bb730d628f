import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { ApiKey, ScopeChoice } from './keys/key-answers.contract.ts';
import type { Delivery, Webhook } from './webhooks/webhook-answers.contract.ts';

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

export const refreshWebhooks = () => invalidate('webhook', 'history');

export const useWebhooks = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: ['webhook', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Webhook>>('/webhook', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

/** Messages leave, and are tried again, without anybody's write here. */
const messagesAgainMs = 3_000;

export const useDeliveries = (id: string) =>
  useQuery({
    queryKey: ['webhook', id, 'deliveries'],
    queryFn: ({ signal }) => api.get<ListAnswer<Delivery>>(`/webhook/${id}/deliveries`, { signal }),
    refetchInterval: messagesAgainMs,
  });
