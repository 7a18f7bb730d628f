import { vehiclesReleased } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { productWriter } from '#kit/server/history.ts';
import { addGivenRoutes } from './given/given.routes.ts';
import { addReceivedRoutes } from './received/received.routes.ts';
import { endShares, sweepShares } from './share-ends.store.ts';
import { contract } from './sharing.contract.ts';

/** Vehicles that an organisation lets somebody of another one look at. */
export const area: AreaServer = {
  contract,
  routes: (app, { kit }) => {
    addReceivedRoutes(app, kit);
    addGivenRoutes(app, kit);
  },
  sweeps: () => [{ name: 'shares of vehicles', order: 55, run: (db, now) => sweepShares(db, productWriter(now)) }],
  // Who is switched off or removed does not find their shares again when they come back.
  afterRightsChange: (db, now) => sweepShares(db, productWriter(now)),
  listeners: [
    on(vehiclesReleased, async (db, writer, { ids }) => {
      if (ids.length > 0) await endShares(db, writer, 'VEHICLE', 's.vehicle_id = any($3::uuid[])', [[...ids]]);
    }),
  ],
};
