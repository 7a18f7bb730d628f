import { uuidv7 } from 'uuidv7';
import { updateAllDeviceStates } from '#areas/devices/health/device-states.store.ts';
import { flag, trackFixOf } from '#areas/gateway/positions/position.ts';
import { unfitReasons } from '#telematics/pipeline/kept-fixes.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import { packTrack, type TrackPoint } from '#telematics/pipeline/packed-track.ts';
import { usualProfile } from '#telematics/pipeline/profile.ts';
import { cutWhole } from '#telematics/pipeline/whole.ts';
import { cityLines } from '#telematics/simulator/demo/city-lines.ts';
import { Drive } from '#telematics/simulator/drive.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import type { Place } from '#telematics/simulator/place.ts';
import { randomFrom } from '#telematics/simulator/random.ts';
import { roadOf } from '#telematics/simulator/road.ts';
import type { OwnProduct } from './own-product.ts';

export interface Tracked {
  deviceId: string;
  vehicleId: string;
  plate: string;
  identifier: string;
  /** By their start, the latest last. */
  trips: string[];
}

/** The identifier of the device that drives, and of one that lies in stock. */
export const [driving, spare] = ['356938035643809', '490154203237518'] as const;

/**
 * A vehicle of Sahyadri Logistics that drove with a device for some hours until a few seconds ago, as gateway and tracker would
 * have stored it; and a second device, in stock. One leg was not heard, one fix says that it is in the sea.
 */
export async function trackedVehicle(own: OwnProduct, hours = 4): Promise<Tracked> {
  await loadDemoFleet(own.product.kit);
  const [vehicle] = (await own.sql(
    `select v.id, v.registration_no as plate, v.org_id as "orgId", (select a.driver_id from driver_assignment a where a.vehicle_id = v.id
       and a.to_at is null limit 1) as "driverId" from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null
       and not exists (select 1 from device_binding b where b.vehicle_id = v.id)
     order by v.verdict = 'GREEN' desc, exists (select 1 from driver_assignment a where a.vehicle_id = v.id and a.to_at is null) desc, v.registration_no limit 1`,
  )) as { id: string; plate: string; orgId: string; driverId: string | null }[];
  if (!vehicle) throw new Error('The demo has no vehicle');
  const [device, inStock] = await addDevices(own, [
    { identifier: driving, orgId: vehicle.orgId },
    { identifier: spare, orgId: vehicle.orgId },
  ]);
  if (!device || !inStock) throw new Error('No device was made');
  const end = own.clock.now().getTime();
  const from = new Date(end - (hours + 1) * 3_600_000).toISOString();
  const bindingId = await bindDevice(own, { deviceId: device.id, vehicleId: vehicle.id, from });
  const places = drive(end - hours * 3_600_000, end - 5_000);
  const points = places.map(pointOf);
  await transact(own.product.db, everything, async (db) => {
    await storePositions(db, device.slot, points, end);
    await storeFrames(db, device.slot, places.slice(-30), end);
    await db.query(
      `insert into device_live (device_id, last_seen_at, last_fix_at, protocol, address, connected, frames, bad_frames, bad_checksums,
         unfit_fixes, clock_offset_s, battery_v, battery_percent, power_v, charging)
       values ($1, $2, $2, 'gt06', '203.0.113.7', true, 5210, 3, 1, 1, 0.8, 4.02, 84, 13.9, true)`,
      [device.id, new Date(end - 4_000).toISOString()],
    );
  });
  const trips = await storeTrips(own, { ...vehicle, deviceId: device.id, bindingId }, points, end);
  await transact(own.product.db, everything, (db) => updateAllDeviceStates(db, own.clock.now()));
  return { deviceId: device.id, vehicleId: vehicle.id, plate: vehicle.plate, identifier: driving, trips };
}

function drive(from: number, to: number): Place[] {
  const [line] = cityLines;
  if (!line) throw new Error('No line to drive on');
  const journey = new Drive(roadOf(line), { start: from, everyS: 10, random: randomFrom(7) });
  const places: Place[] = [];
  for (let place = journey.next(); place.time < to; place = journey.next()) places.push(place);
  // On the way nothing was heard for sixteen minutes.
  const silent = from + 6 * 60_000;
  return places.filter(({ time }) => time < silent || time > silent + 16 * 60_000);
}

const pointOf = (place: Place): TrackPoint => ({
  fixAt: place.time,
  latE7: Math.round(place.lat * 1e7),
  lonE7: Math.round(place.lon * 1e7),
  speedCkmh: Math.round((place.speedKmh ?? 0) * 100),
  courseDdeg: Math.round(place.course * 10),
  accuracyCm: null,
});

