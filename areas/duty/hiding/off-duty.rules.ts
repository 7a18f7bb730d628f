import { isWithin, type Schedule } from '#telematics/geofences/schedule.ts';

/** Times are milliseconds, UTC; one that has no end is null there. The end is not part of it. */
interface Span {
  from: number;
  to: number | null;
}
/** What a rule said in a time. */
export interface DutyVersion extends Span {
  orgId: string;
  schedule: Schedule;
  /** Null: all vehicles of the organisation. */
  vehicles: ReadonlySet<string> | null;
}
/** Somebody was assigned to a vehicle. It hides until the midnight of India at or after its end, or until the vehicle is another owner's. */
export interface DutyAssignment extends Span {
  orgId: string;
  vehicleId: string;
}
/** An emergency that shows where its vehicle is. */
export interface DutyEmergency extends Span {
  vehicleId: string;
}
export interface DutyFacts {
  versions: readonly DutyVersion[];
  assignments: readonly DutyAssignment[];
  emergencies: readonly DutyEmergency[];
}

/** Whether a vehicle was off duty at a moment (milliseconds, UTC). */
export type IsOffDuty = (vehicleId: string, at: number) => boolean;

const holds = ({ from, to }: Span, at: number): boolean => from <= at && (to === null || to > at);

const dayMs = 86_400_000;
const indiaMs = 330 * 60_000;
/** The last midnight of India before a moment, or the moment itself. Both milliseconds, UTC. */
export const midnightBefore = (at: number): number => Math.floor((at + indiaMs) / dayMs) * dayMs - indiaMs;
/** The next midnight of India. */
export const midnightAfter = (at: number): number => midnightBefore(at) + dayMs;

/**
 * Off duty is a vehicle that somebody is assigned to, that a rule is for, and of which no rule says that it works; but for an emergency. What
 * the rules said since the midnight before counts as what they say now, and whom it had since then as having it, so that what shows more waits for
 * the next one. The same as off_duty_at in 0171_off_duty_drivers_of_the_day.sql, for what is kept in memory.
 */
export function isOffDutyBy({ versions, assignments, emergencies }: DutyFacts): IsOffDuty {
  if (versions.length === 0) return () => false;
  const versionsOf = Map.groupBy(versions, ({ orgId }) => orgId);
  // The latest of several says whose it is.
  const assignmentsOf = Map.groupBy(
    assignments.toSorted((one, other) => one.from - other.from),
    ({ vehicleId }) => vehicleId,
  );
  const emergenciesOf = Map.groupBy(emergencies, ({ vehicleId }) => vehicleId);
  return (vehicleId, at) => {
    const assigned = assignmentsOf.get(vehicleId)?.findLast((one) => holds(one, at));
    if (!assigned) return false;
    const midnight = midnightBefore(at);
    const said = (versionsOf.get(assigned.orgId) ?? []).filter(
      ({ from, to, vehicles }) => from <= at && (to === null || to > midnight) && (vehicles?.has(vehicleId) ?? true),
    );
    const turns = said
      .flatMap(({ from, to }) => [from, to ?? Infinity])
      .filter((turn) => turn > midnight && turn <= at);
    const hides = (moment: number): boolean => {
      const held = said.filter((one) => holds(one, moment));
      return held.length > 0 && !held.some(({ schedule }) => isWithin(schedule, at));
    };
    if (![midnight, ...turns].some(hides)) return false;
    return !(emergenciesOf.get(vehicleId) ?? []).some((one) => holds(one, at));
  };
}
