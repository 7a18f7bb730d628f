import { metresBetween } from '#telematics/pipeline/geo.ts';
import { type TrackPoint, unpackTrack } from '#telematics/pipeline/packed-track.ts';
import { type Bounds, worldX, worldY } from '#kit/web/map/mercator.ts';

/** A track in columns, so that thousands of fixes are drawn without thousands of objects. */
export interface Track {
  readonly count: number;
  /** Milliseconds, UTC. */
  readonly times: Float64Array;
  readonly lats: Float64Array;
  readonly lons: Float64Array;
  /** Of the map's square world, 0 to 1. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Driven so far. */
  readonly metres: Float64Array;
  /** km/h; NaN where nothing is known. */
  readonly speeds: Float32Array;
  /** Degrees; NaN where nothing is known. */
  readonly courses: Float32Array;
  /** 1 where nothing was heard on the way to this fix. */
  readonly gaps: Uint8Array;
  /** The device says its speed; else it follows from distance and time. */
  readonly hasSpeed: boolean;
  readonly bounds: Bounds;
}

/** Whoever went on for so long and so far without a fix: nobody knows on which way. */
const [unheardS, unheardM] = [180, 300];

/** A time between two fixes when nothing was heard. ISO times. */
interface Silence {
  kind: string;
  from: string;
  to: string;
}

export const readTrack = (packed: ArrayBuffer, stops: readonly Silence[]): Track =>
  trackOf(unpackTrack(new Uint8Array(packed)), stops);

export function trackOf(points: readonly TrackPoint[], stops: readonly Silence[]): Track {
  const count = points.length;
  const column = () => new Float64Array(count);
  const [times, lats, lons, xs, ys, metres] = [column(), column(), column(), column(), column(), column()];
  const [speeds, courses] = [new Float32Array(count).fill(Number.NaN), new Float32Array(count).fill(Number.NaN)];
  const gaps = new Uint8Array(count);
  const silent = stops.filter(({ kind }) => kind === 'gap').map(({ from, to }) => [Date.parse(from), Date.parse(to)]);
  const hasSpeed = points.some(({ speedCkmh }) => speedCkmh !== null);
  const bounds = { minX: 1, minY: 1, maxX: 0, maxY: 0 };
  for (const [at, point] of points.entries()) {
    const place = { lat: point.latE7 / 1e7, lon: point.lonE7 / 1e7 };
    times[at] = point.fixAt;
    lats[at] = place.lat;
    lons[at] = place.lon;
    const [x, y] = [worldX(place.lon), worldY(place.lat)];
    xs[at] = x;
    ys[at] = y;
    bounds.minX = Math.min(bounds.minX, x);
    bounds.maxX = Math.max(bounds.maxX, x);
    bounds.minY = Math.min(bounds.minY, y);
    bounds.maxY = Math.max(bounds.maxY, y);
    if (point.courseDdeg !== null) courses[at] = point.courseDdeg / 10;
    if (point.speedCkmh !== null) speeds[at] = point.speedCkmh / 100;
    const before = points[at - 1];
    if (!before) continue;
    const leg = metresBetween({ lat: before.latE7 / 1e7, lon: before.lonE7 / 1e7 }, place);
    metres[at] = (metres[at - 1] ?? 0) + leg;
    const seconds = (point.fixAt - before.fixAt) / 1_000;
    const isSilent = silent.some(([from = 0, to = 0]) => before.fixAt >= from && point.fixAt <= to);
    gaps[at] = isSilent || (seconds >= unheardS && leg > unheardM) ? 1 : 0;
    if (!hasSpeed && gaps[at] === 0 && seconds > 0) speeds[at] = (leg / seconds) * 3.6;
  }
  return { count, times, lats, lons, xs, ys, metres, speeds, courses, gaps, hasSpeed, bounds };
}

/** The first fix of each minute that has one: what a reader gets in place of the picture. */
export function byMinute({ times, count }: Track): number[] {
  const firsts: number[] = [];
  let minute = -1;
  for (let at = 0; at < count; at += 1) {
    const now = Math.floor((times[at] ?? 0) / 60_000);
    if (now === minute) continue;
    minute = now;
    firsts.push(at);
  }
  return firsts;
}
