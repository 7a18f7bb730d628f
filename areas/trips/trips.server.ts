import { devicePurging } from '#areas/devices/devices.server.ts';
import { vehiclePurging } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import type { WithMoves } from './moves.ts';
import { foundTrips } from './list/found-trips.store.ts';
import { refuseWithTrips } from './list/kept-trips.policy.ts';
import { addTripDetail } from './list/trip-detail.routes.ts';
import { addTripList } from './list/trip-list.routes.ts';
import { addTripExport } from './list/trips-export.routes.ts';
import { addObdRoutes } from './obd/obd.routes.ts';
import { addPatchRoute } from './positions/current-positions.routes.ts';
import { addTrackRoute, addTripEvents } from './track/track.routes.ts';
import { contract } from './trips.contract.ts';

// What other areas may use of this one.
export {
  endedTrips,
  type LogOf,
  positionsOf,
  putOffTrip,
  tripIsDone,
  type WaitingTrip,
  waitingTrips,
} from './engine/ended-trips.store.ts';
export { type AlarmOfTrip, alarmsOfTrip } from './engine/trip-alarms.store.ts';
export { readSince } from './engine/stored-log.store.ts';
export { findTrip, fixesOfTrip } from './track/found-trip.store.ts';
export { latestTrips } from './list/latest-trips.store.ts';
export { followAlarms } from './alarms-followed.ts';
export type { Follower } from './follower.ts';
export type { TrackingSettings } from './listening.ts';
export type { CurrentRecord } from './engine/current-positions.store.ts';
export { type CurrentPlace, currentPlaces, currentPlacesOf } from './positions/current-places.store.ts';
export { createMoves, type Moves, type WithMoves } from './moves.ts';
export { createTracking, type Tracking } from './tracking.ts';

/** Trips of vehicles, and where vehicles are. */
export const area: AreaServer<WithMoves> = {
  contract,
  finds: [foundTrips],
  routes: (app, { kit, positionDays }) => {
    addTripList(app, kit, positionDays);
    addTripExport(app, kit);
    addTrackRoute(app, kit);
    addTripEvents(app, kit);
    addPatchRoute(app, kit);
    addObdRoutes(app, kit);
    addTripDetail(app, kit);
  },
  listeners: [
    // Vehicles and devices that made trips stay in the trash.
    on(vehiclePurging, (db, _, row) => refuseWithTrips(db, 'vehicle_id', row)),
    on(devicePurging, (db, _, row) => refuseWithTrips(db, 'device_id', row)),
  ],
};
