import { expect, test } from 'vitest';
import { seenBy } from '../testing/frames.ts';
import { headBytes, mostPlaces, packPlaces, placeBytes, type PlaceRecord, readHead } from './live-frames.contract.ts';

const at = Date.parse('2026-11-21T06:00:00Z');
const place = (slot: number): PlaceRecord => ({
  slot,
  latE7: 100_000_000 + slot,
  lonE7: 750_000_000,
  fixAt: at - 1_000,
  speedKmh: slot % 200,
  course: 10,
  bits: 1,
  limitKmh: 0,
});

test('more places than a frame holds are packed into several, one behind the other, with each place once', () => {
  const places = Array.from({ length: 2 * mostPlaces + 500 }, (_, slot) => place(slot));
  const packed = Buffer.from(packPlaces(places, at));
  const frames: Buffer[] = [];
  for (let from = 0; from < packed.length; ) {
    const { count } = readHead(new DataView(packed.buffer, packed.byteOffset + from));
    const to = from + headBytes + count * placeBytes;
    frames.push(packed.subarray(from, to));
    from = to;
  }
  expect(frames.map(({ length }) => (length - headBytes) / placeBytes)).toEqual([mostPlaces, mostPlaces, 500]);
  expect([...seenBy({ frames }).places.values()]).toEqual(places);
});
