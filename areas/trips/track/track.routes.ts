import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { packTrack, unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { trackOf } from '../engine/packed-tracks.store.ts';
import { stopsOf } from '../list/trip-rows.store.ts';
import { findTrip } from './found-trip.store.ts';
import { trackFeatures } from './track-geojson.ts';

const formats = ['bin', 'geojson'] as const;
const types = { bin: 'application/octet-stream', geojson: 'application/geo+json' };

/** GET /vehicle-trips/{id}/track: the fixes of a trip, packed as docs/how-to/read-trips-and-tracks.md says, or as GeoJSON. */
export function addTrackRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/vehicle-trips/{id}/track',
    summary:
      'The track of a trip: packed bytes, or GeoJSON with its line and stops, without outliers and inaccurate positions',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    query: { format: { about: 'Format', schema: { type: 'string', enum: [...formats], default: 'bin' } } },
    raw: Object.values(types),
    handle: async ({ session, params: { id }, query, request, reply }) => {
      const format = formats.find((one) => one === (query['format'] ?? 'bin'));
      if (!format) throw refuse.badInput({ format: `Must be ${formats.join(' or ')}` });
      const scope = scopeOf(session);
      const trip = await transact(kit.db, scope, (db) => findTrip(db, scope, id));
      if (!trip) throw refuse.notFound('Trip not found');
      const packed = trip.packed ?? Buffer.from(packTrack(await trackOf(kit.db, trip)));
      const body =
        format === 'bin'
          ? packed
          : JSON.stringify(trackFeatures(trip.id, unpackTrack(packed), stopsOf(trip.stops, kit.places)));
      // Of its own bytes: a trip that goes on, or is cut again, is another right after.
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache').type(types[format]);
      if (request.headers['if-none-match'] !== etag) return body;
      reply.code(304);
      return '';
    },
  });
}
