import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import { api } from '#kit/web/api.ts';
import type { Selection } from '#kit/web/exports.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { Done } from '#kit/web/ui/use-action.ts';
import type { alarm } from './alarm/alarm.contract.ts';

export type Alarm = RowOf<typeof alarm>;

/** Whether an alarm has no place because its vehicle was off duty. */
export const useIsOffDuty = ({ id, lat }: Pick<Alarm, 'id' | 'lat'>): boolean =>
  useQuery({
    queryKey: ['alarm', 'off-duty', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<{ isOffDuty: boolean }>>(`/alarm/${id}`, { signal, quiet: true })).data.isOffDuty,
    enabled: lat === null,
  }).data ?? false;

/** What shows alarms is stale after they were acknowledged. */
export const refreshAlarms = () => invalidate('alarm', 'dashboard', 'history');

export const acknowledgeAlarms = (selection: Selection, note: string) =>
  api.post<Done>('/alarm/acknowledge', {
    body: { ...selection, ...('filter' in selection ? { all: true } : {}), ...(note === '' ? {} : { note }) },
  });
