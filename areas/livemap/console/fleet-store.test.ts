import { expect, test } from 'vitest';
import {
  bit,
  cellBytes,
  frameKind,
  goneBytes,
  headBytes,
  notKnown,
  packPlaces,
  type PlaceRecord,
  writeHead,
} from '../channel/live-frames.contract.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import { FleetStore } from './fleet-store.web.ts';
import { groupSlots } from './grouping.web.ts';
import { type Age, findRows, searchTexts, type Status } from './rows.web.ts';

const at = Date.parse('2026-11-21T06:00:00Z');
const place = (slot: number, over: Partial<PlaceRecord> = {}): PlaceRecord => ({
  slot,
  latE7: 185_000_000,
  lonE7: 738_500_000,
  fixAt: at - 1_000,
  speedKmh: 36,
  course: 0,
  bits: bit.moving | bit.ignitionKnown | bit.ignitionOn,
  limitKmh: 0,
  ...over,
});
const frameOf = (kind: number, count: number, bytes: number, mark = 0) => {
  const view = new DataView(new ArrayBuffer(headBytes + count * bytes));
  writeHead(view, { kind, count, mark, at });
  return view;
};
const places = (...records: PlaceRecord[]) => packPlaces(records, at).buffer as ArrayBuffer;
const offDuty = (...slots: number[]) => {
  const frame = frameOf(frameKind.offDuty, slots.length, goneBytes);
  slots.forEach((slot, n) => frame.setUint32(headBytes + n * goneBytes, slot, true));
  return frame.buffer as ArrayBuffer;
};
const liveVehicle = (slot: number, over: Partial<LiveVehicle> = {}): LiveVehicle => ({
  slot,
  vehicleId: `id-${slot}`,
  vehicle: `MH12AB${1_000 + slot}`,
  model: 'Tata Prima',
  isTransport: true,
  plateUse: 'COMMERCIAL',
  orgId: 'o',
  org: 'Sahyadri Logistics',
  driverId: null,
  driver: null,
  groupIds: [],
  verdict: 'GREEN',
  speedClass: 'M1',
  categoryId: null,
  silentAfterS: 300,
  ...over,
});
const drawn = (store: FleetStore, slot: number, now: number) => {
  const into = new Float64Array(2);
  store.drawAt(slot, now, into, 0);
  return { lon: into[0] ?? 0, lat: into[1] ?? 0 };
};

test('places come, go, and are void after a reset; arrays grow with the slots', () => {
  const store = new FleetStore();
  // Heard just now, however long this process has lived: whoever reads it asks how long ago that was.
  store.take(places(place(1), place(5_000)), performance.now());
  expect([...store.slots]).toEqual([1, 5_000]);
  expect(store.read(5_000)).toMatchObject({ lat: 18.5, lon: 73.85, speedKmh: 36, course: 0, motion: 'MOVING' });
  const gone = frameOf(frameKind.gone, 1, goneBytes);
  gone.setUint32(headBytes, 1, true);
  store.take(gone.buffer as ArrayBuffer, 0);
  expect([store.has(1), store.has(5_000), store.read(1)]).toEqual([false, true, undefined]);
  store.take(frameOf(frameKind.reset, 0, 0, 7).buffer as ArrayBuffer, 0);
  expect([store.slots.size, store.isComplete]).toEqual([0, false]);
});

test('a vehicle that moves is drawn on for twelve seconds, and a new position is reached without a jump', () => {
  const store = new FleetStore();
  // Due north at 36 km/h: 10 m a second.
  store.take(places(place(1, { fixAt: at })), 1_000);
  expect(drawn(store, 1, 1_000).lat).toBeCloseTo(18.5, 6);
  expect((drawn(store, 1, 3_000).lat - 18.5) * 111_320).toBeCloseTo(20, 1);
  expect(drawn(store, 1, 60_000).lat).toBeCloseTo(drawn(store, 1, 13_000).lat, 9);
  const before = drawn(store, 1, 3_000);
  // It was 15 m less far than thought.
  store.take(
    packPlaces([place(1, { fixAt: at + 2_000, latE7: 185_000_450 })], at + 2_000).buffer as ArrayBuffer,
    3_000,
  );
  expect(drawn(store, 1, 3_000).lat).toBeCloseTo(before.lat, 7);
  expect(drawn(store, 1, 3_500).lat).toBeCloseTo(18.500045 + 5 / 111_320, 6);
  store.setGuesses(false);
  expect(drawn(store, 1, 9_000).lat).toBeCloseTo(18.500045, 9);
});

