import { indiaDay } from '#kit/contract/days.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { readDrivers, readVehicles } from './facts.store.ts';
import { vehicleCompliance } from './status.contract.ts';

/** A driver is assigned only to a vehicle that may run with them. @throws 409 with the exact reasons */
export async function refuseUnlawfulAssignment(
  db: Queryable,
  _: Writer,
  { vehicle, driver, from }: { vehicle: Named; driver: Named; from: Date },
): Promise<void> {
  const [asVehicle] = await readVehicles(db, [vehicle.id]);
  const [asDriver] = await readDrivers(db, [driver.id]);
  if (!asVehicle || !asDriver) throw refuse.notFound('Vehicle not found');
  const { lines } = vehicleCompliance(asVehicle.facts, indiaDay(from), asDriver.facts);
  const against = lines.filter(({ colour }) => colour === 'RED').map(({ text }) => text);
  if (against.length === 0) return;
  const reasons = against.join('; ');
  throw refuse.conflict(`${vehicle.title} cannot be assigned to ${driver.title}: ${reasons}`, { driverId: reasons });
}

interface Named {
  id: string;
  title: string;
}
