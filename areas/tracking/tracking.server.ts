import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { addBindingRoutes } from './binding-routes.ts';
import { addDeviceRoutes } from './device-routes.ts';
import { addHealthRoutes } from './health-routes.ts';
import { addTripRoutes } from './trip-routes.ts';

// What other areas may use of this one.
export { usualPorts } from '#telematics/protocols/index.ts';
export { createTracking, type Tracking, type TrackingSettings } from './tracking.ts';
export { endBindings } from './binding-ends.ts';
export { refuseWithTrips } from './kept-trips.ts';

/** Calls about devices beside their catalogue, and about what is known from them. */
export function addTrackingRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addBindingRoutes(app, kit);
  addDeviceRoutes(app, kit);
  addHealthRoutes(app, kit);
  addTripRoutes(app, kit);
}
