import {
  bit,
  cellBytes,
  frameKind,
  goneBytes,
  headBytes,
  type Motion,
  motionOf,
  notKnown,
  placeBytes,
  type PlaceRecord,
  readHead,
  readPlace,
} from '../channel/live-frames.contract.ts';
import type { FleetView } from '../channel/live-vehicles.contract.ts';

/** Vehicles of a square of the map, where there are too many to show each. */
export interface Group {
  lat: number;
  lon: number;
  /** In the order of `motions`. */
  counts: readonly number[];
}

/** What a vehicle says of itself, now. */
export interface Reading {
  lat: number;
  lon: number;
  /** The server's time, ms. */
  fixAt: number;
  ageS: number;
  /** km/h; undefined: not known. */
  speedKmh: number | undefined;
  /** Degrees from north, clockwise; undefined: not known. */
  course: number | undefined;
  motion: Motion;
  hasAlarm: boolean;
  isOnTrip: boolean;
  /** It is off duty: those who are not staff are not told where it is. */
  isOffDuty: boolean;
}

/** Where a vehicle goes on to, of what it said last, is guessed for so long. */
const guessedMs = 12_000;
/** A guess that was wrong is put right within so long, so that nothing jumps. */
const easedMs = 500;
/** Farther than that from where it was thought to be it is put there at once, degrees. */
const jump = 0.01;
const degreesPerMetre = 1 / 111_320;
const usualSilentS = 300;
/** So long after it was raised an alarm is shown. */
const alarmMs = 15 * 60_000;
const first = 1_024;

const arraysOf = (size: number) => ({
  /** Of the fix. */
  lat: new Float64Array(size),
  lon: new Float64Array(size),
  /** ms by the server's clock; 0: it has no place. */
  fixAt: new Float64Array(size),
  /** How far beside the guess it was drawn when the fix came, degrees, and when that was by the browser's clock. */
  offLat: new Float32Array(size),
  offLon: new Float32Array(size),
  easedFrom: new Float64Array(size),
  speed: new Uint8Array(size).fill(notKnown),
  course: new Uint8Array(size).fill(notKnown),
  bits: new Uint8Array(size),
  /** Seconds. */
  silentAfter: new Float32Array(size).fill(usualSilentS),
});
type Arrays = ReturnType<typeof arraysOf>;

/** Where the vehicles are that this browser may see, outside of React: they change many times a second. */
export class FleetStore {
  /** Slots that have a place, in no order. */
  readonly slots = new Set<number>();
  /** Slots whose places are hidden: off duty. */
  readonly #offDuty = new Set<number>();
  groups: readonly Group[] = [];
  isGrouped = false;
  /** All that there was has been told. */
  isComplete = false;
  /** The fleet is so large that only what is in view is told, or groups of it. */
  isPartial = false;
  /** Counts everything that came. */
  version = 0;
  #all = arraysOf(first);
  /** The server's clock less the browser's. */
  #aheadMs = 0;
  #mark = 0;
  #reset = 0;
  #view: Required<Pick<FleetView, 'bbox' | 'zoom'>> | undefined;
  readonly #record = {} as PlaceRecord;
  readonly #listeners = new Set<() => void>();
  readonly #lookers = new Set<() => void>();
  #guesses = true;

