import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  HelpMailOne,
  HelpMailRow,
  HelpMailState,
  HelpMailStatus,
} from '#areas/helpdesk/inbound/help-mail.contract.ts';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';

/** How a state is drawn: shape and colour. */
export const shapes: Record<HelpMailState, 'ok' | 'due' | 'bad' | 'info' | 'off'> = {
  NEW: 'info',
  TICKET: 'ok',
  REPLY: 'ok',
  STAFF_REPLY: 'ok',
  HELD: 'due',
  AUTO_REPLY: 'off',
  LOOP: 'off',
  BOUNCE: 'bad',
  REFUSED: 'bad',
  FAILED: 'bad',
  DISCARDED: 'off',
};

export const useIncoming = (query: Record<string, string | number | undefined>) =>
  useQuery({
    queryKey: ['help-mail', 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<HelpMailRow>>('/help-mail', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 20_000,
  });

export const useIncomingOne = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['help-mail', id],
    enabled,
    queryFn: async ({ signal }) => (await api.get<Answer<HelpMailOne>>(`/help-mail/${id}`, { signal })).data,
  });

export const useIncomingState = () =>
  useQuery({
    queryKey: ['help-mail', 'state'],
    queryFn: async ({ signal }) => (await api.get<Answer<HelpMailStatus>>('/help-mail/state', { signal })).data,
    staleTime: 0,
  });
