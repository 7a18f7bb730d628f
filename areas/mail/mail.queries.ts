import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, HistoryRow, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { MailOne, MailRow, MailStatus, MailState, MailTemplate, Suppression } from './mail.contract.ts';

/** How a state is drawn: shape and colour. */
export const shapes: Record<MailState, 'ok' | 'due' | 'bad' | 'info' | 'off'> = {
  queued: 'info',
  sending: 'info',
  sent: 'ok',
  failed: 'bad',
  bounced: 'bad',
  suppressed: 'due',
  kept: 'off',
  cancelled: 'off',
};
/** What is on its way, or about to be, changes by itself. */
const isMoving = ({ state, nextTryAt }: Pick<MailRow, 'state' | 'nextTryAt'>) =>
  state === 'sending' || (nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + 10_000);
const pollMs = 2_000;

export const useMails = (query: Record<string, string | number | undefined>) =>
  useQuery({
    queryKey: ['mail', 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<MailRow>>('/mail', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? pollMs : false),
  });

export const useMail = (id: string) =>
  useQuery({
    queryKey: ['mail', id],
    queryFn: async ({ signal }) => (await api.get<Answer<MailOne>>(`/mail/${id}`, { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? pollMs : false),
  });

export const useMailStatus = (enabled = true) =>
  useQuery({
    queryKey: ['mail', 'state'],
    enabled,
    queryFn: async ({ signal }) => (await api.get<Answer<MailStatus>>('/mail/state', { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.counts.queued + state.data.counts.sending > 0 ? 5_000 : false,
  });

/** @param everyMs asks for them again, for nothing tells the browser that others changed them. */
export const useTemplates = (enabled = true, everyMs?: number) =>
  useQuery({
    queryKey: ['mail-template'],
    enabled,
    refetchInterval: everyMs ?? false,
    queryFn: async ({ signal }) => (await api.get<ListAnswer<MailTemplate>>('/mail-template', { signal })).data,
  });

export const useTemplateHistory = (id: string) =>
  useQuery({
    queryKey: ['mail-template', id, 'history'],
    queryFn: async ({ signal }) =>
      (await api.get<ListAnswer<HistoryRow>>(`/mail-template/${id}/history`, { signal })).data,
  });

export const useSuppressed = (query: Record<string, string | number | undefined>) =>
  useQuery({
    queryKey: ['mail', 'suppressed', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Suppression>>('/mail-suppression', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
