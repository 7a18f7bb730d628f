import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { SpeedingAlert } from '../alert-answers.contract.ts';

/** Without the live socket it asks again this often. */
const listMs = 15_000;

/** What lists of alerts are narrowed to, in their address. */
export const alertNames = ['q', 'state', 'outcome', 'vehicleId', 'from', 'to', 'id'] as const;

export const useAlerts = (query: Record<string, string | number | undefined>) =>
  useQuery({
    queryKey: ['speeding-alert', 'list', query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<Answer<SpeedingAlert[]> & { count: number }>('/speeding-alert', {
        query,
        signal,
      });
      return { data, count };
    },
    placeholderData: keepPreviousData,
    refetchInterval: listMs,
  });

export async function exportAlerts(filter: Readonly<Record<string, string>>): Promise<void> {
  const file = await api.blob('POST', '/speeding-alert/export', { body: { filter } }).catch(() => undefined);
  if (!file) return;
  download(file.blob, file.name);
  await invalidate('history');
}
