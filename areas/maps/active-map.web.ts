import { api } from '#kit/web/api.ts';
import type { Grounds } from '#kit/web/map/grounds.ts';
import { queryClient } from '#kit/web/queries.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { store } from '#kit/web/storage/store.ts';
import { type ActiveAnswer, groundsOf } from './grounds-of.web.ts';

const none: Grounds = { grounds: [], centre: null, zoom: null };
/** Maps that are opened one after the other ask once. */
const freshMs = 60_000;

/** What maps are drawn on: the active setting, then the file of the installation. Its token is kept as the specification has it. */
export async function activeGrounds(): Promise<Grounds> {
  // Pages without a session have the built-in ground.
  if (!isSignedIn()) return none;
  return queryClient.fetchQuery({
    queryKey: ['map-setting', 'active'],
    staleTime: freshMs,
    queryFn: async ({ signal }) => {
      const answer = await api.get<ActiveAnswer>('/map-setting/active', { signal, quiet: true });
      store.set('mappleAccessToken', answer.mappleAccessToken);
      return groundsOf(answer, location.origin);
    },
  });
}
