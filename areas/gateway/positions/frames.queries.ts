import { useInfiniteQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { DeviceFrame } from './positions.contract.ts';

/** Devices report without anybody's write: what shows them asks again. */
const oneMs = 10_000;
const framesTake = 30;
export const useFrames = (id: string) =>
  useInfiniteQuery({
    queryKey: ['device', 'frames', id],
    queryFn: async ({ signal, pageParam }) =>
      await api.get<Answer<DeviceFrame[]> & { hidesOffDuty: boolean }>(`/device/${id}/frames`, {
        query: { take: framesTake, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data }) => (data.length < framesTake ? undefined : data.at(-1)?.id),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : oneMs),
  });
