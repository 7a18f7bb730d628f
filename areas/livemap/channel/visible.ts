import { type Database, type Scope, transact } from '#kit/server/db/database.ts';
import type { Versions } from '#kit/server/versions.ts';
import { dutyTables, isHiddenFrom } from '#areas/duty/duty.server.ts';
import type { Fleet } from './fleet.ts';
import { offDutySlots } from './off-duty-slots.ts';
import { visibleSlots, visibleTables } from './live-vehicles.store.ts';

/** Which vehicles a scope sees, shared by all that see the same. */
export interface Visible {
  /** How many vehicles. */
  readonly count: number;
  /** Counts what was read: a higher number, another answer. */
  readonly reading: number;
  /** Whether the place of a slot, as the fleet has it, may be told. */
  sees(slot: number): boolean;
  /** Whether its vehicle was off duty there. Clients do not see its place then; staff do. */
  isOffDuty(slot: number): boolean;
  /** What was written since it was read may have changed it: nothing is told until that is known. */
  readonly isStale: boolean;
}

export interface Visibility {
  /** @throws when the database is away. */
  open(scope: Scope): Promise<Visible>;
  close(visible: Visible): void;
  /** Looks whether anything was written, and reads again what hangs on it. @returns what to wait for before anything is told, where others write too */
  look(): Promise<void> | undefined;
}

interface Known extends Visible {
  key: string;
  scope: Scope;
  users: number;
  count: number;
  reading: number;
  /** Something was written since it was begun to be read. */
  isOld: boolean;
  /** 0: not seen; else one more than the moment in ms from which on it is. */
  since: Float64Array;
  wasOffDuty: (slot: number) => boolean;
  reads: Promise<void> | undefined;
  /** Before it no new reading begins: large fleets are not read all the time. */
  restUntil: number;
}

/** Whether its vehicle is the scope's, and what it did is of the time since it is. */
function mayBeTold({ since }: Known, fleet: Fleet, slot: number): boolean {
  const from = since[slot] ?? 0;
  return from > 0 && fleet.fixAt(slot) >= from - 1;
}

/** Of the time that a reading took, for so many times nothing is read again. */
const rest = 5;

export function createVisibility(options: {
  db: Database;
  versions: Versions;
  fleet: Fleet;
  log: (line: string) => void;
}): Visibility {
  const { db, versions, fleet, log } = options;
  const byScope = new Map<string, Known>();
  let state: string | undefined;
  let asking: Promise<void> | undefined;
  let isAway = false;

  const read = (known: Known): Promise<void> =>
    (known.reads ??= (async () => {
      const began = performance.now();
      // Whatever is written from now on is looked for again.
      known.isOld = false;
      try {
        // Both of one moment: who sees a vehicle is never told of it by rules of before.
        const { slots, wasOffDuty } = await transact(db, known.scope, async (db) => ({
          slots: await visibleSlots(db, known.scope),
          wasOffDuty: await offDutySlots(db, known.scope, fleet),
        }));
        const since = new Float64Array(slots.reduce((most, [slot]) => Math.max(most, slot + 1), 0));
        for (const [slot, from] of slots) since[slot] = from + 1;
        known.since = since;
        known.wasOffDuty = wasOffDuty;
        known.count = slots.length;
        known.reading += 1;
        isAway = false;
      } catch (error) {
        known.isOld = true;
        throw error;
      } finally {
        const now = performance.now();
        known.restUntil = now + (now - began) * rest;
        known.reads = undefined;
      }
    })());
  const readLater = (known: Known) => {
    if (known.reads || performance.now() < known.restUntil) return;
    read(known).catch((error: unknown) => {
      if (!isAway) log(`live map: vehicles not read: ${error instanceof Error ? error.message : String(error)}`);
      isAway = true;
    });
  };
  const take = (now: string) => {
    if (now !== state) for (const known of byScope.values()) known.isOld = true;
    state = now;
    for (const known of byScope.values()) if (known.isOld) readLater(known);
  };

  return {
    async open(scope) {
      const key = JSON.stringify(scope);
      const isHidden = isHiddenFrom(scope);
      const known: Known = byScope.get(key) ?? {
        key,
        scope,
        users: 0,
        count: 0,
        reading: 0,
        isOld: true,
        // What was read before is not told while it is read anew: a rule that was saved hides the next place.
        get isStale() {
          return this.isOld || this.reads !== undefined;
        },
        since: new Float64Array(0),
        // Nothing is seen before it is read.
        wasOffDuty: () => true,
        reads: undefined,
        restUntil: 0,
        sees: (slot) => mayBeTold(known, fleet, slot) && !(isHidden && known.wasOffDuty(slot)),
        isOffDuty: (slot) => mayBeTold(known, fleet, slot) && known.wasOffDuty(slot),
      };
      byScope.set(key, known);
      known.users += 1;
      try {
        if (known.reading === 0) await read(known);
      } catch (error) {
        this.close(known);
        throw error;
      }
      return known;
    },
    close(visible) {
      const known = visible as Known;
      known.users -= 1;
      if (known.users === 0) byScope.delete(known.key);
    },
    look() {
      if (asking) return asking;
      const now = versions.now([...visibleTables, ...dutyTables], null);
      if (typeof now === 'string') {
        take(now);
        return undefined;
      }
      asking = now
        .then(take)
        .catch(() => {
          // Nobody knows what was written.
          for (const known of byScope.values()) known.isOld = true;
          state = undefined;
        })
        .finally(() => (asking = undefined));
      return asking;
    },
  };
}