async function storePositions(db: Queryable, slot: number, points: readonly TrackPoint[], now: number): Promise<void> {
  const kept = points.slice(-400);
  const days = new Set(kept.map(({ fixAt }) => new Date(fixAt).toISOString().slice(0, 10)));
  for (const day of days) await db.query(`select keep_tracking_day('position', $1)`, [day]);
  await db.query(
    `insert into position (fix_at, received_at, device, lat_e7, lon_e7, speed_ckmh, course_ddeg, satellites, flags, unfit)
     select to_timestamp(fix_at / 1000), $1, $2, lat, lon, speed, course, 11, $8, unfit
     from unnest($3::float8[], $4::int[], $5::int[], $6::int[], $7::int[], $9::smallint[]) as a (fix_at, lat, lon, speed, course, unfit)`,
    [
      new Date(now).toISOString(),
      slot,
      kept.map(({ fixAt }) => fixAt),
      kept.map(({ latE7 }, at) => (at === 390 ? 0 : latE7)),
      kept.map(({ lonE7 }, at) => (at === 390 ? 0 : lonE7)),
      kept.map(({ speedCkmh }) => speedCkmh),
      kept.map(({ courseDdeg }) => courseDdeg),
      flag.valid + flag.ignitionKnown + flag.ignitionOn,
      kept.map((_, at) => (at === 390 ? unfitReasons.indexOf('nowhere') : 0)),
    ],
  );
}

async function storeFrames(db: Queryable, slot: number, places: readonly Place[], now: number): Promise<void> {
  const frames = [
    gt06Login(driving),
    ...places.map((place, at) => gt06Position(place, at + 2)),
    Buffer.from('7878050102'),
  ];
  const packed = Buffer.concat(
    frames.map((frame) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(frame.length);
      return Buffer.concat([length, frame]);
    }),
  );
  const at = new Date(now).toISOString();
  await db.query(`select keep_tracking_day('raw_frame', $1)`, [at.slice(0, 10)]);
  await db.query('insert into raw_frame (received_at, device, protocol, count, frames) values ($1, $2, $3, $4, $5)', [
    at,
    slot,
    'gt06',
    frames.length,
    packed,
  ]);
}

interface Carried {
  id: string;
  orgId: string;
  deviceId: string;
  driverId: string | null;
  bindingId: string;
}

async function storeTrips(own: OwnProduct, of: Carried, points: readonly TrackPoint[], now: number): Promise<string[]> {
  const fixes = points.map((point) => trackFixOf({ ...stored, ...point }, usualProfile.ceilingKmh));
  const ids: string[] = [];
  for (const trip of cutWhole(fixes, usualProfile)) {
    const id = uuidv7();
    const isLive = now - trip.end.time < 120_000;
    const track = points.filter(({ fixAt }) => fixAt >= trip.start.time && fixAt <= trip.end.time);
    await transact(own.product.db, everything, async (db) => {
      await db.query(
        `insert into trip (id, org_id, binding_id, vehicle_id, device_id, driver_id, state, start_at, end_at, start_lat_e7, start_lon_e7,
           end_lat_e7, end_lon_e7, distance_m, moving_s, idle_s, gap_s, max_kmh, points, dropped, jump_legs, seconds_over, stops, updated_at,
           began_by, ended_by, off_points)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`,
        [
          id,
          of.orgId,
          of.bindingId,
          of.id,
          of.deviceId,
          of.driverId,
          isLive ? 'LIVE' : 'CLOSED',
          new Date(trip.start.time).toISOString(),
          new Date(trip.end.time).toISOString(),
          ...[trip.start.lat, trip.start.lon, trip.end.lat, trip.end.lon].map((degrees) => Math.round(degrees * 1e7)),
          trip.distanceM,
          trip.movingS,
          trip.idleS,
          trip.gapS,
          trip.maxKmh,
          trip.points,
          trip.dropped,
          trip.jumpLegs,
          trip.secondsOver,
          JSON.stringify(trip.stops),
          new Date(now).toISOString(),
          trip.beganBy,
          isLive ? null : trip.endedBy,
          trip.offPoints ?? 0,
        ],
      );
      if (!isLive)
        await db.query('insert into trip_track (trip_id, fixes, packed) values ($1, $2, $3)', [
          id,
          track.length,
          Buffer.from(packTrack(track)),
        ]);
    });
    ids.push(id);
  }
  return ids;
}

const stored = {
  device: 0,
  receivedAt: 0,
  altitudeM: null,
  satellites: 11,
  hdopC: null,
  flags: flag.valid + flag.ignitionKnown + flag.ignitionOn,
  unfit: 0,
  attributes: null,
};