test('what nobody knows is told from what is zero, and silence from standing', () => {
  const store = new FleetStore();
  store.setSilentAfter(2, 60);
  store.take(
    places(
      place(1, { speedKmh: notKnown, course: notKnown, bits: bit.ignitionKnown | bit.ignitionOn }),
      place(2, { bits: 0, fixAt: at - 61_000 }),
      place(3, { bits: 0, fixAt: at - 61_000 }),
    ),
    performance.now(),
  );
  expect(store.read(1)).toMatchObject({ speedKmh: undefined, course: undefined, motion: 'IDLE' });
  expect([store.motionOf(2), store.motionOf(3)]).toEqual(['SILENT', 'STOPPED']);
});

test('an alarm is shown for a quarter of an hour', () => {
  const store = new FleetStore();
  const alarm = bit.alarm | bit.moving;
  const old = { bits: alarm, fixAt: at - 16 * 60_000 };
  store.take(places(place(1, { bits: alarm }), place(2, old), place(3)), performance.now());
  expect([1, 2, 3].map((slot) => store.hasAlarm(slot))).toEqual([true, false, false]);
});

test('groups of a large fleet take the place of vehicles', () => {
  const store = new FleetStore();
  const cells = frameOf(frameKind.cells, 1, cellBytes);
  [185_000_000, 738_500_000].forEach((value, n) => cells.setInt32(headBytes + n * 4, value, true));
  [3, 2, 1, 4].forEach((value, n) => cells.setUint32(headBytes + 8 + n * 4, value, true));
  store.take(cells.buffer as ArrayBuffer, 0);
  expect(store.isGrouped).toBe(true);
  expect(store.groups).toEqual([{ lat: 18.5, lon: 73.85, counts: [3, 2, 1, 4] }]);
});

test('vehicles that lie over each other are one sign from afar, and each its own from near', () => {
  const store = new FleetStore();
  const near = [0, 1, 2, 3].map((n) => place(n, { latE7: 185_000_000 + n * 1_000 }));
  store.take(places(...near, place(9, { latE7: 190_000_000 })), 0);
  const slots = [...store.slots];
  const far = groupSlots(store, slots, 8);
  expect(far.clusters.map(({ count }) => count)).toEqual([4]);
  expect(far.single).toEqual([9]);
  expect(groupSlots(store, slots, 15)).toEqual({ clusters: [], single: slots });
});

test('rows are found by words of plate, driver, model and organisation, and put into order', () => {
  const store = new FleetStore();
  const all = [
    liveVehicle(1, { driver: 'Ramesh Patil', groupIds: ['g'] }),
    liveVehicle(2, { verdict: 'RED' }),
    liveVehicle(3),
    liveVehicle(4),
  ];
  store.take(
    places(place(1, { bits: 0, fixAt: at - 90_000 }), place(2), place(3, { speedKmh: 80, fixAt: at - 2_000 })),
    performance.now(),
  );
  const usual = {
    q: '',
    status: undefined,
    verdict: undefined,
    group: undefined,
    age: undefined,
    sort: 'status' as const,
    isSpeeding: false,
  };
  const alerts = new Map([['id-3', { vehicleId: 'id-3' } as never]]);
  const find = (over: Partial<Parameters<typeof findRows>[3]>) =>
    findRows({ store, alerts, round: 0 }, all, searchTexts(all), { ...usual, ...over });
  const slots = (over: Partial<Parameters<typeof findRows>[3]>) => find(over).rows.map((row) => row.vehicle.slot);
  expect(slots({})).toEqual([2, 3, 1, 4]);
  expect(find({}).counts).toEqual({ MOVING: 2, IDLE: 0, STOPPED: 1, SILENT: 0, OFF_DUTY: 0, NONE: 1, UNTOLD: 0 });
  expect(slots({ q: 'mh 12 ab 1002' })).toEqual([2]);
  expect(slots({ q: 'patil sahyadri' })).toEqual([1]);
  expect(slots({ status: 'NONE' })).toEqual([4]);
  // What a filter of the status hides is counted nevertheless.
  expect(find({ status: 'NONE' }).counts.MOVING).toBe(2);
  expect(slots({ verdict: 'RED' })).toEqual([2]);
  expect(slots({ group: 'g' })).toEqual([1]);
  expect(slots({ sort: 'speed' })).toEqual([3, 2, 1, 4]);
  expect(slots({ sort: 'plate' })).toEqual([1, 2, 3, 4]);
  expect(slots({ sort: 'fix' })).toEqual([2, 3, 1, 4]);
  expect(slots({ isSpeeding: true })).toEqual([3]);
  expect(find({ status: 'NONE' }).speeding).toBe(1);
});

