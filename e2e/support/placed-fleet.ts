import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import type { OwnProduct } from './own-product.ts';

/** Vehicles of Sahyadri Logistics that say where they are when a test says so. */
export interface PlacedFleet {
  vehicles: { id: string; plate: string; bindingId: string }[];
  /** Puts a vehicle somewhere, as the process that listens to devices stores it. */
  put(vehicle: { id: string; bindingId: string }, place: Partial<Said>): Promise<void>;
}
interface Said {
  lat: number;
  lon: number;
  speedKmh: number;
  course: number;
  ignition: boolean;
  moving: boolean;
  /** Seconds since the fix. */
  ageS: number;
}

const usual: Said = { lat: 18.52, lon: 73.85, speedKmh: 0, course: 90, ignition: false, moving: false, ageS: 2 };

export async function placedFleet(own: OwnProduct, count: number): Promise<PlacedFleet> {
  await loadDemoFleet(own.product.kit);
  const found = (await own.sql(
    `select v.id, v.registration_no as plate, v.org_id as "orgId" from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1
       and not exists (select 1 from device_binding b where b.vehicle_id = v.id)
     order by v.registration_no limit $1`,
    [String(count)],
  )) as { id: string; plate: string; orgId: string }[];
  const devices = await addDevices(
    own,
    found.map(({ orgId }, at) => ({ identifier: `PLACED${at}`, orgId, intervalS: 10 })),
  );
  const vehicles: PlacedFleet['vehicles'] = [];
  for (const [at, { id, plate }] of found.entries()) {
    const deviceId = devices[at]?.id ?? '';
    const bindingId = await bindDevice(own, { deviceId, vehicleId: id, from: '2026-01-01T00:00:00Z' });
    vehicles.push({ id, plate, bindingId });
  }
  return {
    vehicles,
    async put({ id, bindingId }, place) {
      const { lat, lon, speedKmh, course, ignition, moving, ageS } = { ...usual, ...place };
      const now = own.clock.now().getTime();
      await own.sql(
        `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, speed_ckmh, course_ddeg, ignition, moving)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (vehicle_id) do update set fix_at = excluded.fix_at, received_at = excluded.received_at, lat_e7 = excluded.lat_e7,
           lon_e7 = excluded.lon_e7, speed_ckmh = excluded.speed_ckmh, course_ddeg = excluded.course_ddeg,
           ignition = excluded.ignition, moving = excluded.moving`,
        [
          id,
          bindingId,
          new Date(now - ageS * 1_000).toISOString(),
          new Date(now).toISOString(),
          String(Math.round(lat * 1e7)),
          String(Math.round(lon * 1e7)),
          String(speedKmh * 100),
          String(course * 10),
          String(ignition),
          String(moving),
        ],
      );
    },
  };
}
