import { startTestProduct, type TestOptions, type TestProduct } from '#apps/server/testing.ts';
import type { Param } from '#kit/server/db/database.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import type { Place } from '#telematics/simulator/place.ts';
import type { Tracking } from '#areas/trips/trips.server.ts';
import { Client } from './client.ts';
import { addDevices, someVehicles, type TestDevice } from './devices.ts';

export interface StoredFix {
  fix_at: string;
  received_at: string;
  lat_e7: number;
  unfit: number;
  flags: number;
}

/** A product that listens to devices, and what tests of its doors ask of it. */
export async function startGateway(
  options: Exclude<TestOptions['tracking'], boolean | undefined> = {},
  more: Pick<TestOptions, 'natsUrl' | 'at'> = {},
) {
  const product = await startTestProduct({ fleet: true, tracking: options, ...more });
  const { orgId } = await someVehicles(product, 1);
  return gatewayOf(product, orgId);
}
export type TestGateway = Awaited<ReturnType<typeof startGateway>>;

function gatewayOf(product: TestProduct, orgId: string) {
  let serial = 0;
  const tracking = (): Tracking => {
    if (!product.product.tracking) throw new Error('Nobody listens');
    return product.product.tracking;
  };
  const sql = <Row>(text: string, params: readonly Param[] = []) =>
    transact(product.product.db, everything, (db) => db.query<Row>(text, params));
  return {
    product,
    orgId,
    sql,
    get tracking() {
      return tracking();
    },
    /** A device of its own for each test, known at once. */
    async device(over: Partial<TestDevice> = {}): Promise<{ imei: string; slot: number; id: string }> {
      serial += 1;
      const imei = over.identifier ?? `8612340500${String(10_000 + serial)}`;
      const [made] = await addDevices(product, [{ orgId, ...over, identifier: imei }]);
      if (!made) throw new Error('No device');
      await tracking().registry.refresh();
      return { imei, ...made };
    },
    client: (protocol: string, options?: { allowHalfOpen?: boolean }) => Client.to(tracking().ports[protocol], options),
    fixesOf: (slot: number) =>
      sql<StoredFix>(
        'select fix_at, received_at, lat_e7, unfit, flags from position where device = $1 order by fix_at',
        [slot],
      ),
    liveOf: async (id: string) =>
      (await sql<Record<string, unknown>>('select * from device_live where device_id = $1', [id]))[0],
    close: () => product.close(),
  };
}

const start = Date.parse('2026-11-21T05:00:00Z');

/** Where a vehicle is so many minutes after 05:00. */
export const placeAt = (minute: number, lat = 18.5): Place => ({
  time: start + minute * 60_000,
  lat: lat + minute / 1_000,
  lon: 73.85,
  speedKmh: 36,
  course: 90,
});
