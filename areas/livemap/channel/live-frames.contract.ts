/*
 * What the stream `fleet` says on the live socket: little-endian frames. Each begins with a head of 16 bytes, then come records of one kind.
 *
 * Head: code of the stream u8, kind u8, number of records u16, mark u32 (0: not all of it yet), the server's time f64 (ms, UTC).
 * places: slot u32, latitude i32 and longitude i32 (degrees times 10,000,000), age of the fix u32 (tenths of a second),
 *         speed u8 (km/h, 255: not known), course u8 (of 255 parts of a circle, 255: not known), bits u8, limit u8 (km/h, 0: not known).
 * gone:   slot u32.
 * offDuty: slot u32; where it is is hidden, and what was told before is void.
 * cells:  latitude i32, longitude i32 of the middle of its vehicles, then how many of them move, idle, stand and are silent, u32 each.
 */

export const fleetStream = 'fleet';
export const fleetCode = 1;

export const frameKind = {
  /** Everything that was told before is void. */
  reset: 0,
  places: 1,
  gone: 2,
  /** All vehicles of the view in groups, in the place of the groups before. */
  cells: 3,
  /** Vehicles that are off duty: where they are is hidden. */
  offDuty: 4,
} as const;

export const headBytes = 16;
export const placeBytes = 20;
export const goneBytes = 4;
export const cellBytes = 24;
/** Records of a frame. */
export const mostPlaces = 3_000;

export const bit = { moving: 1, ignitionKnown: 2, ignitionOn: 4, alarm: 8, onTrip: 16, offDuty: 32 } as const;
export const notKnown = 255;

/** What a vehicle does, as the map shows it. */
export const motions = ['MOVING', 'IDLE', 'STOPPED', 'SILENT'] as const;
export type Motion = (typeof motions)[number];

/**
 * @param bits of a place
 * @param ageS since the fix, in seconds
 * @param silentAfterS after so long without a fix nobody knows what it does
 */
export function motionOf(bits: number, ageS: number, silentAfterS: number): Motion {
  if (ageS > silentAfterS) return 'SILENT';
  if ((bits & bit.moving) !== 0) return 'MOVING';
  return (bits & bit.ignitionOn) === 0 ? 'STOPPED' : 'IDLE';
}

/** Where a vehicle is, as a record says it. */
export interface PlaceRecord {
  slot: number;
  latE7: number;
  lonE7: number;
  /** Milliseconds, UTC. */
  fixAt: number;
  speedKmh: number;
  course: number;
  bits: number;
  limitKmh: number;
}

export interface Head {
  code: number;
  kind: number;
  count: number;
  mark: number;
  at: number;
}

export function writeHead(view: DataView, { kind, count, mark, at }: Omit<Head, 'code'>): void {
  view.setUint8(0, fleetCode);
  view.setUint8(1, kind);
  view.setUint16(2, count, true);
  view.setUint32(4, mark, true);
  view.setFloat64(8, at, true);
}

export const readHead = (view: DataView): Head => ({
  code: view.getUint8(0),
  kind: view.getUint8(1),
  count: view.getUint16(2, true),
  mark: view.getUint32(4, true),
  at: view.getFloat64(8, true),
});

/** The bits of a place. `ignition` null: nobody knows. */
export const bitsOf = (of: {
  isMoving: boolean;
  ignition: boolean | null;
  hasAlarm: boolean;
  isOnTrip: boolean;
}): number =>
  (of.isMoving ? bit.moving : 0) |
  (of.ignition === null ? 0 : bit.ignitionKnown) |
  (of.ignition ? bit.ignitionOn : 0) |
  (of.hasAlarm ? bit.alarm : 0) |
  (of.isOnTrip ? bit.onTrip : 0);

/** A byte for a speed in hundredths of km/h. */
export const speedByte = (ckmh: number | null): number =>
  ckmh === null ? notKnown : Math.min(notKnown - 1, Math.max(0, Math.round(ckmh / 100)));
/** A byte for a course in tenths of a degree. */
export const courseByte = (ddeg: number | null): number =>
  ddeg === null ? notKnown : Math.round((((ddeg % 3_600) + 3_600) % 3_600) / (3_600 / notKnown)) % notKnown;

/** Frames of places, one after the other, as they are answered to a call. @param at the server's time, ms. */
export function packPlaces(places: readonly PlaceRecord[], at: number): Uint8Array {
  const frames = Math.max(1, Math.ceil(places.length / mostPlaces));
  const bytes = new Uint8Array(frames * headBytes + places.length * placeBytes);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const some = places.slice(frame * mostPlaces, (frame + 1) * mostPlaces);
    writeHead(new DataView(bytes.buffer, offset), { kind: frameKind.places, count: some.length, mark: 0, at });
    offset += headBytes;
    for (const place of some) {
      writePlace(view, offset, at, place);
      offset += placeBytes;
    }
  }
  return bytes;
}

const mostAge = 0xff_ff_ff_ff;

/** @param at the time of the frame, from which the age of the fix is counted; of one of the future it is 0. */
export function writePlace(view: DataView, offset: number, at: number, place: PlaceRecord): void {
  view.setUint32(offset, place.slot, true);
  view.setInt32(offset + 4, place.latE7, true);
  view.setInt32(offset + 8, place.lonE7, true);
  view.setUint32(offset + 12, Math.min(mostAge, Math.max(0, Math.round((at - place.fixAt) / 100))), true);
  view.setUint8(offset + 16, place.speedKmh);
  view.setUint8(offset + 17, place.course);
  view.setUint8(offset + 18, place.bits);
  view.setUint8(offset + 19, place.limitKmh);
}

/** Reads a record into an object that is there, for there are many. */
export function readPlace(view: DataView, offset: number, at: number, into: PlaceRecord): PlaceRecord {
  into.slot = view.getUint32(offset, true);
  into.latE7 = view.getInt32(offset + 4, true);
  into.lonE7 = view.getInt32(offset + 8, true);
  into.fixAt = at - view.getUint32(offset + 12, true) * 100;
  into.speedKmh = view.getUint8(offset + 16);
  into.course = view.getUint8(offset + 17);
  into.bits = view.getUint8(offset + 18);
  into.limitKmh = view.getUint8(offset + 19);
  return into;
}
