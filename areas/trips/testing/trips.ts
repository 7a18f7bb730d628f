import { uuidv7 } from 'uuidv7';
import type { TestProduct } from '#apps/server/testing.ts';
import type { Clock } from '#kit/server/clock.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { packTrack, type TrackPoint } from '#telematics/pipeline/packed-track.ts';
import type { StoredStop } from '../list/trip-rows.store.ts';

type Product = Pick<TestProduct, 'product'> & { clock: Clock };

export interface TestTrip {
  bindingId: string;
  /** ISO. */
  startAt: string;
  minutes?: number;
  /** Whose the vehicle was then. Left out: whose it is. */
  orgId?: string;
  driverId?: string;
  state?: 'LIVE' | 'CLOSED' | 'REOPENED';
  distanceM?: number;
  maxKmh?: number | null;
  stops?: StoredStop[];
  /** Of a trip that ended. */
  track?: readonly TrackPoint[];
}

/** Puts a trip there as the tracker does. Gives its id. */
export async function addTrip({ product, clock }: Product, trip: TestTrip): Promise<string> {
  const id = uuidv7();
  const { state = 'CLOSED', minutes = 20, distanceM = 12_345.6, maxKmh = 71.5, stops = [], track } = trip;
  const endAt = new Date(Date.parse(trip.startAt) + minutes * 60_000).toISOString();
  await transact(product.db, everything, async (db) => {
    await db.query(
      `insert into trip (id, org_id, binding_id, vehicle_id, device_id, driver_id, state, start_at, end_at, start_lat_e7, start_lon_e7,
         end_lat_e7, end_lon_e7, distance_m, moving_s, idle_s, gap_s, max_kmh, points, dropped, jump_legs, seconds_over, stops, settled_at,
         updated_at)
       select $1, coalesce($2, v.org_id), b.id, b.vehicle_id, b.device_id, $3, $4, $5, $6, 230349126, 724752554, 230949126, 724852554, $7,
         $8, 60, 0, $9, 240, 2, 0, $10, $11, case when $4 = 'LIVE' then null else $6::timestamptz end, $12
       from device_binding b join vehicle v on v.id = b.vehicle_id where b.id = $13`,
      [
        id,
        trip.orgId ?? null,
        trip.driverId ?? null,
        state,
        trip.startAt,
        endAt,
        distanceM,
        minutes * 60 - 60,
        maxKmh,
        [600, 300, 120, 30, 0, 0],
        JSON.stringify(stops),
        clock.now().toISOString(),
        trip.bindingId,
      ],
    );
    if (track)
      await db.query('insert into trip_track (trip_id, fixes, packed) values ($1, $2, $3)', [
        id,
        track.length,
        Buffer.from(packTrack(track)),
      ]);
  });
  return id;
}

/** A fix each ten seconds northwards along a meridian, so that each is some 100 m from the one before. */
export const northwards = (startAt: string, count: number, latE7 = 230_000_000): TrackPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    fixAt: Date.parse(startAt) + at * 10_000,
    latE7: latE7 + at * 9_000,
    lonE7: 724_752_554,
    speedCkmh: 3_600,
    courseDdeg: 0,
    accuracyCm: 450,
  }));

/** Stores what a device sent. */
export async function addPositions(
  { product, clock }: Product,
  slot: number,
  points: readonly (TrackPoint & { unfit?: number })[],
): Promise<void> {
  await transact(product.db, everything, async (db) => {
    for (const day of new Set(points.map(({ fixAt }) => new Date(fixAt).toISOString().slice(0, 10))))
      await db.query(`select keep_tracking_day('position', $1)`, [day]);
    const column = (of: (point: TrackPoint & { unfit?: number }) => number | string | null) => points.map(of);
    await db.query(
      `insert into position (fix_at, received_at, device, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg, flags, unfit)
       select fix_at, $1, $2, lat_e7, lon_e7, speed, accuracy, course, 1, unfit
       from unnest($3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::int[], $8::smallint[], $9::smallint[])
         as a (fix_at, lat_e7, lon_e7, speed, accuracy, course, unfit)`,
      [
        clock.now().toISOString(),
        slot,
        column(({ fixAt }) => new Date(fixAt).toISOString()),
        column(({ latE7 }) => latE7),
        column(({ lonE7 }) => lonE7),
        column(({ speedCkmh }) => speedCkmh),
        column(({ accuracyCm }) => accuracyCm),
        column(({ courseDdeg }) => courseDdeg),
        column(({ unfit = 0 }) => unfit),
      ],
    );
  });
}

/** Says where the vehicle of a binding is. */
export const placeVehicle = ({ product }: Product, bindingId: string, at: PlacedAt): Promise<void> =>
  transact(product.db, everything, (db) => putPlace(db, bindingId, at));

interface PlacedAt {
  fixAt: string;
  receivedAt?: string;
  latE7?: number;
  lonE7?: number;
  tripStartAt?: string;
}

async function putPlace(db: Queryable, bindingId: string, at: PlacedAt): Promise<void> {
  await db.query(
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg,
       satellites, ignition, odometer_m, battery_v, moving, trip_start_at)
     select b.vehicle_id, b.id, $2, $3, $4, $5, 4250, 700, 2713, 9, true, 1234567, 4.1, true, $6 from device_binding b where b.id = $1
     on conflict (vehicle_id) do update set binding_id = excluded.binding_id, fix_at = excluded.fix_at, received_at = excluded.received_at,
       lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7, trip_start_at = excluded.trip_start_at`,
    [
      bindingId,
      at.fixAt,
      at.receivedAt ?? at.fixAt,
      at.latE7 ?? 230_349_126,
      at.lonE7 ?? 724_752_554,
      at.tripStartAt ?? null,
    ],
  );
}
