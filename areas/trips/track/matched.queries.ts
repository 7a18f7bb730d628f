import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import type { TripMatch } from '#areas/speeding/violation-answers.contract.ts';
import type { TripDetail } from '../trip-answers.contract.ts';

/** How soon a trip that ended is asked for again until it is matched. */
const waitMs = 15_000;

/** A trip on the roads, with its violations; null while it is not matched. */
export const useTripMatch = ({ id, state, updatedAt }: Pick<TripDetail, 'id' | 'state' | 'updatedAt'>) =>
  useQuery({
    queryKey: ['vehicle-trips', 'match', id, updatedAt],
    enabled: state !== 'LIVE',
    queryFn: async ({ signal }): Promise<TripMatch | null> => {
      try {
        return (await api.get<Answer<TripMatch>>(`/trip/${id}/match`, { signal, quiet: true })).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state: { data } }) => (data === null ? waitMs : false),
  });
