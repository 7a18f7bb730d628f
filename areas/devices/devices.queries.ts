import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { BindingPeriod, DeviceBoard, DeviceHealth, UnknownDevice } from './health/health.contract.ts';

type Query = Record<string, string | number | undefined>;
/** Devices report without anybody's write: what shows them asks again. */
const [oneMs, boardMs] = [10_000, 15_000];

/** After an act on a device, what shows devices, vehicles and their trips is stale. */
export const refreshDevices = () => invalidate('device', 'vehicle', 'vehicle-trips', 'history', 'dashboard');

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
