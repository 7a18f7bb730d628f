import { dutyFacts, isOffDutyBy } from '#areas/duty/duty.server.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Fleet } from './fleet.ts';
import { slotIds } from './live-vehicles.store.ts';

/**
 * Reads the rules of a scope. @returns whether the vehicle of a slot was off duty at the time of its fix, as the fleet has it then. It is
 * asked for each slot with each tick: what was worked out for a fix is kept.
 */
export async function offDutySlots(db: Queryable, scope: Scope, fleet: Fleet): Promise<(slot: number) => boolean> {
  const facts = await dutyFacts(db, scope);
  if (facts.versions.length === 0) return () => false;
  const isOffDuty = isOffDutyBy(facts);
  const vehicles = await slotIds(db, [...new Set(facts.assignments.map(({ vehicleId }) => vehicleId))]);
  const known = new Map<number, { at: number; isOff: boolean }>();
  return (slot) => {
    const vehicleId = vehicles.get(slot);
    if (vehicleId === undefined) return false;
    const at = fleet.fixAt(slot);
    const before = known.get(slot);
    if (before?.at === at) return before.isOff;
    const isOff = isOffDuty(vehicleId, at);
    known.set(slot, { at, isOff });
    return isOff;
  };
}
