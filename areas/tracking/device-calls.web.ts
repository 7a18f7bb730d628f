import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type {
  BindingPeriod,
  DeviceBoard,
  DeviceFrame,
  DeviceHealth,
  DevicePosition,
  UnknownDevice,
} from './device-health.contract.ts';

type Query = Record<string, string | number | undefined>;
/** Devices report without anybody's write: what shows them asks again. */
const [oneMs, boardMs] = [10_000, 15_000];

/** After an act on a device, what shows devices, vehicles and their trips is stale. */
export const settled = () => invalidate('device', 'vehicle', 'vehicle-trips', 'history', 'dashboard');

export const useDeviceHealth = (id: string) =>
  useQuery({
    queryKey: ['device', 'health', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<DeviceHealth>>(`/device/${id}/health`, { signal, quiet: true })).data,
    refetchInterval: oneMs,
  });

export const useBindings = (path: 'device' | 'vehicle', id: string) =>
  useQuery({
    enabled: id !== '',
    queryKey: ['device', 'bindings', path, id],
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<BindingPeriod[]>>(`/${path}/${id}/${path === 'device' ? 'bindings' : 'devices'}`, {
          signal,
        })
      ).data,
  });

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

const framesTake = 30;
export const useFrames = (id: string) =>
  useInfiniteQuery({
    queryKey: ['device', 'frames', id],
    queryFn: async ({ signal, pageParam }) =>
      (
        await api.get<Answer<DeviceFrame[]>>(`/device/${id}/frames`, {
          query: { take: framesTake, after: pageParam },
          signal,
        })
      ).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < framesTake ? undefined : page.at(-1)?.id),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : oneMs),
  });

export const useBoard = (query: Query) =>
  useQuery({
    queryKey: ['device-health', query],
    queryFn: async ({ signal }) => (await api.get<Answer<DeviceBoard>>('/device-health', { query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: boardMs,
  });

export const useCallers = (query: Query) =>
  useQuery({
    queryKey: ['device-health', 'callers', query],
    queryFn: ({ signal }) => api.get<ListAnswer<UnknownDevice>>('/unknown-device', { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: boardMs,
  });
