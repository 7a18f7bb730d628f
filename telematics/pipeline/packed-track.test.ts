import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomFrom } from '../simulator/random.ts';
import { packTrack, type TrackPoint, unpackTrack } from './packed-track.ts';
import { logNames, readLog, tracesAreHere } from './testing/traces.ts';

const whole = (value: number | null, times: number) => (value === null ? null : Math.round(value * times));

/** A fix each five seconds along a bending road, as a tracker reports it: whole km/h and degrees. */
function drive(count: number, seed: number): TrackPoint[] {
  const random = randomFrom(seed);
  let [lat, lon, kmh, course] = [23.03, 72.47, 40, 90];
  return Array.from({ length: count }, (_, at) => {
    kmh = Math.max(0, Math.min(90, kmh + (random() - 0.5) * 8));
    course = (course + (random() - 0.5) * 12 + 360) % 360;
    const metres = (kmh / 3.6) * 5;
    lat += (metres * Math.cos((course * Math.PI) / 180)) / 111_195;
    lon += (metres * Math.sin((course * Math.PI) / 180)) / 102_330;
    return {
      fixAt: 1_795_000_000_000 + at * 5_000,
      latE7: Math.round(lat * 1e7),
      lonE7: Math.round(lon * 1e7),
      speedCkmh: Math.round(kmh) * 100,
      courseDdeg: Math.round(course) * 10,
      accuracyCm: null,
    };
  });
}

test('a packed track gives back every number of it, whatever the numbers are', () => {
  const wild: TrackPoint[] = [
    { fixAt: 0, latE7: -900_000_000, lonE7: 1_800_000_000, speedCkmh: null, courseDdeg: 3_600, accuracyCm: null },
    { fixAt: 1, latE7: 900_000_000, lonE7: -1_800_000_000, speedCkmh: 2_147_483_647, courseDdeg: 0, accuracyCm: 0 },
    { fixAt: 2e12, latE7: 0, lonE7: 0, speedCkmh: null, courseDdeg: -32_767, accuracyCm: 2_147_483_647 },
    { fixAt: 2e12 + 1, latE7: 1, lonE7: -1, speedCkmh: 0, courseDdeg: null, accuracyCm: null },
  ];
  for (let count = 0; count <= wild.length; count += 1)
    expect(unpackTrack(packTrack(wild.slice(0, count)))).toEqual(wild.slice(0, count));
  const random = randomFrom(11);
  const any = (most: number) => Math.round((random() - 0.5) * 2 * most);
  const orNone = (value: number) => (random() < 0.3 ? null : value);
  for (let round = 0; round < 50; round += 1) {
    const track = Array.from({ length: round }, () => ({
      fixAt: any(4e12),
      latE7: any(9e8),
      lonE7: any(1.8e9),
      speedCkmh: orNone(any(2e9)),
      courseDdeg: orNone(any(30_000)),
      accuracyCm: orNone(any(2e9)),
    }));
    expect(unpackTrack(packTrack(track))).toEqual(track);
  }
});

test('the bytes are those that the guide shows', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/how-to/read-trips-and-tracks.md'), 'utf8');
  const lines = [...text.matchAll(/^((?:[0-9a-f]{2} )+) {4,}\w/gm)].map(([, bytes = '']) => bytes.trim());
  const shown = Uint8Array.from(lines.join(' ').split(' '), (byte) => Number.parseInt(byte, 16));
  const point = { lonE7: 724_752_544, speedCkmh: 3_600, courseDdeg: null, accuracyCm: null };
  const track = [
    { ...point, fixAt: 1_767_225_600_000, latE7: 230_000_000 },
    { ...point, fixAt: 1_767_225_610_000, latE7: 230_009_000 },
  ];
  expect(unpackTrack(shown)).toEqual(track);
  expect(packTrack(track)).toEqual(shown);
});

test('a fix of a usual drive takes about seven bytes', () => {
  const track = drive(7_200, 5);
  const packed = packTrack(track);
  expect(unpackTrack(packed)).toEqual(track);
  expect(packed.length / track.length).toBeLessThan(7.5);
});

test.skipIf(!tracesAreHere)('recorded drives come back as they were packed', () => {
  for (const name of logNames()) {
    const track = readLog(name).map(({ time, lat, lon, speedKmh, accuracyM }) => ({
      fixAt: time,
      latE7: Math.round(lat * 1e7),
      lonE7: Math.round(lon * 1e7),
      speedCkmh: whole(speedKmh, 100),
      courseDdeg: null,
      accuracyCm: whole(accuracyM, 100),
    }));
    const packed = packTrack(track);
    expect(unpackTrack(packed)).toEqual(track);
    expect(packed.length / track.length, name).toBeLessThan(11);
  }
});

test('bytes that are no whole track are refused', () => {
  const packed = packTrack(drive(20, 1));
  for (let length = 0; length < packed.length; length += 1)
    expect(() => unpackTrack(packed.subarray(0, length)), String(length)).toThrow(RangeError);
  expect(() => unpackTrack(Uint8Array.of(2, 0))).toThrow('packed in another way');
  expect(() => unpackTrack(Uint8Array.of(1, 255, 255, 255, 255, 15, 0))).toThrow('ends too early');
  expect(() => unpackTrack(Uint8Array.of(1, ...Array.from<number>({ length: 30 }).fill(255)))).toThrow('too long');
});
