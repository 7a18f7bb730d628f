import { geofenceAlert } from './geofences.topics.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import { can } from '#kit/contract/rights.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { geofenceTopic } from './alert.contract.ts';
import { addEventRoutes } from './events/events.routes.ts';
import { addSimulation } from './simulate/simulate.routes.ts';
import { addTileRoute } from './tiles/tile.routes.ts';
import { contract } from './geofences.contract.ts';
import { geofencePolicy } from './geofence/geofence.policy.ts';

// What other areas may use of this one.
export { boundsOf } from './geofence/geofence.rules.ts';
export { geofencesWritten } from './geofences.events.ts';
export { addEvents } from './engine/fence-events.store.ts';
export { createFenceFollower } from './engine/follower.ts';
export { allSpeedCaps, capFencesFor, type CapsAt, speedCapsFor } from './engine/speed-caps.store.ts';

/** Areas on the map, and what happened to vehicles at them. */
export const area: AreaServer<WithMail> = {
  contract,
  topics: [geofenceAlert],
  routes: (app, { kit }) => {
    addEventRoutes(app, kit);
    addSimulation(app, kit);
    addTileRoute(app, kit);
    kit.live.addTopic({
      name: geofenceTopic,
      authorise: (session) => can(session.grants, 'geofence-event', 'view'),
    });
  },
  policies: () => ({ geofence: geofencePolicy }),
};
