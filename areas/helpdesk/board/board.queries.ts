import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { rowAction } from '#kit/web/ui/use-action.ts';
import type { Done } from '#kit/web/ui/use-action.ts';
import { refreshTickets, type Ticket, turnTo } from '../talk/talk.queries.ts';
import type { BoardColumn } from './columns.web.ts';
import type { TimeLeft } from './time-left.contract.ts';

const everyMs = 60_000;

/** Minutes of open time that tickets have left, read again every minute. */
export function useTimeLeft(ids: readonly string[]): ReadonlyMap<string, number> {
  const { data } = useQuery({
    queryKey: ['help-desk', 'time-left', ids],
    enabled: ids.length > 0,
    refetchInterval: everyMs,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TimeLeft[]>>('/help-desk/time-left', { query: { ids: ids.join(',') }, signal })).data,
  });
  return new Map(data?.map(({ id, minutes }) => [id, minutes]));
}

/** Makes a ticket what a column says: turns it, or gives it to the person. */
export const moveTo = (row: Ticket, { status, person }: BoardColumn): Promise<unknown> =>
  rowAction(refreshTickets, () => {
    const once = { once: true };
    if (status !== undefined) return turnTo(row, status, null, once);
    // The team that has it keeps it.
    const body = {
      ids: [row.id],
      ...(row.teamId ? { teamId: row.teamId } : {}),
      ...(person ? { userId: person } : {}),
    };
    return api.post<Done>('/help-desk/assign', { body, ...once });
  });
