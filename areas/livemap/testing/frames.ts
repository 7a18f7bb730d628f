import {
  cellBytes,
  fleetCode,
  fleetStream,
  frameKind,
  headBytes,
  placeBytes,
  type PlaceRecord,
  readHead,
  readPlace,
} from '../channel/live-frames.contract.ts';
import { follow, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import type { FleetView } from '../channel/live-vehicles.contract.ts';

/** What a viewer knows after all frames that came. */
export interface Seen {
  places: Map<number, PlaceRecord>;
  /** Slots of which it was told that they are off duty. */
  offDuty: Set<number>;
  /** Every slot that was ever told. */
  ever: Set<number>;
  /** The times of all fixes that were ever told, by slot. */
  fixes: Map<number, Set<number>>;
  cells: { lat: number; lon: number; counts: number[] }[];
  /** Of the last frame that was complete, and of the last reset. */
  mark: number;
  reset: number;
  resets: number;
}

export function seenBy({ frames }: Pick<TestSocket, 'frames'>): Seen {
  const seen: Seen = {
    places: new Map(),
    offDuty: new Set(),
    ever: new Set(),
    fixes: new Map(),
    cells: [],
    mark: 0,
    reset: 0,
    resets: 0,
  };
  for (const frame of frames) {
    const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
    const { code, kind, count, mark, at } = readHead(view);
    if (code !== fleetCode) throw new Error(`A frame of ${code}`);
    if (kind === frameKind.reset) {
      seen.places.clear();
      seen.offDuty.clear();
      seen.reset = mark;
      seen.resets += 1;
    }
    if (kind === frameKind.gone || kind === frameKind.offDuty)
      for (let n = 0; n < count; n += 1) {
        const slot = view.getUint32(headBytes + n * 4, true);
        seen.places.delete(slot);
        if (kind === frameKind.offDuty) seen.offDuty.add(slot);
        else seen.offDuty.delete(slot);
      }
    if (kind === frameKind.cells)
      seen.cells = Array.from({ length: count }, (_, n) => {
        const offset = headBytes + n * cellBytes;
        return {
          lat: view.getInt32(offset, true) / 1e7,
          lon: view.getInt32(offset + 4, true) / 1e7,
          counts: [0, 1, 2, 3].map((motion) => view.getUint32(offset + 8 + motion * 4, true)),
        };
      });
    if (kind !== frameKind.places) continue;
    for (let n = 0; n < count; n += 1) {
      const place = readPlace(view, headBytes + n * placeBytes, at, {} as PlaceRecord);
      seen.places.set(place.slot, place);
      seen.offDuty.delete(place.slot);
      seen.ever.add(place.slot);
      seen.fixes.set(place.slot, (seen.fixes.get(place.slot) ?? new Set()).add(place.fixAt));
    }
    if (mark > 0) seen.mark = mark;
  }
  return seen;
}

export const watch = (client: TestSocket, view: FleetView = {}) => follow(client, fleetStream, view);
