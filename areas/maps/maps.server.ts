import type { AreaServer } from '#kit/server/area.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addActiveMapRoute } from './active-map.routes.ts';
import { addBasemapRoute, basemapPath } from './basemap.routes.ts';
import type { MapOptions, WithMaps } from './map-parts.ts';
import { mapSettingPolicy } from './map-setting.policy.ts';
import { checkMapSetting } from './map-setting.rules.ts';
import { readActive } from './map-settings.store.ts';
import { mapTokenJob, mapTokenTask, planMapTokens } from './map-token.job.ts';
import { mapplsTokens } from './mappls-tokens.ts';
import { contract } from './maps.contract.ts';
import { originOf } from './tile-address.rules.ts';

export type { MapOptions, WithMaps } from './map-parts.ts';
export { originOf } from './tile-address.rules.ts';

/** Where the browser finds the file of the base map; null where none is set up. */
const addressOf = ({ pmtiles }: MapOptions): string | null =>
  pmtiles === undefined ? null : 'url' in pmtiles ? pmtiles.url.href : basemapPath;

/** What maps are drawn on. */
export const area: AreaServer<WithMaps> = {
  contract,
  routes: (app, { kit, maps }) => {
    addActiveMapRoute(app, kit, addressOf(maps));
    addBasemapRoute(app, maps.pmtiles && 'file' in maps.pmtiles ? maps.pmtiles.file : undefined);
  },
  checks: { 'map-setting': checkMapSetting },
  policies: ({ sealed, maps }) => ({ 'map-setting': mapSettingPolicy({ sealed }, mapplsTokens(maps.tokenUrl)) }),
  jobs: (product) => ({ [mapTokenJob]: mapTokenTask(product, mapplsTokens(product.maps.tokenUrl)) }),
  plan: (db, { jobs }, now) => planMapTokens(db, jobs, now),
  contentOrigins: ({ db, versions, sealed, maps }) => {
    let known: { version: string; origins: readonly string[] } | undefined;
    return async () => {
      const version = await versions.now(['map_setting'], null);
      if (known?.version !== version) {
        const active = await transact(db, everything, (db) => readActive(db, sealed));
        const origins = [active?.tileUrl ? originOf(active.tileUrl) : undefined];
        if (maps.pmtiles && 'url' in maps.pmtiles) origins.push(maps.pmtiles.url.origin);
        known = { version, origins: origins.filter((one) => one !== undefined && one !== '') as string[] };
      }
      return known.origins;
    };
  },
};
