import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { CalendarFeed, DayCounts, DutyAnswer } from './calendar-answers.contract.ts';

type Query = Readonly<Record<string, string | number | undefined>>;
/** Deadlines of many areas change without anybody's write here. */
const againMs = 60_000;

export const useDayCounts = (query: Query) =>
  useQuery({
    queryKey: ['calendar', 'days', query],
    queryFn: async ({ signal }) =>
      // A type that is none is taken out of the address, without a word: see CalendarPage.
      (await api.get<Answer<DayCounts>>('/calendar/days', { query, signal, quiet: query['kind'] !== undefined })).data,
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

export const useDuties = (query: Query) =>
  useQuery({
    queryKey: ['calendar', 'list', query],
    queryFn: ({ signal }) => api.get<ListAnswer<DutyAnswer>>('/calendar', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  });

/** All deadlines that a filter matches, as a file for the browser's downloads. */
export async function exportDuties(filter: Readonly<Record<string, string>>): Promise<void> {
  const file = await api.blob('POST', '/calendar/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}

export const useFeeds = () =>
  useQuery({
    queryKey: ['calendar', 'feeds'],
    queryFn: async ({ signal }) => (await api.get<Answer<CalendarFeed[]>>('/calendar/feed', { signal })).data,
    // Programs use links without anybody's write here.
    staleTime: 0,
    refetchInterval: againMs,
  });

export const refreshFeeds = () => invalidate('calendar', 'history');
