import type { FastifyInstance } from 'fastify';
import { isId } from '#kit/contract/input.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { overall, type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { packTrack, type TrackPoint, unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { usualProfile } from '#telematics/pipeline/profile.ts';
import { passTeleports, type TeleportState } from '#telematics/pipeline/teleports.ts';
import { type StoredStop, stopsOf } from './trip-rows.ts';
import { trackFeatures } from './track-features.ts';

interface Found {
  id: string;
  deviceId: string;
  startAt: string;
  endAt: string;
  updatedAt: string;
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
      'The track of a trip: packed bytes, or GeoJSON with its line and stops. What jumped or was inexact is left out',
    tag: 'Trips',
    access: { module: 'vehicle-trips', action: 'view' },
    scope: 'organisation',
    query: { format: { about: 'How it is told', schema: { type: 'string', enum: [...formats], default: 'bin' } } },
    raw: Object.values(types),
    handle: async ({ session, params: { id }, query, request, reply }) => {
      const format = formats.find((one) => one === (query['format'] ?? 'bin'));
      if (!format) throw refuse.badInput({ format: `Must be ${formats.join(' or ')}` });
      const scope = scopeOf(session);
      return transact(kit.db, scope, async (db) => {
        const trip = await findTrip(db, scope, id);
        if (!trip) throw refuse.notFound('Trip not found');
        const etag = `"${trip.id}.${Date.parse(trip.updatedAt)}.${format}"`;
        reply.header('etag', etag).header('cache-control', 'private, no-cache');
        if (request.headers['if-none-match'] === etag) {
          reply.code(304);
          return '';
        }
        reply.type(types[format]);
        const packed = trip.packed ?? Buffer.from(packTrack(await overall(db, scope, () => drivenOf(db, trip))));
        if (format === 'bin') return packed;
        return JSON.stringify(trackFeatures(trip.id, unpackTrack(packed), stopsOf(trip.stops)));
      });
    },
  });
}

async function findTrip(db: Queryable, scope: Scope, id: string | undefined): Promise<Found | undefined> {
  if (!isId(id)) return undefined;
  const params: Param[] = [id];
  const fenced = fence('trip-track', scope, 't.org_id', params);
  const [found] = await db.query<Found>(
    `select t.id, t.device_id as "deviceId", t.start_at as "startAt", t.end_at as "endAt", t.updated_at as "updatedAt", t.stops, k.packed
     from trip t left join trip_track k on k.trip_id = t.id where t.id = $1${fenced}`,
    params,
  );
  return found;
}

/** What was driven of a trip that goes on, from what its device sent: as the cutter takes it. */
async function drivenOf(db: Queryable, { deviceId, startAt, endAt }: Found): Promise<TrackPoint[]> {
  const rows = await db.query<Omit<TrackPoint, 'fixAt'> & { fixAt: string }>(
    `select p.fix_at as "fixAt", p.lat_e7 as "latE7", p.lon_e7 as "lonE7", p.speed_ckmh as "speedCkmh",
       p.course_ddeg as "courseDdeg", p.accuracy_cm as "accuracyCm"
     from position p where p.device = (select d.slot from device d where d.id = $1) and p.fix_at between $2 and $3
       and p.unfit = 0 and (p.accuracy_cm is null or p.accuracy_cm <= $4)
     order by p.fix_at`,
    [deviceId, startAt, endAt, usualProfile.maxAccuracyM * 100],
  );
  return withoutTeleports(rows.map((row) => ({ ...row, fixAt: Date.parse(row.fixAt) })));
}

/** The points that the cutter believes, in the order of their times. */
function withoutTeleports(points: readonly TrackPoint[]): TrackPoint[] {
  const state: TeleportState = { last: null, doubted: [] };
  return points.flatMap((point) => {
    const fix = {
      time: point.fixAt,
      lat: point.latE7 / 1e7,
      lon: point.lonE7 / 1e7,
      speedKmh: null,
      accuracyM: null,
      ignition: null,
      point,
    };
    return passTeleports(state, fix, usualProfile.maxLegMs).kept.map((one) => (one as typeof fix).point);
  });
}
