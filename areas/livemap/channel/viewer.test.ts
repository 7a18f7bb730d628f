import { expect, test } from 'vitest';
import { createFleet, type Fleet } from './fleet.ts';
import { bit, type PlaceRecord } from './live-frames.contract.ts';
import type { FleetView } from './live-vehicles.contract.ts';
import { seenBy } from '../testing/frames.ts';
import { Viewer } from './viewer.ts';

const now = Date.parse('2026-11-21T06:00:00Z');
const place = (slot: number, over: Partial<PlaceRecord> = {}): PlaceRecord => ({
  slot,
  latE7: 100_000_000 + slot * 1_000,
  lonE7: 750_000_000,
  fixAt: now - 1_000,
  speedKmh: 40,
  course: 10,
  bits: bit.moving,
  limitKmh: 0,
  ...over,
});

/** A viewer of a fleet, what they may see, and a socket that takes frames or does not. */
function looking(fleet: Fleet, view: FleetView = {}, count = fleet.size) {
  const frames: Buffer[] = [];
  const socket = { isFree: true };
  const hidden = new Set<number>();
  const visible = { count, reading: 1, isStale: false, sees: (slot: number) => !hidden.has(slot) };
  const send = (frame: Buffer) => {
    if (socket.isFree) frames.push(frame);
    return socket.isFree;
  };
  const viewer = new Viewer({ fleet, visible, way: { send, fail: () => undefined }, epoch: 77 }, view);
  return {
    viewer,
    visible,
    hidden,
    socket,
    frames,
    seen: () => seenBy({ frames }),
    /** A round, as the channel makes it. */
    round(mayGroup = true) {
      viewer.tell(now, mayGroup);
      fleet.advance();
    },
  };
}
const fleetOf = (count: number) => {
  const fleet = createFleet();
  for (let slot = 0; slot < count; slot += 1) fleet.put(place(slot));
  fleet.advance();
  return fleet;
};

test('a socket that takes nothing for a while gets what is true by then, once', () => {
  const fleet = fleetOf(10);
  const one = looking(fleet);
  one.round();
  expect(one.seen().places.size).toBe(10);
  const before = one.frames.length;
  one.socket.isFree = false;
  for (let step = 1; step <= 20; step += 1) {
    fleet.put(place(3, { fixAt: now + step, speedKmh: step }));
    one.round();
  }
  one.socket.isFree = true;
  one.round();
  one.round();
  expect(one.frames.length - before).toBe(1);
  expect(one.seen().places.get(3)?.speedKmh).toBe(20);
});

test('a fleet that does not fit into one round is told in several, with what changed meanwhile', () => {
  const fleet = fleetOf(19_999);
  const one = looking(fleet);
  one.round();
  expect(one.seen().mark).toBe(0);
  expect(one.seen().places.size).toBeGreaterThan(1_000);
  fleet.put(place(0, { fixAt: now, speedKmh: 99 }));
  for (let rounds = 0; rounds < 4; rounds += 1) one.round();
  expect(one.seen().places.size).toBe(19_999);
  expect(one.seen().places.get(0)?.speedKmh).toBe(99);
  expect(one.seen().mark).toBeGreaterThan(0);
});

test('what may no longer be seen is taken back, and nothing is told while that is not known', () => {
  const fleet = fleetOf(5);
  const one = looking(fleet);
  one.round();
  one.visible.isStale = true;
  fleet.put(place(2, { fixAt: now }));
  const before = one.frames.length;
  one.round();
  expect(one.frames.length).toBe(before);
  one.hidden.add(2);
  one.visible.isStale = false;
  one.visible.reading += 1;
  one.round();
  expect([...one.seen().places.keys()]).toEqual([0, 1, 3, 4]);
  expect(one.seen().places.get(2)).toBeUndefined();
});

test('of a large fleet groups are told where many are in view, and single vehicles where few are', () => {
  const fleet = fleetOf(21_000);
  // 21,000 vehicles stand over 2.1 degrees, 10 metres from one to the next.
  const one = looking(fleet, { bbox: [74, 9, 76, 13], zoom: 7 });
  one.round();
  const { cells, places } = one.seen();
  expect(places.size).toBe(0);
  expect(cells.length).toBeGreaterThan(2);
  expect(cells.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)).toBe(21_000);
  const told = one.frames.length;
  one.round(false);
  expect(one.frames.length, 'groups are told once a second').toBe(told);
  one.viewer.change({ bbox: [74, 10, 76, 10.1], zoom: 12 });
  for (let rounds = 0; rounds < 3; rounds += 1) one.round();
  expect(one.seen().resets).toBe(2);
  expect(one.seen().places.size).toBe(1_001);
  // Whoever looks elsewhere keeps nothing of what is out of view.
  one.viewer.change({ bbox: [74, 10.05, 76, 10.15], zoom: 12 });
  for (let rounds = 0; rounds < 3; rounds += 1) one.round();
  const slots = [...one.seen().places.keys()];
  expect([Math.min(...slots), Math.max(...slots)]).toEqual([500, 1_500]);
});
