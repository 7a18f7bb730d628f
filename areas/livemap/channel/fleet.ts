import { bit, notKnown, type PlaceRecord } from './live-frames.contract.ts';

/** Where every vehicle is, by slot, and with which tick that became known. */
export interface Fleet {
  /** One more than the greatest slot that has a place. */
  readonly size: number;
  /** Counts ticks, from 1. */
  readonly tick: number;
  /** Slots whose place changed since the last tick, each once. */
  readonly changed: readonly number[];
  /** Takes a place, unless a newer one is known. */
  put(place: PlaceRecord): void;
  /** It moves or not, although no fix says so. */
  putMotion(slot: number, isMoving: boolean, isOnTrip: boolean): void;
  /** Begins the next tick. */
  advance(): void;
  /** The tick with which a slot changed last; 0: it has no place. */
  versionOf(slot: number): number;
  fixAt(slot: number): number;
  latE7(slot: number): number;
  lonE7(slot: number): number;
  bits(slot: number): number;
  read(slot: number, into: PlaceRecord): PlaceRecord;
}

const first = 1_024;

/** Arrays that grow with the slots; 30 bytes a vehicle. */
const arraysOf = (size: number) => ({
  latE7: new Int32Array(size),
  lonE7: new Int32Array(size),
  fixAt: new Float64Array(size),
  version: new Uint32Array(size),
  changedAt: new Uint32Array(size),
  speed: new Uint8Array(size),
  course: new Uint8Array(size),
  bits: new Uint8Array(size),
  limit: new Uint8Array(size),
});
type Arrays = ReturnType<typeof arraysOf>;

export function createFleet(): Fleet {
  let all = arraysOf(first);
  let size = 0;
  let tick = 1;
  let changed: number[] = [];

  const grow = (slot: number) => {
    const grown = arraysOf(Math.max(slot + 1, all.latE7.length * 2));
    for (const name of Object.keys(all) as (keyof Arrays)[]) grown[name].set(all[name] as never);
    all = grown;
  };
  const note = (slot: number) => {
    all.version[slot] = tick;
    if (all.changedAt[slot] === tick) return;
    all.changedAt[slot] = tick;
    changed.push(slot);
  };
  return {
    get size() {
      return size;
    },
    get tick() {
      return tick;
    },
    get changed() {
      return changed;
    },
    put(place) {
      const { slot, fixAt } = place;
      if (slot >= all.latE7.length) grow(slot);
      if ((all.version[slot] ?? 0) > 0) {
        const before = all.fixAt[slot] ?? 0;
        if (fixAt < before || (fixAt === before && all.bits[slot] === place.bits && all.latE7[slot] === place.latE7))
          return;
      }
      size = Math.max(size, slot + 1);
      all.latE7[slot] = place.latE7;
      all.lonE7[slot] = place.lonE7;
      all.fixAt[slot] = fixAt;
      all.speed[slot] = place.speedKmh;
      all.course[slot] = place.course;
      all.bits[slot] = place.bits;
      all.limit[slot] = place.limitKmh;
      note(slot);
    },
    putMotion(slot, isMoving, isOnTrip) {
      if (slot >= size || all.version[slot] === 0) return;
      const before = all.bits[slot] ?? 0;
      const after = (before & ~(bit.moving | bit.onTrip)) | (isMoving ? bit.moving : 0) | (isOnTrip ? bit.onTrip : 0);
      if (after === before) return;
      all.bits[slot] = after;
      note(slot);
    },
    advance() {
      tick += 1;
      changed = [];
    },
    versionOf: (slot) => all.version[slot] ?? 0,
    fixAt: (slot) => all.fixAt[slot] ?? 0,
    latE7: (slot) => all.latE7[slot] ?? 0,
    lonE7: (slot) => all.lonE7[slot] ?? 0,
    bits: (slot) => all.bits[slot] ?? 0,
    read(slot, into) {
      into.slot = slot;
      into.latE7 = all.latE7[slot] ?? 0;
      into.lonE7 = all.lonE7[slot] ?? 0;
      into.fixAt = all.fixAt[slot] ?? 0;
      into.speedKmh = all.speed[slot] ?? notKnown;
      into.course = all.course[slot] ?? notKnown;
      into.bits = all.bits[slot] ?? 0;
      into.limitKmh = all.limit[slot] ?? 0;
      return into;
    },
  };
}
