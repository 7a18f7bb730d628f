import { expect, test } from 'vitest';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import { bandOf } from './speed-bands.ts';
import { nearestInTime } from '#kit/web/chart/nearest.ts';
import { nearestInPlace } from '#kit/web/map/nearest-in-place.ts';
import { byMinute, trackOf } from './track-model.web.ts';
import { trackLines } from './track-lines.web.ts';

const start = Date.UTC(2026, 10, 22, 4, 30);
/** Eastwards along a parallel, a fix every second and ten metres or so. */
const eastwards = (count: number, over: (at: number) => Partial<TrackPoint> = () => ({})): TrackPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    fixAt: start + at * 1_000,
    latE7: 185_000_000,
    lonE7: 738_000_000 + at * 948,
    speedCkmh: 3_600,
    courseDdeg: 900,
    accuracyCm: null,
    ...over(at),
  }));

test('what was not heard is a line of its own, and no speed is made up for it', () => {
  const points = eastwards(600, (at) =>
    at < 300 ? {} : { fixAt: start + (at + 1_200) * 1_000, lonE7: 738_000_000 + (at + 1_200) * 948 },
  );
  const iso = (at: number) => new Date(points[at]?.fixAt ?? 0).toISOString();
  const known = trackOf(points, [{ kind: 'gap', from: iso(299), to: iso(300) }]);
  expect([...known.gaps].flatMap((one, at) => (one ? [at] : []))).toEqual([300]);
  const lines = trackLines(known).features.map(({ properties, geometry }) => [
    properties?.['kind'],
    geometry.type === 'LineString' ? geometry.coordinates.length : 0,
  ]);
  expect(lines).toEqual([
    ['driven', 300],
    ['gap', 2],
    ['driven', 300],
  ]);

  const silent = trackOf(
    points.map((point) => ({ ...point, speedCkmh: null })),
    [],
  );
  expect(silent.hasSpeed).toBe(false);
  expect(silent.gaps[300]).toBe(1);
  expect(silent.speeds[10]).toBeCloseTo(36, 0);
  expect(silent.speeds[300]).toBeNaN();
});

test('the fix next to a moment and to a place is found, and one for each minute', () => {
  const track = trackOf(eastwards(600), []);
  expect(nearestInTime(track, start - 5_000)).toBe(0);
  expect(nearestInTime(track, start + 99_600)).toBe(100);
  expect(nearestInTime(track, start + 9_999_000)).toBe(599);
  expect(nearestInPlace(track, track.xs[250] ?? 0, (track.ys[250] ?? 0) + 1e-7, 1e-6)).toBe(250);
  expect(nearestInPlace(track, track.xs[250] ?? 0, (track.ys[250] ?? 0) + 1e-3, 1e-6)).toBeUndefined();
  expect(byMinute(track)).toHaveLength(10);
});

test('a line has the band of its speed: a stretch of another band begins where the one before it ends', () => {
  const speeds = [1_000, 1_000, 3_000, 3_000, 9_000, null, 3_000];
  const track = trackOf(
    eastwards(speeds.length, (at) => ({ speedCkmh: speeds[at] ?? null })),
    [],
  );
  const lines = trackLines(track).features.map(({ properties, geometry }) => [
    properties?.['band'],
    geometry.type === 'LineString' ? geometry.coordinates.length : 0,
  ]);
  expect(lines).toEqual([
    [0, 2],
    [1, 3],
    [3, 2],
    [-1, 2],
    [1, 2],
  ]);
  expect([0, 19.9, 20, 79.9, 80, 300, Number.NaN].map(bandOf)).toEqual([0, 0, 1, 2, 3, 3, -1]);
});
