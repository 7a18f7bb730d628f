import type { StreamWay } from '#kit/server/live/topics.ts';
import { cellsOf, isWithin } from './cells.rules.ts';
import type { Fleet } from './fleet.ts';
import {
  bit,
  cellBytes,
  frameKind,
  goneBytes,
  headBytes,
  mostPlaces,
  placeBytes,
  type PlaceRecord,
  writeHead,
  writePlace,
} from './live-frames.contract.ts';
import { type FleetView, mostInView, wholeFleet } from './live-vehicles.contract.ts';
import type { Visible } from './visible.ts';

/** What a viewer was told of a slot. */
const told = { nothing: 0, place: 1, offDuty: 2 } as const;

/** Frames to one viewer in one round; the rest waits for the next. */
const framesAtOnce = 6;

interface Parts {
  fleet: Fleet;
  visible: Visible;
  way: StreamWay;
  /** Names this fleet and this start of the server: marks of others mean nothing. 32 bits. */
  epoch: number;
}

/** One who looks at the map: what they were told, and what is to be told next. */
export class Viewer {
  readonly #parts: Parts;
  #view: FleetView;
  #isViewNew = true;
  #mode: 'nothing' | 'places' | 'cells' = 'nothing';
  /** All that changed up to this tick was told. */
  #told = 0;
  /** What was told of slots, so that it can be taken back. */
  #shown = new Uint8Array(0);
  #reading: number;
  /** Where the look over all slots is, while what happened cannot be told from the changes of one tick. */
  #scan: { from: number; to: number; slot: number } | undefined;
  readonly #record = {} as PlaceRecord;

  constructor(parts: Parts, view: FleetView) {
    this.#parts = parts;
    this.#view = view;
    this.#reading = parts.visible.reading;
  }

