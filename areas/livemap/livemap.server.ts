import type { WithMoves } from '#areas/trips/trips.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { createLiveFleet } from './channel/live-fleet.ts';
import { addLiveVehicles } from './channel/live-vehicles.routes.ts';
import { contract } from './livemap.contract.ts';

// What other areas may use of this one.
export { hearMoves, type ToldMove } from './channel/moves-relay.ts';
export { moveOf } from './channel/places.rules.ts';

/** The live map: where vehicles are, told as they move. */
export const area: AreaServer<WithMoves> = {
  contract,
  routes: (app, { kit, db, clock, log, versions, moves, relay, positionDays }) => {
    addLiveVehicles(app, kit, positionDays);
    kit.live.addStream(createLiveFleet({ db, clock, log, versions, moves, relay }));
  },
};
