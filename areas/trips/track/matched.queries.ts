import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { TripMatch } from '#areas/speeding/violation-answers.contract.ts';
import type { TripDetail } from '../trip-answers.contract.ts';

/** How soon a trip that ended is asked for again until it is matched. */
const waitMs = 15_000;
/** One that is not matched by then waits for its roads: whoever comes back finds out. */
const mostAsked = 20;

/** A trip on the roads, with its violations; null while it is not matched. */
export const useTripMatch = ({ id, state, updatedAt }: Pick<TripDetail, 'id' | 'state' | 'updatedAt'>) =>
  useQuery({
    queryKey: ['vehicle-trips', 'match', id, updatedAt],
    enabled: state !== 'LIVE',
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TripMatch | null>>(`/trip/${id}/match`, { signal, quiet: true })).data,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === null && dataUpdateCount < mostAsked ? waitMs : false,
  });