  change(view: FleetView): void {
    this.#view = view;
    // A fleet that is told whole is so wherever its reader looks.
    if (this.#mode !== 'places' || !this.#isWhole) this.#isViewNew = true;
  }

  /** Tells what is new. @param now the server's time, ms. @param mayGroup groups are told in this round. */
  tell(now: number, mayGroup: boolean): void {
    const { fleet, visible } = this.#parts;
    if (visible.isStale) return;
    if ((this.#isViewNew || this.#reading !== visible.reading) && !this.#decide(now)) return;
    if (this.#mode === 'cells') {
      if (mayGroup) this.#tellCells(now);
      return;
    }
    if (!this.#scan && this.#told < fleet.tick - 1) this.#beginScan();
    if (!this.#scan && this.#told < fleet.tick) {
      const hidden = fleet.changed.filter((slot) => this.#isNewlyHidden(slot));
      if (!this.#sendSlots(frameKind.offDuty, hidden, now)) return;
      const slots = fleet.changed.filter((slot) => this.#mayTell(slot));
      if (slots.length > mostPlaces) this.#beginScan();
      else if (slots.length === 0 || this.#sendPlaces(slots, fleet.tick, now)) this.#told = fleet.tick;
    }
    if (this.#scan) this.#tellScan(now);
  }

  get #isWhole(): boolean {
    return this.#parts.visible.count <= wholeFleet;
  }

  #isInView(slot: number): boolean {
    const { fleet } = this.#parts;
    return this.#isWhole || !this.#view.bbox || isWithin(this.#view.bbox, fleet.latE7(slot), fleet.lonE7(slot));
  }

  #mayTell(slot: number): boolean {
    return this.#parts.visible.sees(slot) && this.#isInView(slot);
  }

  /** It is off duty, which is not told yet. Staff are told where it is. */
  #isNewlyHidden(slot: number): boolean {
    const { visible } = this.#parts;
    return this.#shown[slot] !== told.offDuty && !visible.sees(slot) && visible.isOffDuty(slot);
  }

  /** Decides between single vehicles and groups. @returns false: it could not be told, so nothing has changed. */
  #decide(at: number): boolean {
    const { visible } = this.#parts;
    const wanted = this.#wantsCells() ? 'cells' : 'places';
    if (this.#mode === 'nothing' && wanted === 'places' && this.#knowsSome()) this.#takeUp();
    else if (this.#mode !== wanted) {
      if (!this.#sendReset(at)) return false;
    } else if (!this.#sendGone(at)) return false;
    this.#mode = wanted;
    this.#isViewNew = false;
    this.#reading = visible.reading;
    this.#scan = undefined;
    if (wanted === 'places') this.#beginScan();
    return true;
  }

  #wantsCells(): boolean {
    if (this.#isWhole || !this.#view.bbox) return false;
    const { fleet } = this.#parts;
    let inView = 0;
    for (let slot = 0; slot < fleet.size && inView <= mostInView; slot += 1)
      if (fleet.versionOf(slot) > 0 && this.#mayTell(slot)) inView += 1;
    return inView > mostInView;
  }

  #knowsSome(): boolean {
    const { since } = this.#view;
    const { epoch, fleet } = this.#parts;
    return since !== undefined && since.reset === epoch && since.mark <= fleet.tick;
  }

  /** What the browser has from before a break it still shows: only what is newer is told, and what it may no longer show is taken back. */
  #takeUp(): void {
    const { fleet } = this.#parts;
    this.#told = this.#view.since?.mark ?? 0;
    for (let slot = 0; slot < fleet.size; slot += 1) {
      const version = fleet.versionOf(slot);
      if (version > 0 && version <= this.#told) this.#note(slot, told.place);
    }
  }

  #beginScan(): void {
    this.#scan = { from: this.#told, to: this.#parts.fleet.tick, slot: 0 };
  }

  #tellScan(at: number): void {
    const { fleet } = this.#parts;
    // Nothing of it was told yet, as when the socket was busy: it is about what is true now.
    if (this.#scan?.slot === 0) this.#scan.to = fleet.tick;
    for (let frames = 0; frames < framesAtOnce && this.#scan; frames += 1) {
      const { from, to } = this.#scan;
      const slots: number[] = [];
      const hidden: number[] = [];
      let { slot } = this.#scan;
      for (; slot < fleet.size && slots.length < mostPlaces; slot += 1) {
        const version = fleet.versionOf(slot);
        // What was not shown yet is told whenever it came, for it came into view.
        const isDue = version > from || (version > 0 && this.#shown[slot] !== told.place);
        if (isDue && this.#mayTell(slot)) slots.push(slot);
        if (version > 0 && this.#isNewlyHidden(slot)) hidden.push(slot);
      }
      const isLast = slot >= fleet.size;
      if (!this.#sendSlots(frameKind.offDuty, hidden, at)) return;
      if (!this.#sendPlaces(slots, isLast ? to : 0, at)) return;
      this.#scan.slot = slot;
      if (!isLast) continue;
      this.#told = to;
      this.#scan = undefined;
    }
  }

  #tellCells(at: number): void {
    const { bbox, zoom } = this.#view;
    if (!bbox || zoom === undefined) return;
    const { fleet, visible, way } = this.#parts;
    const cells = cellsOf(fleet, visible, { bbox, zoom }, at, mostPlaces);
    const { buffer, data } = frame(frameKind.cells, cells.length, cellBytes, 0, at);
    cells.forEach(({ latE7, lonE7, counts }, n) => {
      const offset = headBytes + n * cellBytes;
      data.setInt32(offset, latE7, true);
      data.setInt32(offset + 4, lonE7, true);
      counts.forEach((count, motion) => data.setUint32(offset + 8 + motion * 4, count, true));
    });
    way.send(buffer);
  }

  #sendPlaces(slots: readonly number[], mark: number, at: number): boolean {
    const { fleet, visible, way } = this.#parts;
    const { buffer, data } = frame(frameKind.places, slots.length, placeBytes, mark, at);
    slots.forEach((slot, n) => {
      const record = fleet.read(slot, this.#record);
      if (visible.isOffDuty(slot)) record.bits |= bit.offDuty;
      writePlace(data, headBytes + n * placeBytes, at, record);
    });
    if (!way.send(buffer)) return false;
    for (const slot of slots) this.#note(slot, told.place);
    return true;
  }

  /** Takes back what may no longer be told. */
  #sendGone(at: number): boolean {
    const [gone, hidden]: [number[], number[]] = [[], []];
    this.#shown.forEach((is, slot) => {
      if (this.#isNewlyHidden(slot)) {
        if (is !== told.nothing) hidden.push(slot);
      } else if (is === told.place && !this.#mayTell(slot)) gone.push(slot);
      else if (is === told.offDuty && !this.#parts.visible.isOffDuty(slot)) gone.push(slot);
    });
    return this.#sendSlots(frameKind.offDuty, hidden, at) && this.#sendSlots(frameKind.gone, gone, at);
  }

  /** Sends slots of vehicles whose places are void. */
  #sendSlots(kind: typeof frameKind.gone | typeof frameKind.offDuty, slots: readonly number[], at: number): boolean {
    for (let from = 0; from < slots.length; from += mostPlaces) {
      const some = slots.slice(from, from + mostPlaces);
      const { buffer, data } = frame(kind, some.length, goneBytes, 0, at);
      some.forEach((slot, n) => data.setUint32(headBytes + n * goneBytes, slot, true));
      if (!this.#parts.way.send(buffer)) return false;
      for (const slot of some) this.#note(slot, kind === frameKind.offDuty ? told.offDuty : told.nothing);
    }
    return true;
  }

  #sendReset(at: number): boolean {
    const { buffer } = frame(frameKind.reset, 0, 0, this.#parts.epoch, at);
    if (!this.#parts.way.send(buffer)) return false;
    this.#shown = new Uint8Array(0);
    this.#told = 0;
    return true;
  }

  #note(slot: number, what: number): void {
    if (slot >= this.#shown.length) {
      const grown = new Uint8Array(Math.max(this.#parts.fleet.size, slot + 1));
      grown.set(this.#shown);
      this.#shown = grown;
    }
    this.#shown[slot] = what;
  }
}

function frame(kind: number, count: number, bytes: number, mark: number, at: number) {
  const buffer = Buffer.alloc(headBytes + count * bytes);
  const data = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  writeHead(data, { kind, count, mark, at });
  return { buffer, data };
}
