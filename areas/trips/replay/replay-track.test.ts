import { expect, test } from 'vitest';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import { placeAt, type ReplayPlace, replayTrack } from './replay-track.web.ts';

const start = Date.UTC(2026, 10, 22, 4, 30);
const fix = (seconds: number, lat: number, course = 0): TrackPoint => ({
  fixAt: start + seconds * 1_000,
  latE7: lat * 1e7,
  lonE7: 738_000_000,
  speedCkmh: 3_600,
  courseDdeg: course * 10,
  accuracyCm: null,
});
const silence = {
  kind: 'NO_SIGNAL' as const,
  at: new Date(start + 20_000).toISOString(),
  until: new Date(start + 400_000).toISOString(),
  lat: 0,
  lon: 0,
  place: null,
  speedKmh: null,
};
const trips = [
  { id: 'a', points: [fix(0, 10), fix(10, 20, 350), fix(20, 30, 10), fix(400, 40), fix(410, 50)], events: [silence] },
  { id: 'b', points: [fix(1_000, 60), fix(1_010, 70)], events: [] },
];
const empty = (): ReplayPlace => ({ lat: 0, lon: 0, course: 0, kmh: 0, state: 'parked' });
const whole = replayTrack(trips, start, start + 2_000_000);
const at = (seconds: number, near = -1) => {
  const place = empty();
  const found = placeAt(whole, start + seconds * 1_000, near, place);
  return { ...place, found };
};

test('between two fixes a vehicle is on the way from one to the other, and turns the shorter way', () => {
  expect(at(5)).toMatchObject({ lat: 15, state: 'driving', found: 0 });
  expect(at(15)).toMatchObject({ lat: 25, course: 0, found: 1 });
  expect(at(10)).toMatchObject({ lat: 20, course: 350 });
});

test('where nothing was heard it stays, and between two trips it is parked', () => {
  expect(at(200)).toMatchObject({ lat: 30, state: 'silent', kmh: Number.NaN });
  expect(at(700)).toMatchObject({ lat: 50, state: 'parked', kmh: 0 });
  expect(at(-10)).toMatchObject({ lat: 10, state: 'parked', found: -1 });
  expect(at(1_500)).toMatchObject({ lat: 70, state: 'parked' });
  expect(at(1_005)).toMatchObject({ lat: 65, state: 'driving' });
  // No line leads from one trip to the next.
  expect([...whole.gaps]).toEqual([0, 0, 0, 1, 0, 0, 0]);
});

test('a jump finds the same fix as going on does, wherever it begins', () => {
  for (let seconds = -5; seconds < 1_100; seconds += 7)
    for (const near of [-1, 0, 3, 6, 99])
      expect(at(seconds, near).found, `${seconds} from ${near}`).toBe(at(seconds).found);
});

test('what lies outside of the window is left out; of nothing there is no place', () => {
  const part = replayTrack(trips, start + 5_000, start + 405_000);
  expect([...part.times].map((time) => (time - start) / 1_000)).toEqual([10, 20, 400]);
  const none = replayTrack([], start, start + 1);
  expect(none.count).toBe(0);
  expect(placeAt(none, start, -1, empty())).toBe(-1);
});
