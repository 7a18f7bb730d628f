import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EngineData } from '#areas/gateway/positions/engine-data.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';

/** Devices report without anybody's write. */
const refreshMs = 15_000;

/** Engine data of a vehicle or a device, by the path of its catalogue. */
export const useEngineData = (path: string, id: string, hours: number) =>
  useQuery({
    queryKey: [path, 'obd', id, hours],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<EngineData>>(`/${path}/${id}/obd`, { query: { hours }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
