import { startTestProduct } from '#apps/server/testing.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { createDeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { addDevices, bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import type { Follower } from '#areas/trips/trips.server.ts';
import { degreeM } from '#telematics/geofences/shapes.ts';
import { createFenceFollower } from '../engine/follower.ts';
import type { GeofenceEvent } from '../event-answers.contract.ts';

export const depot = { lat: 18.5204, lon: 73.8567 };
const noRecipients: readonly string[] = [];

/** A fix so many metres east of the depot, at so many seconds since the clock began. */
export interface Step {
  s: number;
  eastM: number;
  kmh?: number;
}

/** A product with vehicles and geofences, beside its doors: positions are stored and followed by hand, and rounds are run by hand. */
export async function startGuarded() {
  const product = await startTestProduct({ fleet: true });
  const { orgId, vehicles } = await someVehicles(product, 20);
  const { db, kit, mail } = product.product;
  const registry = createDeviceRegistry(db);
  const log = createLog(product);
  const begin = product.clock.now().getTime();
  const admin = await product.login('admin@roadkeeper.test');
  const published: { data: unknown }[] = [];
  const logged: string[] = [];
  let serial = 0;
  let fences = 0;
  const ask = async (path: string) => {
    const answer = await product.call('GET', path, { token: admin });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json;
  };

  return {
    product,
    orgId,
    admin,
    begin,
    log,
    /** What open browsers were told. */
    published,
    logged,
    ask,
    query: <Row>(sql: string, params: readonly string[] = []) =>
      transact(db, everything, (db) => db.query<Row>(sql, params)),
    /** A vehicle that carries a device since long ago. */
    async vehicle() {
      const vehicleId = vehicles[serial] as string;
      serial += 1;
      const [device] = await addDevices(product, [{ identifier: `guarded-${serial}`, orgId, intervalS: 10 }]);
      const { id: deviceId, slot } = device as { id: string; slot: number };
      const bindingId = await bindDevice(product, { deviceId, vehicleId, from: '2010-01-01T00:00:00Z' });
      await registry.refresh();
      const plate = (await ask(`/vehicle/${vehicleId}`)).data.registrationNo as string;
      return { vehicleId, slot, plate, bindingId };
    },
    /** A geofence around the depot, made through the door. */
    async fence(over: Record<string, unknown> = {}): Promise<string> {
      fences += 1;
      const body = {
        name: `Depot ${fences}`,
        orgId,
        kind: 'CIRCLE',
        points: `${depot.lat}, ${depot.lon}`,
        widthM: 300,
        appliesTo: 'ALL',
        onEnter: true,
        onExit: true,
        recipients: noRecipients,
        ...over,
      };
      const answer = await product.call('POST', '/geofence', { token: admin, body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.data.id as string;
    },
    /** A follower over what is stored. As after a kill: of what another one did not save nothing is left. */
    async follower(through: Database = db): Promise<Follower> {
      await registry.refresh();
      const follower = createFenceFollower({
        db: through,
        clock: product.clock,
        log: (line) => void logged.push(line),
        versions: kit.versions,
        registry,
        mail,
        places: kit.places,
        live: { publish: (_, __, ___, data) => void published.push({ data }) },
      });
      await follower.restore(0);
      return follower;
    },
    positions: (slot: number, steps: readonly Step[]) =>
      steps.map(({ s, eastM, kmh = 36 }) =>
        positionOfFix(slot, {
          time: begin + s * 1_000,
          lat: depot.lat,
          lon: depot.lon + eastM / (degreeM * Math.cos((depot.lat * Math.PI) / 180)),
          speedKmh: kmh,
          accuracyM: 5,
          ignition: true,
        }),
      ),
    now: () => product.clock.now().getTime(),
    /** What is listed of a vehicle, oldest first: kind and seconds since the clock began. */
    async events(vehicleId: string, more = ''): Promise<[string, number][]> {
      const { data } = (await ask(`/geofence-event?vehicleId=${vehicleId}&take=200${more}`)) as {
        data: GeofenceEvent[];
      };
      return data.toReversed().map(({ kind, at }) => [kind, (Date.parse(at) - begin) / 1_000]);
    },
    close: () => product.close(),
  };
}

/** Steps of 100 m every ten seconds, from one place to another. */
export const way = (from: number, fromM: number, toM: number): Step[] =>
  Array.from({ length: Math.abs(toM - fromM) / 100 + 1 }, (_, at) => ({
    s: from + at * 10,
    eastM: fromM + Math.sign(toM - fromM) * at * 100,
  }));
