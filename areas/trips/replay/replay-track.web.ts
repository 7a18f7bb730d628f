import { trackOf, type Track } from '../track/track-model.web.ts';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import type { TripEvent } from '../trip-answers.contract.ts';

/** A trip of a replay: its fixes and what happened. */
export interface ReplayedTrip {
  id: string;
  points: readonly TrackPoint[];
  events: readonly TripEvent[];
}

/** Where a vehicle is at a moment. Held in numbers that are written anew for each picture. */
export interface ReplayPlace {
  lat: number;
  lon: number;
  /** Degrees; NaN where nothing is known. */
  course: number;
  /** km/h; NaN where nothing is known. */
  kmh: number;
  /** It drives; or it is between two trips, before the first or after the last; or nothing was heard of it. */
  state: 'driving' | 'parked' | 'silent';
}

/** The trips of a vehicle as one track, whose parts are apart: between two trips it is parked, and no line is drawn. */
export interface ReplayTrack extends Track {
  /** 1 at the first fix of each trip. */
  readonly begins: Uint8Array;
}

/** @param trips in the order of time. Fixes outside of the window are left out. */
export function replayTrack(trips: readonly ReplayedTrip[], from: number, to: number): ReplayTrack {
  const points: TrackPoint[] = [];
  const firsts: number[] = [];
  for (const trip of trips) {
    const own = trip.points.filter(({ fixAt }) => fixAt >= from && fixAt <= to);
    if (own.length > 0) firsts.push(points.length);
    for (const point of own) points.push(point);
  }
  const silent = trips.flatMap(({ events }) =>
    events.flatMap(({ kind, at, until }) =>
      kind === 'NO_SIGNAL' && until ? [{ kind: 'gap', from: at, to: until }] : [],
    ),
  );
  const track = trackOf(points, silent);
  const begins = new Uint8Array(track.count);
  for (const at of firsts) begins[at] = 1;
  // No line leads from where one trip ended to where the next began, and no speed is made up for it.
  const gaps = track.gaps.map((gap, at) => (begins[at] === 1 ? 0 : gap));
  return { ...track, gaps, begins };
}

/** The last fix at or before a time, found from where it was last; -1 before the first. */
function fixAt({ times, count }: Track, time: number, near: number): number {
  let at = Math.min(Math.max(near, -1), count - 1);
  // A picture later it is the same fix or one of the next; after a jump it is looked for.
  if (at >= 0 && (times[at] ?? 0) > time) at = -1;
  for (let steps = 0; steps < 8 && at + 1 < count && (times[at + 1] ?? 0) <= time; steps += 1) at += 1;
  if (at + 1 >= count || (times[at + 1] ?? 0) > time) return at;
  let [low, high] = [at + 1, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Where a vehicle is at a time: between two fixes on the way from one to the other, by the share of the time that is over.
 * @param near what this gave for the picture before.
 * @param place is written to.
 * @returns the fix that it comes from.
 */
export function placeAt(track: ReplayTrack, time: number, near: number, place: ReplayPlace): number {
  const at = fixAt(track, time, near);
  const { times, lats, lons, courses, speeds, gaps, begins, count } = track;
  const here = Math.max(at, 0);
  const next = at + 1;
  place.lat = lats[here] ?? 0;
  place.lon = lons[here] ?? 0;
  place.course = courses[here] ?? Number.NaN;
  place.kmh = speeds[here] ?? Number.NaN;
  if (at < 0 || next >= count || begins[next] === 1) {
    const isOver = at < 0 || time > (times[here] ?? 0);
    place.state = isOver ? 'parked' : 'driving';
    if (isOver) place.kmh = 0;
    return at;
  }
  if (gaps[next] === 1) {
    place.state = time > (times[here] ?? 0) ? 'silent' : 'driving';
    if (place.state === 'silent') place.kmh = Number.NaN;
    return at;
  }
  const [begin, end] = [times[here] ?? 0, times[next] ?? 0];
  const share = end > begin ? (time - begin) / (end - begin) : 0;
  place.lat += ((lats[next] ?? 0) - place.lat) * share;
  place.lon += ((lons[next] ?? 0) - place.lon) * share;
  const turned = (courses[next] ?? Number.NaN) - place.course;
  // The shorter way round.
  if (!Number.isNaN(turned)) place.course = (place.course + (((turned + 540) % 360) - 180) * share + 360) % 360;
  place.state = 'driving';
  return at;
}
