import { uuidv7 } from 'uuidv7';
import { onDuty } from '#areas/duty/duty.server.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { type Happened, happened } from '#kit/server/events.ts';
import { productWriter } from '#kit/server/history.ts';
import type { FenceEvent, FenceEventKind, FenceState } from '#telematics/geofences/follow.ts';
import { isoOf } from './stored-fixes.store.ts';

/** Something that happened, of a vehicle. */
export interface VehicleEvent extends FenceEvent {
  vehicleId: string;
  orgId: string;
  /** The name that the geofence has then. */
  name: string;
}

/** An event as it is stored. */
export interface StoredEvent {
  id: string;
  fence: string;
  kind: FenceEventKind;
  /** Milliseconds. */
  at: number;
  visitAt: number;
  latE7: number;
  lonE7: number;
  speedCkmh: number | null;
  raised: boolean;
  isNotified: boolean;
}

const e7 = (degrees: number) => Math.round(degrees * 1e7);
const ckmh = (kmh: number | null) => (kmh === null ? null : Math.round(kmh * 100));

/** Adds events; one that is there already stays as it is. @returns those that were added, with their ids. */
export async function addEvents(
  db: Queryable,
  events: readonly VehicleEvent[],
  now: Date,
): Promise<(VehicleEvent & { id: string })[]> {
  if (events.length === 0) return [];
  const withIds = events.map((event) => ({ ...event, id: uuidv7() }));
  const column = <T>(of: (event: VehicleEvent & { id: string }) => T) => withIds.map(of);
  const added = await db.query<{ id: string }>(
    `insert into geofence_event (id, org_id, vehicle_id, geofence_id, geofence_name, kind, at, lat_e7, lon_e7, speed_ckmh, visit_at, raised, created_at)
     select r.id, r.org_id, r.vehicle_id, r.geofence_id, r.name, r.kind, r.at, r.lat, r.lon, r.speed, r.visit_at, r.raised = 1, $1
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::timestamptz[], $9::int[], $10::int[], $11::int[],
       $12::timestamptz[], $13::int[]) as r (id, org_id, vehicle_id, geofence_id, name, kind, at, lat, lon, speed, visit_at, raised)
     join vehicles_vehicle v on v.id = r.vehicle_id
     on conflict (vehicle_id, geofence_id, kind, at) do nothing returning id`,
    [
      now.toISOString(),
      column(({ id }) => id),
      column(({ orgId }) => orgId),
      column(({ vehicleId }) => vehicleId),
      column(({ fence }) => fence),
      column(({ name }) => name),
      column(({ kind }) => kind),
      column(({ at }) => isoOf(at)),
      column(({ lat }) => e7(lat)),
      column(({ lon }) => e7(lon)),
      column(({ speedKmh }) => ckmh(speedKmh)),
      column(({ visitAt }) => isoOf(visitAt)),
      column(({ raised }) => Number(raised)),
    ],
  );
  const ids = new Set(added.map(({ id }) => id));
  const stored = withIds.filter(({ id }) => ids.has(id));
  const shown = await onDuty(db, stored);
  await happened.raise(db, productWriter(now), shown.map(newsOf));
  return stored;
}

/** What other programs are told of an event. */
const newsOf = ({
  id,
  orgId,
  vehicleId,
  fence,
  name,
  kind,
  at,
  lat,
  lon,
}: VehicleEvent & { id: string }): Happened => ({
  event: kind === 'ENTER' ? 'geofence.entered' : kind === 'EXIT' ? 'geofence.left' : 'geofence.stayed',
  key: id,
  at: new Date(at),
  orgId,
  record: { module: 'geofence-event', id, title: name },
  facts: { vehicleId, geofenceId: fence, lat, lon },
});

export async function markNotified(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length > 0)
    await db.query('update geofence_event set notified_at = $2 where id = any($1::uuid[])', [
      [...ids],
      now.toISOString(),
    ]);
}

const ms = (name: string) => `(extract(epoch from e.${name}) * 1000)::float8`;

/** Where a vehicle was at a moment, by what is stored. */
export async function insideAt(db: Queryable, vehicleId: string, at: number): Promise<Map<string, FenceState>> {
  const visits = await db.query<{ fence: string; kind: FenceEventKind; visitAt: number; raised: boolean }>(
    `select distinct on (e.geofence_id) e.geofence_id as fence, e.kind, ${ms('visit_at')} as "visitAt", e.raised from geofence_event e
     where e.vehicle_id = $1 and e.kind in ('ENTER', 'EXIT') and e.at < $2 order by e.geofence_id, e.at desc, e.kind`,
    [vehicleId, isoOf(at)],
  );
  const open = visits.filter(({ kind }) => kind === 'ENTER');
  if (open.length === 0) return new Map();
  const said = await db.query<{ fence: string; kind: FenceEventKind; visitAt: number }>(
    `select e.geofence_id as fence, e.kind, ${ms('visit_at')} as "visitAt" from geofence_event e
     where e.vehicle_id = $1 and e.geofence_id = any($3::uuid[]) and e.kind in ('DWELL', 'SPEEDING') and e.at < $2`,
    [vehicleId, isoOf(at), open.map(({ fence }) => fence)],
  );
  return new Map(
    open.map(({ fence, visitAt }) => {
      const has = (kind: FenceEventKind) =>
        said.some((one) => one.fence === fence && one.kind === kind && one.visitAt === visitAt);
      const state = { inside: true, since: visitAt, wasThere: false, turning: null, over: 0 };
      return [fence, { ...state, dwelt: has('DWELL'), sped: has('SPEEDING') }];
    }),
  );
}

/** Stored events of a vehicle from a moment on. */
export const eventsFrom = (db: Queryable, vehicleId: string, from: number): Promise<StoredEvent[]> =>
  db.query<StoredEvent>(
    `select e.id, e.geofence_id as fence, e.kind, ${ms('at')} as at, ${ms('visit_at')} as "visitAt", e.lat_e7 as "latE7", e.lon_e7 as "lonE7",
       e.speed_ckmh as "speedCkmh", e.raised, e.notified_at is not null as "isNotified"
     from geofence_event e where e.vehicle_id = $1 and e.at >= $2 order by e.at, e.id`,
    [vehicleId, isoOf(from)],
  );

export async function removeEvents(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.query('delete from geofence_event where id = any($1::uuid[])', [[...ids]]);
}

/** The same event, found to have been at another moment. */
export async function moveEvents(db: Queryable, moved: readonly { id: string; event: FenceEvent }[]): Promise<void> {
  for (const { id, event } of moved)
    await db.query(
      `update geofence_event set at = $2, lat_e7 = $3, lon_e7 = $4, speed_ckmh = $5, visit_at = $6, raised = $7 where id = $1`,
      [id, isoOf(event.at), e7(event.lat), e7(event.lon), ckmh(event.speedKmh), isoOf(event.visitAt), event.raised],
    );
}

/** Whether a stored event says the same as one that was worked out. */
export const saysTheSame = (stored: StoredEvent, event: FenceEvent): boolean =>
  stored.at === event.at &&
  stored.visitAt === event.visitAt &&
  stored.raised === event.raised &&
  stored.latE7 === e7(event.lat) &&
  stored.lonE7 === e7(event.lon) &&
  stored.speedCkmh === ckmh(event.speedKmh);
