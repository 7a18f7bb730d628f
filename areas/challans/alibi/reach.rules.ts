import { metresBetween } from '#telematics/pipeline/geo.ts';

/** A position with how far around it the vehicle may have been, metres. Times are milliseconds, UTC. */
export interface Known {
  at: number;
  lat: number;
  lon: number;
  uncertaintyM: number;
}
export interface Place {
  lat: number;
  lon: number;
  radiusM: number;
}
/** Two positions with nothing between them; one of them is missing before the first and behind the last. */
export interface Leg<F extends Known> {
  before: F | undefined;
  after: F | undefined;
}

export interface Reached<F extends Known> extends Leg<F> {
  /** Metres that stay between the vehicle and the place however it drove; negative where it could have been there. */
  clearM: number;
  /** The least speed with which it would have been there; infinite where no time is left. */
  neededKmh: number;
}

const msPerKmh = 3_600;
/** Of a pair that was driven faster than is taken to be possible: what it drove, with a tenth more. */
const fasterBy = 1.1;

/** Legs that a time touches, those without a first or a last position with them. @param fixes by time, one of each */
export function legsWithin<F extends Known>(fixes: readonly F[], from: number, to: number): Leg<F>[] {
  const legs: Leg<F>[] = [];
  for (let at = 0; at <= fixes.length; at += 1) {
    const [before, after] = [fixes[at - 1], fixes[at]];
    if (!before && !after) continue;
    if ((after?.at ?? Number.POSITIVE_INFINITY) < from || (before?.at ?? Number.NEGATIVE_INFINITY) > to) continue;
    legs.push({ before, after });
  }
  return legs;
}

/** Metres from a position to the place that were to be driven at least: what is uncertain is taken for the shorter way. */
const wayM = (fix: Known, place: Place): number =>
  Math.max(0, metresBetween(fix, place) - fix.uncertaintyM - place.radiusM);

/** The speed that is possible on a leg: the fastest, unless the positions themselves prove a faster one. */
function fastestOn({ before, after }: Leg<Known>, fastestKmh: number): number {
  if (!before || !after) return fastestKmh;
  const way = metresBetween(before, after) + before.uncertaintyM + after.uncertaintyM;
  const driven = (way / Math.max(1, after.at - before.at)) * msPerKmh;
  return Math.max(fastestKmh, driven > fastestKmh ? driven * fasterBy : 0);
}

/** How near a vehicle can have come to a place on a leg within a time, and how fast it would have had to be to be there. */
export function reachOn<F extends Known>(
  leg: Leg<F>,
  place: Place,
  time: { from: number; to: number },
  fastestKmh: number,
): Reached<F> {
  const { before, after } = leg;
  const perMs = fastestOn(leg, fastestKmh) / msPerKmh;
  const lo = Math.max(time.from, before?.at ?? time.from);
  const hi = Math.min(time.to, after?.at ?? time.to);
  const out = before ? wayM(before, place) : 0;
  const back = after ? wayM(after, place) : 0;
  const [start, end] = [before?.at ?? lo, after?.at ?? hi];
  const shortAt = (at: number): number =>
    Math.max(before ? out - perMs * (at - start) : 0, after ? back - perMs * (end - at) : 0);
  const neededAt = (at: number): number =>
    Math.max(out === 0 ? 0 : before ? out / (at - start) : 0, back === 0 ? 0 : after ? back / (end - at) : 0);
  const within = (at: number) => Math.min(hi, Math.max(lo, at));
  // With both, what is missing from the one side grows as that from the other falls: least where they are alike.
  const nearest = !before ? lo : !after ? hi : within((out - back + perMs * (start + end)) / (2 * perMs));
  const easiest = !before
    ? lo
    : !after
      ? hi
      : out + back === 0
        ? lo
        : within(start + ((end - start) * out) / (out + back));
  const needed = neededAt(easiest) * msPerKmh;
  return {
    before,
    after,
    clearM: shortAt(nearest),
    neededKmh: Number.isNaN(needed) ? Number.POSITIVE_INFINITY : needed,
  };
}

/** How far it can have been at most within a time on a leg; null where nothing bounds it. */
export function farthestOn(
  leg: Leg<Known>,
  place: Place,
  { from, to }: { from: number; to: number },
  fastestKmh: number,
): number | null {
  const { before, after } = leg;
  if (!before || !after) return null;
  const perMs = fastestOn(leg, fastestKmh) / msPerKmh;
  const [lo, hi] = [Math.max(from, before.at), Math.min(to, after.at)];
  const out = metresBetween(before, place) + before.uncertaintyM;
  const back = metresBetween(after, place) + after.uncertaintyM;
  const top = Math.min(hi, Math.max(lo, (back - out + perMs * (before.at + after.at)) / (2 * perMs)));
  return Math.min(out + perMs * (top - before.at), back + perMs * (after.at - top));
}

/** Where it was in between if it drove straight and evenly. */
export function between(before: Known, after: Known, at: number): { lat: number; lon: number } {
  const part = after.at === before.at ? 0 : (at - before.at) / (after.at - before.at);
  return { lat: before.lat + (after.lat - before.lat) * part, lon: before.lon + (after.lon - before.lon) * part };
}

/** The nearest that the straight way of a leg comes to the place within a time: metres, and when. */
export function passes(
  before: Known,
  after: Known,
  place: Place,
  { from, to }: { from: number; to: number },
): { metres: number; at: number } {
  const perLon = Math.cos((place.lat * Math.PI) / 180);
  const flat = ({ lat, lon }: { lat: number; lon: number }) => [(lon - place.lon) * perLon, lat - place.lat] as const;
  const [[ax, ay], [bx, by]] = [flat(before), flat(after)];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : -(ax * dx + ay * dy) / square;
  const wanted = before.at + part * (after.at - before.at);
  const at = Math.min(Math.min(to, after.at), Math.max(Math.max(from, before.at), wanted));
  return { metres: metresBetween(between(before, after, at), place), at };
}
