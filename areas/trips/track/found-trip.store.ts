import { isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Database, overall, type Param, type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type TrackPoint, unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { isHiddenFrom } from '#areas/duty/duty.server.ts';
import { ceilingOf } from '#areas/gateway/gateway.server.ts';
import { type LogOfTrip, trackOf } from '../engine/packed-tracks.store.ts';
import type { StoredStop } from '../list/trip-rows.store.ts';
import type { TripState } from '../trip-answers.contract.ts';

interface Found {
  id: string;
  state: TripState;
  deviceId: string;
  vehicleId: string;
  startAt: string;
  endAt: string;
  stops: StoredStop[];
  /** ISO UTC; null: the vehicle was on duty all the time. */
  offDutyFrom: string | null;
  packed: Buffer | null;
}
/** A trip with what its track is read by, and what its vehicle is called. */
export type FoundTrip = Found &
  LogOfTrip & {
    vehicle: string;
    /** From when on its reader is shown nothing of it, milliseconds; null: they are shown all of it. */
    hiddenFrom: number | null;
  };

/** The positions of a trip that count, by time. @throws 404 where the scope has no such trip. */
export async function fixesOfTrip(kit: CatalogueKit, scope: Scope, id: string): Promise<readonly TrackPoint[]> {
  const trip = await transact(kit.db, scope, (db) => findTrip(db, scope, id));
  if (!trip) throw refuse.notFound('Trip not found');
  return shownTrack(kit.db, trip);
}

/** The positions of a trip that its reader may see. @throws 403 where it began off duty */
export async function shownTrack(db: Database, trip: FoundTrip): Promise<readonly TrackPoint[]> {
  const { hiddenFrom } = trip;
  if (hiddenFrom !== null && hiddenFrom <= trip.start) throw refuse.forbidden('Off duty: the route is not shown');
  const track = trip.packed ? unpackTrack(trip.packed) : await trackOf(db, trip);
  return hiddenFrom === null ? track : track.filter(({ fixAt }) => fixAt < hiddenFrom);
}

export async function findTrip(db: Queryable, scope: Scope, id: string | undefined): Promise<FoundTrip | undefined> {
  if (!isId(id)) return undefined;
  const params: Param[] = [id];
  const tenantSql = tenantFilter('trip-track', scope, 't.org_id', params);
  const [found] = await db.query<Found>(
    `select t.id, t.state, t.device_id as "deviceId", t.vehicle_id as "vehicleId", t.start_at as "startAt", t.end_at as "endAt", t.stops,
       t.off_duty_from as "offDutyFrom", k.packed
     from trips_shown t left join trip_track k on k.trip_id = t.id where t.id = $1${tenantSql}`,
    params,
  );
  if (!found) return undefined;
  // Whoever has the device and the vehicle by now: they were this trip's.
  const [device] = await overall(db, scope, () =>
    db.query<{ slot: number; rule: string | null; classes: string[] | null; vehicle: string | null }>(
      `select d.slot, d.trip_rule as rule, c.licence_classes as classes, v.registration_no as vehicle
       from devices_device d left join vehicles_vehicle v on v.id = $2 left join vehicles_category c on c.id = v.category_id
       where d.id = $1`,
      [found.deviceId, found.vehicleId],
    ),
  );
  return {
    ...found,
    vehicle: device?.vehicle ?? '',
    device: device?.slot ?? 0,
    rule: device?.rule === 'SILENCE' ? 'SILENCE' : 'MOVEMENT',
    ceilingKmh: ceilingOf(device?.classes ?? null),
    start: Date.parse(found.startAt),
    end: Date.parse(found.endAt),
    hiddenFrom: isHiddenFrom(scope) && found.offDutyFrom !== null ? Date.parse(found.offDutyFrom) : null,
  };
}
