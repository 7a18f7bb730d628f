import type { TestProduct } from '#apps/server/testing.ts';
import { createDeviceRegistry, flag, type Position } from '#areas/gateway/gateway.server.ts';
import { addDevices, bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { type Database, everything, transact } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import { createLog, positionOfFix } from './log.ts';

/** A database that does not always do as it should. */
export interface Unsteady extends Database {
  /** What it does next: as it should, nothing at all, or all of it without saying so. */
  next: 'works' | 'is away' | 'is lost';
}

/** Devices in vehicles of their own, a log of what they send, and a database that fails on purpose. `prefix` begins their identifiers. */
export async function followingIn(product: TestProduct, prefix: string, count = 12) {
  const { db } = product.product;
  const { orgId, vehicles } = await someVehicles(product, count);
  const registry = createDeviceRegistry(db);
  const query = <Row>(sql: string, params: readonly string[]) =>
    transact(db, everything, (db) => db.query<Row>(sql, params));
  let serial = 0;
  return {
    orgId,
    registry,
    log: createLog(product),
    query,
    now: () => product.clock.now().getTime(),
    /** A device in a vehicle that had none of these. */
    async device(): Promise<{ slot: number; vehicleId: string; identifier: string }> {
      const vehicleId = vehicles[(serial += 1)] as string;
      const identifier = `${prefix}-${serial}`;
      await query('delete from device_binding where vehicle_id = $1', [vehicleId]);
      const [made] = await addDevices(product, [{ identifier, orgId, intervalS: 10 }]);
      await bindDevice(product, { deviceId: made?.id ?? '', vehicleId, from: '2010-01-01T00:00:00Z' });
      await registry.refresh();
      return { slot: made?.slot ?? 0, vehicleId, identifier };
    },
    /** A position at Khed, with an alarm or without. */
    position: (slot: number, at: number, alarm: string | null): Position => ({
      ...positionOfFix(slot, { time: at, lat: 18.87, lon: 73.89, speedKmh: 40, accuracyM: null, ignition: true }),
      ...(alarm ? { flags: flag.valid | flag.alarm, attributes: JSON.stringify({ alarms: [alarm] }) } : {}),
    }),
    /** The registry, with devices of one slot in a vehicle that is not there: nothing can be written of it. */
    misplacing: (slot: number): Pick<typeof registry, 'bySlot'> => ({
      bySlot(of) {
        const known = registry.bySlot(of);
        if (of !== slot || !known) return known;
        return { ...known, bindings: known.bindings.map((one) => ({ ...one, vehicleId: nowhere })) };
      },
    }),
    unsteady(): Unsteady {
      const made: Unsteady = {
        ...db,
        next: 'works',
        async transact(scope, work) {
          if (made.next === 'is away') throw refuse.unavailable();
          const result = await db.transact(scope, work);
          if (made.next === 'is lost') throw refuse.unavailable();
          return result;
        },
      };
      return made;
    },
  };
}
const nowhere = '01a1fc17-27e9-7627-921e-d6ed735c9999';
