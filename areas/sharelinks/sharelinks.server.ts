import type { WithIdentity } from '#areas/identity/identity.server.ts';
import type { WithMoves } from '#areas/trips/trips.server.ts';
import { vehiclesReleased } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { productWriter } from '#kit/server/history.ts';
import { endLinks, endLostLinks, removeOldLinks } from './link-ends.store.ts';
import { addLinkRoutes } from './links/links.routes.ts';
import { LinkViewers } from './opened/link-viewers.ts';
import { addOpenedRoutes } from './opened/opened.routes.ts';
import { contract } from './sharelinks.contract.ts';

/** Links by which somebody without an account looks at one vehicle or one trip for a while. */
export const area: AreaServer<WithMoves & WithIdentity> = {
  contract,
  routes: (app, { kit, db, clock, log, moves, relay, sealed, identity }) => {
    const viewers = new LinkViewers({ db, clock, log, moves, relay, places: kit.places });
    addLinkRoutes(app, kit, { sealed, viewers, publicBase: identity.publicBase });
    addOpenedRoutes(app, kit, { sealed, viewers, throttle: identity.throttle });
  },
  sweeps: () => [
    { name: 'share links', order: 56, run: (db, now) => endLostLinks(db, productWriter(now)) },
    { name: 'old share links', order: 57, run: removeOldLinks },
  ],
  // Who is deactivated, or may no longer share, does not find their links open again when that is taken back.
  afterRightsChange: (db, now) => endLostLinks(db, productWriter(now)),
  listeners: [
    on(vehiclesReleased, async (db, writer, { ids }) => {
      if (ids.length > 0) await endLinks(db, writer, 'VEHICLE', 'l.vehicle_id = any($3::uuid[])', [[...ids]]);
    }),
  ],
};
