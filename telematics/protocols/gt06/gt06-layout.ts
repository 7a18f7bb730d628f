import type { ByteCursor } from '../byte-cursor.ts';

// Which layout a frame has: the family's types have many, and neither the type nor the length alone tells them apart.

/** Of time, satellites, latitude, longitude, speed, course and flags. */
export const locationBytes = 18;
const highestLat = 90 * 1_800_000;
const highestLon = 180 * 1_800_000;

const wordAt = (body: ByteCursor, at: number) => body.peek(at) * 256 + body.peek(at + 1);
const longAt = (body: ByteCursor, at: number) => wordAt(body, at) * 65_536 + wordAt(body, at + 2);

/** Whether a calendar time of six bytes stands there. */
export function hasClock(body: ByteCursor, at: number): boolean {
  if (body.left < at + 6) return false;
  const [month, day] = [body.peek(at + 1), body.peek(at + 2)];
  if (body.peek(at) > 99 || month < 1 || month > 12 || day < 1 || day > 31) return false;
  return body.peek(at + 3) < 24 && body.peek(at + 4) < 60 && body.peek(at + 5) < 60;
}

/** Whether a location block may stand there: a calendar time, a place on the earth and a course. */
export function maybeLocation(body: ByteCursor, at: number): boolean {
  if (body.left < at + locationBytes || !hasClock(body, at)) return false;
  return (
    longAt(body, at + 7) <= highestLat && longAt(body, at + 11) <= highestLon && (wordAt(body, at + 16) & 0x3ff) <= 360
  );
}

/** Besides it states how long it is, 12 bytes, beside its satellites, as the family's description has it: nothing else looks like that. */
export const surelyLocation = (body: ByteCursor, at: number): boolean =>
  maybeLocation(body, at) && body.peek(at + 6) >> 4 === 12;

/** Types with a location block at the front, whatever follows it. */
const located = new Set([
  0x10, 0x11, 0x12, 0x16, 0x1a, 0x1e, 0x22, 0x26, 0x27, 0x2d, 0x31, 0x32, 0x37, 0x38, 0x39, 0x61, 0x95, 0xa0, 0xa4,
]);
/** Types that have a location in some lengths surely; in others they are statuses, or scans of towers, unless what stands there can only be a place. */
const sometimesLocated: Readonly<Record<number, (length: number) => boolean>> = {
  0x17: (length) => length >= 26,
  0x24: (length) => length === 41,
  0x25: (length) => length >= 40,
  // A request for an address: where the device is, and the number of who asked.
  0x2a: (length) => length >= locationBytes,
  0x34: (length) => length >= 51,
  0x36: (length) => length >= 40,
  0xa2: (length) => length === 59,
  0xa3: (length) => length >= 33,
};
/** Those of which the length alone does not say it: what stands there must be able to be a place. */
const lookedAt = new Set([0x24, 0x2a]);
/** Types whose layouts are known to have no location at the front. */
const unlocated = new Set([
  0x13, 0x15, 0x18, 0x19, 0x21, 0x23, 0x28, 0x2c, 0x2e, 0x33, 0x35, 0x40, 0x41, 0x65, 0x66, 0x69, 0x70, 0x80, 0x81,
  0x82, 0x8a, 0x8c, 0x94, 0x9b, 0xa1, 0xa5, 0xa7, 0xa9, 0xb0, 0xb2, 0xf1, 0xf2, 0xf3,
]);

/** Whether the frame carries a place. Of types that nobody described only what cannot be anything else is taken for one. */
export function hasLocation(type: number, body: ByteCursor): boolean {
  if (located.has(type)) return true;
  const isSure = sometimesLocated[type];
  if (isSure) {
    // In the length of scans of towers too.
    const isWhole = isSure(body.left) && (!lookedAt.has(type) || maybeLocation(body, 0));
    return (
      isWhole ||
      (scans.has(type) ? maybeLocation(body, placeOf(type)) && !hasOperator(body, 6) : surelyLocation(body, 0))
    );
  }
  return !unlocated.has(type) && surelyLocation(body, 0);
}

/** Those of them that are scans of towers in other lengths: both have a clock, and behind it either a place or the code of a country. */
const scans = new Set([0x24, 0x34, 0xa2]);

/** Where the place begins in the types that have one in some lengths. */
const placeOf = (type: number) => (type === 0x34 ? 4 : 0);

/** Whether the code of a country stands there, as it does in scans behind the clock; of no network it is 0. */
export function hasOperator(body: ByteCursor, at: number): boolean {
  const mcc = wordAt(body, at) & 0x7fff;
  return body.left >= at + 3 && (mcc === 0 || (mcc >= 200 && mcc < 800));
}

/** The length that a type's description has: what follows the place and the tower is read in no other. */
export const isDescribedLength = (type: number, length: number): boolean =>
  type === 0x24 ? length === 41 : type !== 0xa2 || length === 59;

/** What nobody described: its place may be read, and what else it says is not. */
export const isUndescribed = (type: number): boolean =>
  !located.has(type) && !unlocated.has(type) && sometimesLocated[type] === undefined && !quiet.has(type);

/** Described, and of no use: satellites in view, addresses, pictures. */
const quiet = new Set([0x01, 0x08, 0x14, 0x1f, 0x97, 0xfd]);

/**
 * How many bytes stand before the location block. Some models repeat their identity there (8); those with a card reader put a record
 * number, the identity and the time of sending there (15).
 */
export function bytesBeforeLocation(type: number, body: ByteCursor): number {
  if (type === 0x61) return 8;
  if (type === 0x34) return 4;
  if ((type === 0x22 || type === 0x25) && body.left >= 54 && (body.peek() === 1 || !maybeLocation(body, 0))) return 15;
  if (type === 0x12 && !maybeLocation(body, 0) && (body.left === 34 || maybeLocation(body, 8))) return 8;
  return 0;
}
