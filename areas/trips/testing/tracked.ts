import { startTestProduct } from '#apps/server/testing.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createDeviceRegistry } from '#areas/gateway/gateway.server.ts';
import { shownOf, type StoredTrip, tripsBehind } from '../engine/stored-trips.store.ts';
import { createTracker, type Tracker } from '../engine/tracker.ts';
import { addDevices, bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import type { Trip } from '#telematics/pipeline/trip.ts';

/** A product with devices, beside its doors: fixes are stored and taken by hand, and rounds are run by hand. */
export async function startTracked() {
  const product = await startTestProduct({ fleet: true, at: '2026-11-21T06:00:00Z' });
  const { orgId, vehicles } = await someVehicles(product, 20);
  const { db } = product.product;
  const registry = createDeviceRegistry(db);
  const logged: string[] = [];
  let serial = 0;
  const query = <Row>(sql: string, params: readonly string[]) =>
    transact(db, everything, (db) => db.query<Row>(sql, params));
  const stored = async (binding: string, slot: number): Promise<StoredTrip[]> => {
    const known = { id: binding, device: slot, deviceId: '', vehicleId: '', orgId, from: 0, to: null, ceilingKmh: 250 };
    return (await tripsBehind(db, known, 0)).behind;
  };

  return {
    product,
    registry,
    orgId,
    /** What trackers told the operator. */
    logged,
    query,
    stored,
    /** A tracker over what is stored. As after a stop: of what another one did not save nothing is left. */
    async tracker(through: Database = db): Promise<Tracker> {
      await registry.refresh();
      const made = createTracker({
        db: through,
        clock: product.clock,
        log: (line) => void logged.push(line),
        registry,
      });
      await made.restore();
      return made;
    },
    /** The database, which now and then does what it is asked and is away before it says so. */
    losing(isLost: () => boolean): Database {
      return {
        ...db,
        async transact(scope, work) {
          const result = await db.transact(scope, work);
          if (isLost()) throw refuse.unavailable();
          return result;
        },
      };
    },
    vehicle: () => vehicles[serial++ % vehicles.length] as string,
    /** A device that a vehicle carries since long ago. What it carried for an earlier test is forgotten. */
    async device(tripRule: 'MOVEMENT' | 'SILENCE' = 'MOVEMENT', from = '2010-01-01T00:00:00Z') {
      const vehicleId = vehicles[serial % vehicles.length] as string;
      serial += 1;
      const [device] = await addDevices(product, [{ identifier: `tracked-${serial}`, orgId, tripRule, intervalS: 10 }]);
      const { id: deviceId, slot } = device as { id: string; slot: number };
      await query('delete from device_binding where vehicle_id = $1', [vehicleId]);
      const binding = await bindDevice(product, { deviceId, vehicleId, from });
      await registry.refresh();
      return { deviceId, slot, vehicleId, binding };
    },
    /** What people see of a device's trips, to be compared with `expected`. */
    shown: async (binding: string, slot: number) =>
      (await stored(binding, slot)).map((trip) => [trip.start, trip.state === 'LIVE' ? asEnded(trip) : trip.shown]),
    current: async (vehicleId: string) =>
      (
        await query<{
          binding_id: string;
          fix_at: string;
          moving: boolean;
          trip_start_at: string | null;
          lat_e7: number;
          speed_ckmh: number | null;
          odometer_m: number | null;
          battery_v: number | null;
        }>('select * from current_position where vehicle_id = $1', [vehicleId])
      )[0],
    /** Does something while nobody can write to a table. */
    blocked: (table: string, work: () => Promise<void>) =>
      withClient(product.database.owner, async (client) => {
        await client.query(`begin; lock table ${table} in share mode`);
        try {
          await work();
        } finally {
          await client.query('rollback');
        }
      }),
    asOwner: (sql: string, params: string[]) =>
      // Row security binds the owner, too.
      withClient(
        { ...product.database.owner, options: '-c app.scope=staff' } as never,
        async (client) => void (await client.query(sql, params)),
      ),
    now: () => product.clock.now().getTime(),
    until: (time: number) => product.clock.move(Math.max(0, time - product.clock.now().getTime())),
  };
}

/** A trip that goes on says nothing of its end; what ends a whole log is silence. */
function asEnded({ shown }: StoredTrip): string {
  const parts = JSON.parse(shown) as unknown[];
  const [beganBy, endedBy, offPoints] = parts.at(-1) as unknown[];
  return JSON.stringify([...parts.slice(0, -1), [beganBy, endedBy ?? 'SILENCE', offPoints]]);
}

export const expected = (trips: readonly Trip[]) => trips.map((trip) => [trip.start.time, shownOf(trip)]);
