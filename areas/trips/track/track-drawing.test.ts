import { expect, test } from 'vitest';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import { fit, graticule, panned, scaleBar, screenX, screenY, worldX, worldY, zoomed } from './map-view.web.ts';
import { byMinute, nearestInPlace, nearestInTime, trackOf } from './track-model.web.ts';
import { drawTrack } from './track-path.web.ts';

const size = { width: 800, height: 400 };
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

test('a map shows all that it is fitted to, and a place under the pointer stays there when it zooms', () => {
  const track = trackOf(eastwards(1_000), []);
  const view = fit(track.bounds, size);
  for (const at of [0, track.count - 1]) {
    const [x, y] = [screenX(view, size, track.xs[at] ?? 0), screenY(view, size, track.ys[at] ?? 0)];
    expect(x).toBeGreaterThan(30);
    expect(x).toBeLessThan(size.width - 30);
    // Above the middle: at the foot stand the signs.
    expect(y).toBeCloseTo(size.height / 2 - 18, 0);
  }
  const place = worldX(73.81);
  const right = screenX(view, size, place) - size.width / 2;
  const nearer = zoomed(view, 4, right, 0);
  expect(nearer.scale / view.scale).toBeCloseTo(4, 6);
  expect(screenX(nearer, size, place)).toBeCloseTo(right + size.width / 2, 3);
  expect(screenX(panned(view, 50, 0), size, place)).toBeCloseTo(screenX(view, size, place) + 50, 6);
});

test('the scale is a round distance and true to the ground; the lines of the earth are round too', () => {
  const view = { x: worldX(73.8), y: worldY(18.5), scale: 256 * 2 ** 13 };
  const bar = scaleBar(view);
  expect([1, 2, 5]).toContain(Number(String(bar.metres)[0]));
  // A degree of longitude at 18.5 degrees north is some 105.6 km.
  const pixels = screenX(view, size, worldX(74.8)) - screenX(view, size, worldX(73.8));
  expect((105_562 / pixels) * bar.width).toBeGreaterThan(bar.metres * 0.995);
  expect((105_562 / pixels) * bar.width).toBeLessThan(bar.metres * 1.005);
  const { down, across } = graticule(view, size);
  expect(down.length).toBeGreaterThan(2);
  expect(down.every(({ label }) => /^73\.\d\d° E$/.test(label))).toBe(true);
  expect(across.every(({ label }) => label.endsWith('° N'))).toBe(true);
});

test('of 50,000 fixes as many points are drawn as can be told apart, and only what is in sight', () => {
  const track = trackOf(eastwards(50_000), []);
  const view = fit(track.bounds, size);
  const points = (line: string) => line.split('L').length;
  expect(points(drawTrack(track, view, size).line)).toBeLessThan(size.width);
  const near = zoomed(view, 64, 0, -18);
  const drawn = drawTrack(track, near, size);
  expect(points(drawn.line)).toBeLessThan(size.width);
  expect(points(drawn.line)).toBeGreaterThan(100);
  expect(drawn.arrows.length).toBeGreaterThan(3);
  expect(drawn.arrows.every(({ turn }) => Math.abs(turn) < 1)).toBe(true);
});

test('what was not heard is a line of its own, and no speed is made up for it', () => {
  const points = eastwards(600, (at) =>
    at < 300 ? {} : { fixAt: start + (at + 1_200) * 1_000, lonE7: 738_000_000 + (at + 1_200) * 948 },
  );
  const iso = (at: number) => new Date(points[at]?.fixAt ?? 0).toISOString();
  const known = trackOf(points, [{ kind: 'gap', from: iso(299), to: iso(300) }]);
  expect([...known.gaps].flatMap((one, at) => (one ? [at] : []))).toEqual([300]);
  const drawn = drawTrack(known, fit(known.bounds, size), size);
  expect(drawn.gaps.match(/M/g)).toHaveLength(1);
  expect(drawn.line.match(/M/g)).toHaveLength(2);

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
