import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { hasDutyRules } from '#areas/duty/duty.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { liveVehicle } from './live-vehicles.contract.ts';
import { liveVehicles } from './live-vehicles.store.ts';

/** GET /live-map: the vehicles of the live map, with what does not change from one second to the next. @param positionDays days that positions are kept */
export function addLiveVehicles(app: FastifyInstance, kit: CatalogueKit, positionDays: number | null): void {
  addRoute(app, {
    method: 'GET',
    path: '/live-map',
    summary:
      'Vehicles of the live map by registration number; where they are is told by the stream fleet of the live socket',
    tag: 'Live map',
    access: { module: 'live-map', action: 'view' },
    scope: 'organisation',
    searches: true,
    answer: z.array(liveVehicle),
    beside: { count: z.int(), positionDays: z.nullable(z.int()), hidesOffDuty: z.boolean() },
    handle: async ({ session }) => {
      const scope = scopeOf(session);
      const { data, hidesOffDuty } = await transact(kit.db, scope, async (db) => ({
        data: await liveVehicles(db, scope),
        hidesOffDuty: await hasDutyRules(db, scope, kit.clock.now()),
      }));
      return { message: 'OK', data, count: data.length, positionDays, hidesOffDuty };
    },
  });
}
