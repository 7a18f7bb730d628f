import { type Database, type Scope, transact } from '#kit/server/db/database.ts';
import type { Versions } from '#kit/server/versions.ts';
import type { Fleet } from './fleet.ts';
import { visibleSlots, visibleTables } from './live-vehicles.store.ts';

/** Which vehicles a scope sees, shared by all that look with the same eyes. */
export interface Visible {
  /** How many vehicles. */
  readonly count: number;
  /** Counts what was read: a higher number, another answer. */
  readonly reading: number;
  /** Whether the place of a slot, as the fleet has it, may be told. */
  sees(slot: number): boolean;
  /** What was written since it was read may have changed it: nothing is told until that is known. */
  readonly isStale: boolean;
}

export interface Eyes {
  /** @throws when the database is away. */
  open(scope: Scope): Promise<Visible>;
  close(visible: Visible): void;
  /** Looks whether anything was written, and reads again what hangs on it. */
  look(): void;
}

interface Pair extends Visible {
  key: string;
  scope: Scope;
  users: number;
  count: number;
  reading: number;
  isStale: boolean;
  /** 0: not seen; else one more than the moment in ms from which on it is. */
  since: Float64Array;
  reads: Promise<void> | undefined;
  /** Before it no new reading begins: large fleets are not read all the time. */
  restUntil: number;
}

/** Of the time that a reading took, for so many times nothing is read again. */
const rest = 5;

export function createEyes(options: {
  db: Database;
  versions: Versions;
  fleet: Fleet;
  log: (line: string) => void;
}): Eyes {
  const { db, versions, fleet, log } = options;
  const pairs = new Map<string, Pair>();
  let state: string | undefined;
  let asking = false;
  let isAway = false;

  const read = (pair: Pair): Promise<void> =>
    (pair.reads ??= (async () => {
      const began = performance.now();
      // Whatever is written from now on is looked for again.
      pair.isStale = false;
      try {
        const slots = await transact(db, pair.scope, (db) => visibleSlots(db, pair.scope));
        const since = new Float64Array(slots.reduce((most, [slot]) => Math.max(most, slot + 1), 0));
        for (const [slot, from] of slots) since[slot] = from + 1;
        pair.since = since;
        pair.count = slots.length;
        pair.reading += 1;
        isAway = false;
      } catch (error) {
        pair.isStale = true;
        throw error;
      } finally {
        const now = performance.now();
        pair.restUntil = now + (now - began) * rest;
        pair.reads = undefined;
      }
    })());
  const readLater = (pair: Pair) => {
    if (pair.reads || performance.now() < pair.restUntil) return;
    read(pair).catch((error: unknown) => {
      if (!isAway) log(`live map: vehicles not read: ${error instanceof Error ? error.message : String(error)}`);
      isAway = true;
    });
  };
  const take = (now: string) => {
    if (now !== state) for (const pair of pairs.values()) pair.isStale = true;
    state = now;
    for (const pair of pairs.values()) if (pair.isStale) readLater(pair);
  };

  return {
    async open(scope) {
      const key = JSON.stringify(scope);
      const pair: Pair = pairs.get(key) ?? {
        key,
        scope,
        users: 0,
        count: 0,
        reading: 0,
        isStale: true,
        since: new Float64Array(0),
        reads: undefined,
        restUntil: 0,
        sees: (slot) => {
          const since = pair.since[slot] ?? 0;
          return since > 0 && fleet.fixAt(slot) >= since - 1;
        },
      };
      pairs.set(key, pair);
      pair.users += 1;
      try {
        if (pair.reading === 0) await read(pair);
      } catch (error) {
        this.close(pair);
        throw error;
      }
      return pair;
    },
    close(visible) {
      const pair = visible as Pair;
      pair.users -= 1;
      if (pair.users === 0) pairs.delete(pair.key);
    },
    look() {
      if (asking) return;
      const now = versions.now(visibleTables, null);
      if (typeof now === 'string') return take(now);
      asking = true;
      now
        .then(take)
        .catch(() => {
          // Nobody knows what was written.
          for (const pair of pairs.values()) pair.isStale = true;
          state = undefined;
        })
        .finally(() => (asking = false));
    },
  };
}
