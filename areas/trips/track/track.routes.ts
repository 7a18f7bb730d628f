import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { packTrack, unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { ceilingOf } from '#areas/gateway/gateway.server.ts';
import { type LogOfTrip, trackOf } from '../engine/packed-tracks.store.ts';
import { type StoredStop, stopsOf } from '../list/trip-rows.store.ts';
import { trackFeatures } from './track-geojson.ts';

interface Found {
  id: string;
  deviceId: string;
  vehicleId: string;
  startAt: string;
  endAt: string;
  stops: StoredStop[];
  packed: Buffer | null;
}
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

async function findTrip(db: Queryable, scope: Scope, id: string | undefined): Promise<(Found & LogOfTrip) | undefined> {
  if (!isId(id)) return undefined;
  const params: Param[] = [id];
  const tenantSql = tenantFilter('trip-track', scope, 't.org_id', params);
  const [found] = await db.query<Found>(
    `select t.id, t.device_id as "deviceId", t.vehicle_id as "vehicleId", t.start_at as "startAt", t.end_at as "endAt", t.stops, k.packed
     from trip t left join trip_track k on k.trip_id = t.id where t.id = $1${tenantSql}`,
    params,
  );
  if (!found) return undefined;
  // Whoever has the device and the vehicle by now: they were this trip's.
  const [device] = await overall(db, scope, () =>
    db.query<{ slot: number; rule: string | null; classes: string[] | null }>(
      `select d.slot, d.trip_rule as rule, c.licence_classes as classes
       from devices_device d left join vehicles_vehicle v on v.id = $2 left join vehicles_category c on c.id = v.category_id
       where d.id = $1`,
      [found.deviceId, found.vehicleId],
    ),
  );
  return {
    ...found,
    device: device?.slot ?? 0,
    rule: device?.rule === 'SILENCE' ? 'SILENCE' : 'MOVEMENT',
    ceilingKmh: ceilingOf(device?.classes ?? null),
    start: Date.parse(found.startAt),
    end: Date.parse(found.endAt),
  };
}
