import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { DevicePosition } from '#areas/gateway/positions/positions.contract.ts';

/** Devices report without anybody's write: what shows them asks again. */
const oneMs = 10_000;
const fixesTake = 50;
/** Fixes, the latest first; further pages go back in time. Only the first page is kept fresh: older ones do not change. */
export const useFixes = (id: string) =>
  useInfiniteQuery({
    queryKey: ['device', 'positions', id],
    queryFn: async ({ signal, pageParam }) =>
      (
        await api.get<Answer<DevicePosition[]>>(`/device/${id}/positions`, {
          query: { take: fixesTake, to: pageParam },
          signal,
        })
      ).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < fixesTake ? undefined : page.at(-1)?.fixAt),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : oneMs),
  });
