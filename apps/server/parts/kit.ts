import { dataScopeOf } from '#areas/rights/rights.server.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ServerParts } from '#kit/server/area.ts';
import { type CacheLimits, cacheLimits } from '#kit/server/bounded/bounded-cache.ts';
import { checksOf, policiesOf } from '#kit/server/areas/area-parts.ts';
import { createCounts } from '#kit/server/catalogue/read/counts.ts';
import { createAnswers } from '#kit/server/catalogue/read/response-cache.ts';
import { createRegistry } from '#kit/server/catalogue/registry.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { createThumbnails } from '#kit/server/files/thumbnails.ts';
import type { Hub } from '#kit/server/live/hub.ts';
import { townsOfIndia } from '#kit/server/places/towns.ts';
import type { Base } from './base.ts';
import type { Provided, ServedArea } from './served.ts';

/** What the code of catalogues stands on, with the rules that areas bring. */
export function openKit(
  parts: Base & ServerParts & Provided,
  live: Hub,
  areas: readonly ServedArea[],
  catalogues: readonly AnyCatalogue[],
  caches: Partial<CacheLimits> = {},
): CatalogueKit {
  const most: CacheLimits = { ...cacheLimits, ...caches };
  const { db, clock, files, sealed, versions } = parts;
  return {
    db,
    clock,
    files,
    thumbnails: createThumbnails(most.thumbnails),
    sealed,
    versions,
    live,
    places: townsOfIndia(),
    registry: createRegistry(catalogues),
    answers: createAnswers(most.answers),
    counts: createCounts(most.counts),
    dataScopeOf,
    checks: checksOf(areas),
    policies: policiesOf(areas, parts),
  };
}
