import type { Ground, Grounds } from '#kit/web/map/grounds.ts';
import type { ActiveMap } from './map-setting.contract.ts';

/** What GET /map-setting/active answers. */
export interface ActiveAnswer {
  data: ActiveMap | null;
  mappleAccessToken: string | null;
  /** Where the file of the base map is: a path below the API, or a whole address. */
  pmtiles: string | null;
}

/** What maps are drawn on, in the order in which it is tried. @param origin of the page */
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
