import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { type ActiveMap, mapProviders } from './map-setting.contract.ts';
import { readActive } from './map-settings.store.ts';

const activeMap: z.ZodMiniType<ActiveMap> = z.strictObject({
  id: z.string(),
  name: z.string(),
  provider: z.enum(mapProviders.map(({ value }) => value)),
  tileUrl: z.nullable(z.string()),
  maxZoom: z.nullable(z.int()),
  attribution: z.nullable(z.string()),
  centre: z.nullable(z.strictObject({ lat: z.number(), lon: z.number() })),
  zoom: z.nullable(z.int()),
  mappleAccessToken: z.nullable(z.string()),
});

/** GET /map-setting/active: what browsers draw maps with. */
export function addActiveMapRoute(app: FastifyInstance, kit: CatalogueKit, pmtiles: string | null): void {
  addRoute(app, {
    method: 'GET',
    path: '/map-setting/active',
    summary: 'The active map setting, with the access token its tiles need; null where there is none',
    tag: 'Map settings',
    access: 'session',
    scope: 'global',
    answer: z.nullable(activeMap),
    beside: { mappleAccessToken: z.nullable(z.string()), pmtiles: z.nullable(z.string()) },
    handle: async () => {
      const active = await transact(kit.db, everything, (db) => readActive(db, kit.sealed));
      return {
        message: 'OK',
        mappleAccessToken: active?.mappleAccessToken ?? null,
        data: active ?? null,
        pmtiles,
      };
    },
  });
}
