import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { useLive } from '#kit/web/live/live-state.ts';
import { invalidate } from '#kit/web/queries.ts';
import { toast } from '#kit/web/toast.tsx';
import type { Browsers, NoticeRow, Preferences } from './notice-answers.contract.ts';

interface NoticePage {
  data: NoticeRow[];
  next: string | null;
  unread: number;
}
/** What the list is narrowed by. */
export interface NoticeFilter {
  unread?: 'true';
  topic?: string;
  severity?: string;
}

/** Asked for so often while the live socket is away. */
const askEveryMs = 60_000;

export const refreshNotices = () => invalidate('notification');

export function useUnread(): number {
  const isLive = useLive();
  const { data } = useQuery({
    queryKey: ['notification', 'unread'],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ unread: number }>>('/notification/unread-count', { signal, quiet: true })).data.unread,
    refetchInterval: isLive ? false : askEveryMs,
  });
  return data ?? 0;
}

/** Notices, latest first, a page at a time. */
export const useNotices = (filter: NoticeFilter, enabled = true) =>
  useInfiniteQuery({
    queryKey: ['notification', 'list', filter],
    enabled,
    queryFn: ({ pageParam, signal }) =>
      api.get<NoticePage>('/notification', {
        query: { ...filter, ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

export const usePreferences = () =>
  useQuery({
    queryKey: ['notification', 'preferences'],
    queryFn: async ({ signal }) => (await api.get<Answer<Preferences>>('/notification/preferences', { signal })).data,
  });

/** One's own browsers that show notifications, and the key of the server. */
export const useBrowsers = () =>
  useQuery({
    queryKey: ['notification', 'browsers'],
    queryFn: async ({ signal }) => (await api.get<Answer<Browsers>>('/notification/browser', { signal })).data,
  });

/** Marks as read without a word: it was opened. What fails is shown as unread again. */
export const markRead = (ids: string[]): Promise<unknown> =>
  api
    .put('/notification/read', { body: { ids }, quiet: true })
    .catch(() => undefined)
    .finally(() => void refreshNotices());

const said = async (work: Promise<{ message: string }>): Promise<void> => {
  const answer = await work.catch(() => undefined);
  if (answer) toast.success(answer.message);
  await refreshNotices();
};
export const markAllRead = () => said(api.put('/notification/read', { body: {} }));
export const markUnread = (id: string) => said(api.put('/notification/read', { body: { ids: [id], read: false } }));
export const removeNotice = (id: string) => said(api.delete('/notification', { body: { ids: [id] } }));

/** Chooses the ways of a topic; null: the usual ones. @returns whether they were saved */
export const chooseWays = (key: string, channels: Preferences['topics'][number]['channels'] | null): Promise<boolean> =>
  savePreferences({ topics: [{ key, channels }] });

/** @returns whether they were saved */
export async function savePreferences(body: object): Promise<boolean> {
  const answer = await api.put<{ message: string }>('/notification/preferences', { body }).catch(() => undefined);
  if (answer) toast.success(answer.message);
  await refreshNotices();
  return answer !== undefined;
}

export const removeBrowser = (id: string) => said(api.delete(`/notification/browser/${id}`));
export const sendTest = () => said(api.post('/notification/browser/test'));
