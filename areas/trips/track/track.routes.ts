import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { packTrack, type TrackPoint, unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { stopsOf } from '../list/trip-rows.store.ts';
import { type TripEvent, tripEvent } from '../trip-answers.contract.ts';
import { findTrip, type FoundTrip, shownTrack } from './found-trip.store.ts';
import { csvOf, gpxOf, kmlOf } from './track-files.ts';
import { trackFeatures } from './track-geojson.ts';
import { eventsOf } from './trip-events.rules.ts';

const types = {
  bin: 'application/octet-stream',
  geojson: 'application/geo+json',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv; charset=utf-8',
};
type Format = keyof typeof types;
const formats = Object.keys(types) as Format[];
/** Files that other programs open; whoever takes them along needs the right to export. */
const files = { gpx: gpxOf, kml: kmlOf, csv: csvOf } as const;
const isFile = (format: Format): format is keyof typeof files => Object.hasOwn(files, format);

/** GET /vehicle-trips/{id}/track: the fixes of a trip, packed as docs/how-to/read-trips-and-tracks.md says, or as a file. */
export function addTrackRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle-trips/{id}/track',
    summary:
      'The track of a trip: packed bytes, or GeoJSON, GPX, KML or CSV with its positions and stops, without outliers and inaccurate positions',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    query: { format: { about: 'Format', schema: { type: 'string', enum: formats, default: 'bin' } } },
    raw: Object.values(types),
    handle: async ({ session, params: { id }, query, request, reply }) => {
      const format = formats.find((one) => one === (query['format'] ?? 'bin'));
      if (!format) throw refuse.badInput({ format: `Must be ${formats.join(', ')}` });
      if (isFile(format)) need(session, 'vehicle-trips', 'export');
      const scope = scopeOf(session);
      const trip = await transact(kit.db, scope, (db) => findTrip(db, scope, id));
      if (!trip) throw refuse.notFound('Trip not found');
      const whole = trip.hiddenFrom === null ? trip.packed : null;
      const packed = whole ?? Buffer.from(packTrack(await shownTrack(kit.db, trip)));
      const body = format === 'bin' ? packed : bodyOf(kit, trip, format, unpackTrack(packed));
      if (isFile(format)) {
        const name = `${trip.vehicle.replace(/[^\w-]/g, '') || 'trip'}-${trip.startAt.slice(0, 16).replace(/[^\dT]/g, '')}`;
        reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
      }
      // Of its own bytes: a trip that goes on, or is cut again, is another right after.
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache').type(types[format]);
      if (request.headers['if-none-match'] !== etag) return body;
      reply.code(304);
      return '';
    },
  });
}

function bodyOf(kit: CatalogueKit, trip: FoundTrip, format: Format, track: TrackPoint[]): string {
  const stops = stopsOf(trip.stops, kit.places);
  if (!isFile(format)) return JSON.stringify(trackFeatures(trip.id, track, stops));
  return files[format]({ vehicle: trip.vehicle, startAt: trip.startAt, track, stops });
}

/** GET /vehicle-trips/{id}/events: what happened on a trip. */
export function addTripEvents(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle-trips/{id}/events',
    summary: 'What happened on a trip, in the order of time: start, idling, no signal, top speed, end',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    answer: z.array(tripEvent),
    handle: async ({ session, params: { id } }) => {
      const scope = scopeOf(session);
      const trip = await transact(kit.db, scope, (db) => findTrip(db, scope, id));
      if (!trip) throw refuse.notFound('Trip not found');
      const track = await shownTrack(kit.db, trip);
      // What is cut off has no end that is shown.
      const state = trip.hiddenFrom === null ? trip.state : 'LIVE';
      const events = eventsOf({ state, stops: stopsOf(trip.stops, kit.places) }, track);
      const data = events.map(
        (event): TripEvent => ({ ...event, place: kit.places.nameOf(event.lat, event.lon) ?? null }),
      );
      return { message: 'OK', data };
    },
  });
}
