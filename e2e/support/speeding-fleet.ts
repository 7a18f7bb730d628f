import { createDeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { createSpeedingFollower } from '#areas/speeding/speeding.server.ts';
import { createTracker } from '#areas/trips/engine/tracker.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import { loadDemoFleet } from '#db/seed/demo-fleet.ts';
import type { OwnProduct } from './own-product.ts';

const degreeM = 111_195;
const origin = { lat: 16.2, lon: 75.2 };
export const placeOn = (eastM: number, northM: number): [lat: number, lon: number] => [
  origin.lat + northM / degreeM,
  origin.lon + eastM / (degreeM * Math.cos((origin.lat * Math.PI) / 180)),
];

export interface SpeedingVehicle {
  vehicleId: string;
  plate: string;
}

/** A drive with two minutes too fast, this far north, and for some minutes more on no road at all. */
export interface SpeedingDrive {
  kmh: number;
  northM: number;
  moreMinutes?: number;
}

/** Roads to drive on: an expressway with a rule of 80, and a divided road with a service road beside it. */
export async function addRoads({ url }: OwnProduct): Promise<void> {
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { accessToken: string; data: { id: string } };
  };
  const { accessToken } = await post('/login', { email: 'admin@roadkeeper.test', password: 'Demo-Roadkeeper-2026' });
  const types = (await (
    await fetch(`${url}/api/v1/road-type?take=50`, { headers: { authorization: `Bearer ${accessToken}` } })
  ).json()) as { data: { id: string; code: string }[] };
  const road = async (name: string, code: string, northM: number) => {
    const ends = [placeOn(0, northM), placeOn(20_000, northM)];
    const body = {
      name,
      roadTypeId: types.data.find((type) => type.code === code)?.id,
      state: 'MH',
      isDivided: true,
      geometry: { type: 'LineString', coordinates: ends.map((end) => end.toReversed()) },
    };
    return (await post('/road', body, accessToken)).data.id;
  };
  const expressway = await road('Expressway of the journey', 'DIVIDED_4L', 0);
  await road('Bypass of the journey', 'DIVIDED_4L', 1_000);
  await road('Service road of the journey', 'SERVICE', 985);
  const rule = {
    roadId: expressway,
    limitKmh: 80,
    effectiveFrom: '2026-01-01',
    reasonCode: 'SIGN',
    orderNo: 'GR 12/2026',
  };
  await post('/road-speed-rule', rule, accessToken);
}

/** Drives that ended some hours ago, each by a vehicle of its own of Sahyadri Logistics, matched and judged; vehicles in the order of the drives. */
export async function speedingFleet(own: OwnProduct, drives: readonly SpeedingDrive[]): Promise<SpeedingVehicle[]> {
  await loadDemoFleet(own.product.kit);
  await addRoads(own);
  const rows = (await own.sql(
    `select v.id as "vehicleId", v.registration_no as plate, v.org_id as "orgId" from vehicle v join organisation o on o.id = v.org_id
     where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1
       and not exists (select 1 from device_binding b where b.vehicle_id = v.id)
     order by v.registration_no limit ${drives.length}`,
  )) as unknown as (SpeedingVehicle & { orgId: string })[];
  const { db, kit } = own.product;
  const registry = createDeviceRegistry(db);
  const options = { db, clock: own.clock, log: () => undefined };
  const tracker = createTracker({ ...options, registry });
  const follower = createSpeedingFollower({ ...options, versions: kit.versions });
  const store = createLog(own);
  const begin = own.clock.now().getTime() - 4 * 3_600_000;
  const devices = await addDevices(
    own,
    rows.map(({ orgId }, at) => ({ identifier: `journey-${at}`, orgId, intervalS: 5 })),
  );
  for (const [at, { vehicleId }] of rows.entries())
    await bindDevice(own, { deviceId: devices[at]?.id ?? '', vehicleId, from: '2020-01-01T00:00:00Z' });
  await own.sql(
    `update vehicle set category_id = (select id from vehicle_category where speed_class = 'M1' and deleted_at is null order by id limit 1)
     where id = any(string_to_array($1, ',')::uuid[])`,
    [rows.map(({ vehicleId }) => vehicleId).join()],
  );
  await registry.refresh();
  await tracker.restore();
  // Their clocks were right then.
  await own.asOwner(`update device_clock_begin set at = '2020-01-01'`);
  await own.sql(
    `insert into device_clock_session (device_id, from_at, to_at, offset_ms, samples)
     select id, $2::timestamptz, $2::timestamptz + interval '4 hours', 100, 61 from device where id = any(string_to_array($1, ',')::uuid[])`,
    [devices.map(({ id }) => id).join(), new Date(begin).toISOString()],
  );
  const positions = drives.flatMap((one, at) => drive(devices[at]?.slot ?? 0, begin + at * 600_000, one));
  tracker.accept(await store.store(positions, own.clock.now().getTime()));
  await tracker.catchUp();
  await follower.catchUp();
  await follower.stop();
  return rows.map(({ vehicleId, plate }) => ({ vehicleId, plate }));
}

/** A minute at 60, two minutes too fast, another minute at 60, and standing with the engine off. */
function drive(slot: number, begin: number, { kmh, northM, moreMinutes = 0 }: SpeedingDrive) {
  const steady = (speed: number, times: number): number[] => Array.from({ length: times }, () => speed);
  const speeds = [...steady(60, 12), ...steady(kmh, 24), ...steady(60, 12 + moreMinutes * 12)];
  let eastM = 100;
  return [...speeds, ...steady(0, 24)].map((speedKmh, at) => {
    const [lat, lon] = placeOn(eastM, northM + ((Math.min(at, speeds.length) % 3) - 1));
    eastM += (speedKmh / 3.6) * 5;
    const fix = { time: begin + at * 5_000, lat, lon, speedKmh, accuracyM: null, ignition: at < speeds.length };
    return positionOfFix(slot, fix, { courseDdeg: 900, satellites: 11, hdopC: 90 });
  });
}
