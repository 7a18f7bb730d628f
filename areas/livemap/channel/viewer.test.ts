import { expect, test } from 'vitest';
import { createFleet, type Fleet } from './fleet.ts';
import { bit, mostPlaces, type PlaceRecord } from './live-frames.contract.ts';
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
  const offDuty = new Set<number>();
  const who = { isStaff: false };
  const isOffDuty = (slot: number) => !hidden.has(slot) && offDuty.has(slot);
  const sees = (slot: number) => !hidden.has(slot) && (who.isStaff || !offDuty.has(slot));
  const visible = { count, reading: 1, isStale: false, sees, isOffDuty };
  const send = (frame: Buffer) => {
    if (socket.isFree) frames.push(frame);
    return socket.isFree;
  };
  const viewer = new Viewer({ fleet, visible, way: { send, fail: () => undefined }, epoch: 77 }, view);
  return {
    viewer,
    visible,
    hidden,
    offDuty,
    who,
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

test('of more groups than a frame holds larger ones are told, and every vehicle is in one of them', () => {
  const fleet = createFleet();
  // 150 by 150 vehicles, 0.1 degrees apart: near by, each is a group of its own.
  for (let slot = 0; slot < 22_500; slot += 1)
    fleet.put(place(slot, { latE7: 1e8 + Math.floor(slot / 150) * 1e6, lonE7: 7.2e8 + (slot % 150) * 1e6 }));
  fleet.advance();
  const one = looking(fleet, { bbox: [70, 9, 90, 27], zoom: 12 });
  one.round();
  const { cells } = one.seen();
  expect(cells.length).toBeGreaterThan(500);
  expect(cells.length).toBeLessThanOrEqual(mostPlaces);
  expect(cells.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)).toBe(22_500);
});

test('of a vehicle that is off duty only that is told, and its place is taken back; staff are told where it is', () => {
  const fleet = fleetOf(3);
  const [client, staff] = [looking(fleet), looking(fleet)];
  staff.who.isStaff = true;
  const round = () => {
    client.viewer.tell(now, true);
    staff.viewer.tell(now, true);
    fleet.advance();
  };
  client.offDuty.add(0);
  staff.offDuty.add(0);
  round();
  expect([[...client.seen().places.keys()], [...client.seen().offDuty], client.seen().ever.has(0)]).toEqual([
    [1, 2],
    [0],
    false,
  ]);
  expect((staff.seen().places.get(0)?.bits ?? 0) & bit.offDuty).toBe(bit.offDuty);
  expect((staff.seen().places.get(1)?.bits ?? 0) & bit.offDuty).toBe(0);
  // It ends its day: the next place is hidden, and the one before goes.
  for (const one of [client, staff]) one.offDuty.add(1);
  fleet.put(place(1, { fixAt: now, latE7: 234_567_891 }));
  round();
  expect([[...client.seen().places.keys()], [...client.seen().offDuty].toSorted()]).toEqual([[2], [0, 1]]);
  expect(staff.seen().places.get(1)?.latE7).toBe(234_567_891);
  const told = client.frames.length;
  fleet.put(place(1, { fixAt: now + 1_000, latE7: 234_567_892 }));
  round();
  expect(client.frames.slice(told).filter((frame) => frame.readUInt16LE(2) > 0)).toEqual([]);
  // It begins to work again.
  client.offDuty.delete(1);
  fleet.put(place(1, { fixAt: now + 2_000, latE7: 150_000_000 }));
  round();
  expect([client.seen().places.get(1)?.latE7, [...client.seen().offDuty]]).toEqual([150_000_000, [0]]);
  // A rule is saved: what is known by then is taken back, with nothing new said of it.
  client.offDuty.add(2);
  client.visible.reading += 1;
  round();
  expect([client.seen().places.has(2), client.seen().offDuty.has(2)]).toEqual([false, true]);
  // It goes to somebody else.
  client.hidden.add(0);
  client.visible.reading += 1;
  round();
  expect(client.seen().offDuty.has(0)).toBe(false);
});
