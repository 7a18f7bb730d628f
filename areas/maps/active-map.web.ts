import { api } from '#kit/web/api.ts';
import type { Ground, Grounds } from '#kit/web/map/grounds.ts';
import { queryClient } from '#kit/web/queries.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { store } from '#kit/web/storage/store.ts';
import type { ActiveMap } from './map-setting.contract.ts';

interface ActiveAnswer {
  data: ActiveMap | null;
  mappleAccessToken: string | null;
  /** Where the file of the base map is: a path below the API, or a whole address. */
  pmtiles: string | null;
}
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

export function groundsOf({ data, mappleAccessToken, pmtiles }: ActiveAnswer, origin: string): Grounds {
  const grounds: Ground[] = [];
  if (data?.tileUrl) {
    const { tileUrl, attribution, maxZoom } = data;
    const address = (tileUrl.startsWith('/') ? origin + tileUrl : tileUrl).replaceAll(
      '{token}',
      encodeURIComponent(mappleAccessToken ?? ''),
    );
    if (data.provider === 'VECTOR') grounds.push({ is: 'style', url: address, attribution });
    else if (data.provider !== 'BUILT_IN') grounds.push({ is: 'raster', tiles: address, maxZoom, attribution });
  }
  if (pmtiles !== null) {
    const own = pmtiles.startsWith('/');
    grounds.push({
      is: 'pmtiles',
      url: own ? `${origin}/api/v1${pmtiles}` : pmtiles,
      own,
      attribution: '© OpenStreetMap · Protomaps',
    });
  }
  return { grounds, centre: data?.centre ?? null, zoom: data?.zoom ?? null };
}
