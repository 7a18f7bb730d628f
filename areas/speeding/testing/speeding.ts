import { startTestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { createDeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { addDevices, bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { createTracker } from '#areas/trips/testing/tracker.ts';
import { createLog, positionOfFix } from '#areas/trips/testing/log.ts';
import { createLiveTier } from '../live/live-tier.ts';
import { createSpeedingFollower } from '../match/follow-trips.ts';
import { shareMatcher } from '../match/shared-matcher.ts';
import type { ToldAlert } from '../alert.contract.ts';
import { noRelay } from '#kit/server/live/relay.ts';

const degreeM = 111_195;
/** West end of the roads of these tests. */
const origin = { lat: 16.2, lon: 75.2 };
const place = (eastM: number, northM: number): [lat: number, lon: number] => [
  origin.lat + northM / degreeM,
  origin.lon + eastM / (degreeM * Math.cos((origin.lat * Math.PI) / 180)),
];

/** A drive to the east: speeds one after another, a fix each `everyS`. */
export interface DriveAsked {
  speeds: readonly number[];
  everyS?: number;
  fromM?: number;
  northM?: number;
  /** Seconds after the clock began. */
  fromS?: number;
  satellites?: number;
}

/** A product with roads and vehicles, beside its doors: positions are stored and followed by hand, and rounds are run by hand. */
export async function startSpeeding() {
  const product = await startTestProduct({ fleet: true, at: '2026-11-21T06:00:00Z' });
  const { orgId, vehicles } = await someVehicles(product, 16);
  const { db, kit } = product.product;
  const registry = createDeviceRegistry(db);
  const store = createLog(product);
  const logged: string[] = [];
  const log = (line: string): void => void logged.push(line);
  let token = await product.login('admin@roadkeeper.test');
  const begin = product.clock.now().getTime() - 4 * 3_600_000;
  const tracker = createTracker({ db, clock: product.clock, log, registry });
  const newFollower = () => createSpeedingFollower({ db, clock: product.clock, log, versions: kit.versions });
  const followers = [newFollower()];
  const liveMatcher = shareMatcher({ db, clock: product.clock, log, versions: kit.versions });
  /** What open browsers were told. */
  const told: ToldAlert[] = [];
  let serial = 0;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = token) =>
    product.call(method, path, { token: as, ...(body === undefined ? {} : { body }) });
  const made = async (
    path: string,
    body: object,
  ): Promise<Record<string, unknown> & { id: string; version: number }> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.json.data;
  };
  const types = (await call('GET', '/road-type?take=50')).json.data as { id: string; code: string }[];
  const query = <Row>(sql: string, params: readonly string[] = []) =>
    transact(db, everything, (db) => db.query<Row>(sql, params));
  await registry.refresh();
  await tracker.restore();

  /** Stores positions and cuts trips, which nobody matches yet. */
  const cut = async (positions: Parameters<typeof store.store>[0]) => {
    tracker.accept(await store.store(positions, product.clock.now().getTime()));
    await tracker.catchUp();
  };
  return {
    product,
    orgId,
    get token() {
      return token;
    },
    /** Sessions end while days pass. */
    async signIn() {
      token = await product.login('admin@roadkeeper.test');
    },
    call,
    made,
    query,
    logged,
    begin,
    typeOf: (code: string) => types.find((type) => type.code === code)?.id as string,
    /** A straight road to the east, metres from the origin. */
    road: (name: string, code: string, lines: readonly (readonly [number, number])[], over: object = {}) =>
      made('/road', {
        name,
        roadTypeId: types.find((type) => type.code === code)?.id,
        state: 'MH',
        isDivided: code !== 'OTHER',
        geometry: { type: 'LineString', coordinates: lines.map(([east, north]) => place(east, north).toReversed()) },
        ...over,
      }),
    /** A vehicle of a class that carries a device since long ago. */
    async vehicle(speedClass = 'M1') {
      const vehicleId = vehicles[serial] as string;
      serial += 1;
      const [device] = await addDevices(product, [{ identifier: `speeding-${serial}`, orgId, intervalS: 5 }]);
      const { id: deviceId, slot } = device as { id: string; slot: number };
      const bindingId = await bindDevice(product, { deviceId, vehicleId, from: '2010-01-01T00:00:00Z' });
      await query(
        `update vehicle set category_id = (select id from vehicle_category where speed_class = $2 and deleted_at is null order by id limit 1) where id = $1`,
        [vehicleId, speedClass],
      );
      await registry.refresh();
      return { vehicleId, slot, bindingId };
    },
    /** Positions of a drive, in the order of time; it ends with the engine off for two minutes. */
    drive(slot: number, { speeds, everyS = 5, fromM = 100, northM = 0, fromS = 0, satellites = 11 }: DriveAsked) {
      let eastM = fromM;
      const standing = Array.from({ length: Math.ceil(120 / everyS) }, () => 0);
      return [...speeds, ...standing].map((kmh, at) => {
        const [lat, lon] = place(eastM, northM + ((Math.min(at, speeds.length) % 3) - 1));
        eastM += (kmh / 3.6) * everyS;
        const time = begin + (fromS + at * everyS) * 1_000;
        const fix = { time, lat, lon, speedKmh: kmh, accuracyM: null, ignition: at < speeds.length };
        return positionOfFix(slot, fix, { courseDdeg: 900, satellites, hdopC: 90 });
      });
    },
    cut,
    /** Stores positions, cuts trips, and follows them to the end. */
    async follow(positions: Parameters<typeof store.store>[0]) {
      await cut(positions);
      await followers.at(-1)?.catchUp();
    },
    told,
    liveTier: openLiveTier({ product, registry, log, told, matcher: () => liveMatcher.get() }),
    /** Stores positions as they come, without following them. */
    store: (positions: Parameters<typeof store.store>[0]) => store.store(positions, product.clock.now().getTime()),
    /** Another follower, as after a stop. */
    async restart() {
      await followers.at(-1)?.stop();
      followers.push(newFollower());
    },
    catchUp: async () => followers.at(-1)?.catchUp(),
    async violations(more = '') {
      const answer = await call('GET', `/violation?take=200${more}`);
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.json as { data: (Record<string, unknown> & { id: string; version: number })[]; count: number };
    },
    async close() {
      await followers.at(-1)?.stop();
      await liveMatcher.stop();
      await product.close();
    },
  };
}

/** What finds speeding as it happens. As after a kill: of what another one did not save nothing is left. */
const openLiveTier =
  (parts: {
    product: Awaited<ReturnType<typeof startTestProduct>>;
    registry: ReturnType<typeof createDeviceRegistry>;
    log: (line: string) => void;
    told: ToldAlert[];
    matcher: Parameters<typeof createLiveTier>[0]['matcher'];
  }) =>
  async () => {
    const { product, registry, log, told, matcher } = parts;
    const { db, kit } = product.product;
    await registry.refresh();
    const tier = createLiveTier({
      db,
      clock: product.clock,
      log,
      versions: kit.versions,
      registry,
      live: { publish: (_, __, ___, data) => void told.push(data as ToldAlert) },
      relay: noRelay,
      matcher,
    });
    await tier.restore(0);
    return tier;
  };