test('vehicles are found by how long ago they said where they are', () => {
  const store = new FleetStore();
  const all = [1, 2, 3, 4, 5].map((slot) => liveVehicle(slot));
  const minutesAgo = (slot: number, minutes: number) => place(slot, { fixAt: at - minutes * 60_000 });
  store.take(places(minutesAgo(1, 1), minutesAgo(2, 6), minutesAgo(3, 70), minutesAgo(4, 1_500)), performance.now());
  const filters = { q: '', status: undefined, verdict: undefined, group: undefined, sort: 'plate' as const };
  const find = (age: Age | undefined) =>
    findRows({ store, alerts: new Map(), round: 0 }, all, searchTexts(all), { ...filters, age, isSpeeding: false });
  const slots = (age: Age | undefined) => find(age).rows.map(({ vehicle }) => vehicle.slot);
  expect(slots('5m')).toEqual([1]);
  expect(slots('1h')).toEqual([1, 2]);
  expect(slots('1d')).toEqual([1, 2, 3]);
  expect(slots('older')).toEqual([4]);
  // One that never said where it is is of no age.
  expect(slots(undefined)).toEqual([1, 2, 3, 4, 5]);
  expect(find('1h').counts).toMatchObject({ MOVING: 1, SILENT: 1, NONE: 0 });
});

test('of a fleet that is told in part those out of view are no vehicles without a position, and are found by words', () => {
  const store = new FleetStore();
  store.setPartial(true);
  const all = [1, 2, 3].map((slot) => liveVehicle(slot));
  const usual = { q: '', status: undefined, verdict: undefined, group: undefined, age: undefined };
  const find = (over: Partial<Parameters<typeof findRows>[3]>) =>
    findRows({ store, alerts: new Map(), round: 0 }, all, searchTexts(all), {
      ...usual,
      sort: 'status',
      isSpeeding: false,
      ...over,
    });
  const said = ({ rows }: ReturnType<typeof find>) => rows.map(({ vehicle, status }) => [vehicle.slot, status]);
  store.take(places(place(2)), performance.now());
  expect(said(find({}))).toEqual([[2, 'MOVING']]);
  expect(find({}).counts).toMatchObject({ MOVING: 1, NONE: 0, UNTOLD: 0 });
  expect(said(find({ q: 'mh12ab' }))).toEqual([
    [2, 'MOVING'],
    [1, 'UNTOLD'],
    [3, 'UNTOLD'],
  ]);
  // In groups nobody is listed, and the groups say how many do what.
  store.take(frameOf(frameKind.reset, 0, 0, 8).buffer as ArrayBuffer, performance.now());
  const cells = frameOf(frameKind.cells, 2, cellBytes);
  [4, 3, 2, 1].forEach((count, n) => cells.setUint32(headBytes + 8 + n * 4, count, true));
  [10, 0, 0, 5].forEach((count, n) => cells.setUint32(headBytes + cellBytes + 8 + n * 4, count, true));
  store.take(cells.buffer as ArrayBuffer, performance.now());
  expect(find({}).rows).toEqual([]);
  expect(find({}).counts).toEqual({ MOVING: 14, IDLE: 3, STOPPED: 2, SILENT: 6, OFF_DUTY: 0, NONE: 0, UNTOLD: 0 });
  // Nobody knows which of them these are.
  expect(find({ verdict: 'RED' }).counts).toMatchObject({ MOVING: 0, SILENT: 0 });
});

test('off duty is a filter for who sees the places and for who does not', () => {
  const staff = new FleetStore();
  const client = new FleetStore();
  const none = {
    q: '',
    verdict: undefined,
    group: undefined,
    age: undefined,
    sort: 'plate' as const,
    isSpeeding: false,
  };
  const all = [1, 2, 3].map((slot) => liveVehicle(slot));
  staff.take(
    places(place(1), place(2, { bits: bit.moving | bit.offDuty }), place(3, { bits: bit.offDuty })),
    performance.now(),
  );
  client.take(places(place(1)), performance.now());
  client.take(offDuty(2, 3), performance.now());
  const find = (store: FleetStore, status: Status | undefined) =>
    findRows({ store, alerts: new Map(), round: 0 }, all, searchTexts(all), { ...none, status });
  for (const store of [staff, client]) {
    expect(find(store, undefined).counts.OFF_DUTY).toBe(2);
    expect(find(store, 'OFF_DUTY').rows.map(({ vehicle }) => vehicle.slot)).toEqual([2, 3]);
  }
  // Staff are told what they do all the same; clients are not.
  expect(find(staff, undefined).counts).toMatchObject({ MOVING: 2, STOPPED: 1 });
  expect(find(client, undefined).counts).toMatchObject({ MOVING: 1, STOPPED: 0 });
  expect(find(staff, 'MOVING').rows.map(({ vehicle }) => vehicle.slot)).toEqual([1, 2]);
  expect(find(client, 'MOVING').rows.map(({ vehicle }) => vehicle.slot)).toEqual([1]);
  // A vehicle that is back at work is so no longer.
  staff.take(places(place(2)), performance.now());
  expect(find(staff, 'OFF_DUTY').rows.map(({ vehicle }) => vehicle.slot)).toEqual([3]);
});