  /** What a subscription asks for: what is in view, and after a break only what is newer. */
  asked(): FleetView {
    return {
      ...this.#view,
      ...(this.#mark > 0 ? { since: { mark: this.#mark, reset: this.#reset } } : {}),
    };
  }

  /** Says what is in view: large fleets are told only as far as that. */
  look(view: Required<Pick<FleetView, 'bbox' | 'zoom'>>): void {
    this.#view = view;
    for (const listener of this.#lookers) listener();
  }

  /** Told when something else is in view. */
  onLook(listener: () => void): () => void {
    this.#lookers.add(listener);
    return () => void this.#lookers.delete(listener);
  }

  /** Told after each frame. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether vehicles move on by guess between their fixes: not for those who asked for less motion. */
  get guesses(): boolean {
    return this.#guesses;
  }

  setGuesses(is: boolean): void {
    this.#guesses = is;
  }

  setPartial(is: boolean): void {
    this.isPartial = is;
  }

  setSilentAfter(slot: number, seconds: number): void {
    this.#room(slot);
    this.#all.silentAfter[slot] = seconds;
  }

  take(frame: ArrayBuffer, now = performance.now()): void {
    const view = new DataView(frame);
    const { kind, count, mark, at } = readHead(view);
    this.#aheadMs = at - now;
    if (kind === frameKind.reset) {
      this.slots.clear();
      this.#offDuty.clear();
      this.#all = { ...arraysOf(this.#all.lat.length), silentAfter: this.#all.silentAfter };
      this.groups = [];
      [this.isGrouped, this.isComplete, this.#mark, this.#reset] = [false, false, 0, mark];
    } else if (kind === frameKind.places) {
      this.isGrouped = false;
      for (let n = 0; n < count; n += 1) this.#put(readPlace(view, headBytes + n * placeBytes, at, this.#record), now);
      if (mark > 0) [this.#mark, this.isComplete] = [mark, true];
    } else if (kind === frameKind.gone || kind === frameKind.offDuty) {
      for (let n = 0; n < count; n += 1) this.#drop(view.getUint32(headBytes + n * goneBytes, true), kind);
    } else if (kind === frameKind.cells) {
      [this.isGrouped, this.isComplete] = [true, true];
      this.groups = Array.from({ length: count }, (_, n) => groupAt(view, headBytes + n * cellBytes));
    }
    this.version += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Nothing of where it was is kept. */
  #drop(slot: number, kind: number): void {
    this.slots.delete(slot);
    if (kind === frameKind.offDuty) this.#offDuty.add(slot);
    else this.#offDuty.delete(slot);
    if (slot < this.#all.fixAt.length) [this.#all.fixAt[slot], this.#all.lat[slot], this.#all.lon[slot]] = [0, 0, 0];
  }

  /** The server's time, ms. */
  get now(): number {
    return performance.now() + this.#aheadMs;
  }

  has(slot: number): boolean {
    return this.slots.has(slot);
  }

  /** Where it is is hidden. */
  isHidden(slot: number): boolean {
    return this.#offDuty.has(slot);
  }

  /** It is off duty, whether its place is hidden from who looks or from its organisation alone. */
  isOffDuty(slot: number): boolean {
    return this.#offDuty.has(slot) || (this.slots.has(slot) && ((this.#all.bits[slot] ?? 0) & bit.offDuty) !== 0);
  }

  motionOf(slot: number): Motion {
    const all = this.#all;
    const ageS = (this.now - (all.fixAt[slot] ?? 0)) / 1_000;
    return motionOf(all.bits[slot] ?? 0, ageS, all.silentAfter[slot] ?? usualSilentS);
  }

  /** Whether its last position came with an alarm, and lately. */
  hasAlarm(slot: number): boolean {
    const isLate = this.now - this.fixAt(slot) > alarmMs;
    return !isLate && ((this.#all.bits[slot] ?? 0) & bit.alarm) !== 0;
  }

  fixAt(slot: number): number {
    return this.#all.fixAt[slot] ?? 0;
  }

  read(slot: number): Reading | undefined {
    if (!this.slots.has(slot)) return undefined;
    const all = this.#all;
    const [speed, course, bits] = [all.speed[slot] ?? notKnown, all.course[slot] ?? notKnown, all.bits[slot] ?? 0];
    const fixAt = all.fixAt[slot] ?? 0;
    return {
      lat: all.lat[slot] ?? 0,
      lon: all.lon[slot] ?? 0,
      fixAt,
      ageS: Math.max(0, (this.now - fixAt) / 1_000),
      speedKmh: speed === notKnown ? undefined : speed,
      course: course === notKnown ? undefined : (course * 360) / notKnown,
      motion: this.motionOf(slot),
      hasAlarm: this.hasAlarm(slot),
      isOnTrip: (bits & bit.onTrip) !== 0,
      isOffDuty: (bits & bit.offDuty) !== 0,
    };
  }

  course(slot: number): number | undefined {
    const course = this.#all.course[slot] ?? notKnown;
    return course === notKnown ? undefined : (course * 360) / notKnown;
  }

  /** Where a slot is drawn at a moment of the browser's clock: longitude and latitude, put into `into` from `at` on. */
  drawAt(slot: number, now: number, into: Float64Array, at: number): void {
    const all = this.#all;
    let [lat, lon] = [all.lat[slot] ?? 0, all.lon[slot] ?? 0];
    if (this.#guesses) {
      const course = all.course[slot] ?? notKnown;
      const speed = all.speed[slot] ?? 0;
      if (((all.bits[slot] ?? 0) & bit.moving) !== 0 && course !== notKnown && speed !== notKnown) {
        const passed = Math.min(guessedMs, Math.max(0, now + this.#aheadMs - (all.fixAt[slot] ?? 0)));
        const metres = (passed / 3_600) * speed;
        const angle = (course * 2 * Math.PI) / notKnown;
        lat += metres * Math.cos(angle) * degreesPerMetre;
        lon += (metres * Math.sin(angle) * degreesPerMetre) / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
      }
      const left = 1 - (now - (all.easedFrom[slot] ?? 0)) / easedMs;
      if (left > 0) {
        lat += (all.offLat[slot] ?? 0) * left;
        lon += (all.offLon[slot] ?? 0) * left;
      }
    }
    into[at] = lon;
    into[at + 1] = lat;
  }

  readonly #drawn = new Float64Array(2);
  #put(place: PlaceRecord, now: number): void {
    const { slot } = place;
    this.#room(slot);
    const isKnown = this.slots.has(slot);
    const [drawn] = [this.#drawn];
    if (isKnown) this.drawAt(slot, now, drawn, 0);
    const all = this.#all;
    all.lat[slot] = place.latE7 / 1e7;
    all.lon[slot] = place.lonE7 / 1e7;
    all.fixAt[slot] = place.fixAt;
    all.speed[slot] = place.speedKmh;
    all.course[slot] = place.course;
    all.bits[slot] = place.bits;
    all.easedFrom[slot] = 0;
    this.slots.add(slot);
    this.#offDuty.delete(slot);
    if (!isKnown || !this.#guesses) return;
    const [wasLon = 0, wasLat = 0] = drawn;
    this.drawAt(slot, now, drawn, 0);
    const [offLon, offLat] = [wasLon - (drawn[0] ?? 0), wasLat - (drawn[1] ?? 0)];
    if (Math.abs(offLat) > jump || Math.abs(offLon) > jump) return;
    all.offLat[slot] = offLat;
    all.offLon[slot] = offLon;
    all.easedFrom[slot] = now;
  }

  #room(slot: number): void {
    const { length } = this.#all.lat;
    if (slot < length) return;
    const grown = arraysOf(Math.max(slot + 1, length * 2));
    for (const name of Object.keys(grown) as (keyof Arrays)[]) grown[name].set(this.#all[name] as never);
    this.#all = grown;
  }
}

const groupAt = (view: DataView, offset: number): Group => ({
  lat: view.getInt32(offset, true) / 1e7,
  lon: view.getInt32(offset + 4, true) / 1e7,
  counts: [8, 12, 16, 20].map((of) => view.getUint32(offset + of, true)),
});
