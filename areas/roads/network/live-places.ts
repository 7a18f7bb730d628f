import { createLiveMatcher, type LiveMatcher, type LiveTrack } from '#telematics/matching/live-matcher.ts';
import { lineOffsetM, type Network } from '#telematics/matching/network.ts';
import { livePlaceNumbers, type LivePlaceRecord, readLiveFix, writeLivePlace } from './worker-messages.ts';

/** After so long without a fix a vehicle may be anywhere: it begins anew, and what was remembered of it is forgotten. */
const forgetMs = 120_000;
/** How often what is too old is looked for, by the times of fixes. */
const sweepMs = 60_000;

/** Where vehicles are on the roads, fix by fix; for many vehicles at a time. */
export function createLivePlaces(network: Network) {
  const matcher: LiveMatcher = createLiveMatcher(network);
  const tracks = new Map<number, { track: LiveTrack; at: number }>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  const forgetOld = (now: number): void => {
    if (now - sweptAt < sweepMs) return;
    sweptAt = now;
    for (const [vehicle, { at }] of tracks) if (now - at > forgetMs) tracks.delete(vehicle);
  };
  const placeOf = ({ vehicle, fix }: ReturnType<typeof readLiveFix>): LivePlaceRecord | null => {
    let known = tracks.get(vehicle);
    if (!known || fix.time - known.at > forgetMs) {
      known = { track: matcher.begin(), at: fix.time };
      tracks.set(vehicle, known);
    }
    known.at = Math.max(known.at, fix.time);
    const said = matcher.feed(known.track, fix);
    if (!said) return null;
    const { edge, offsetM } = said.place;
    return {
      time: said.fix.time,
      lat: said.fix.lat,
      lon: said.fix.lon,
      speedKmh: said.fix.speedKmh ?? Number.NaN,
      line: network.line[edge >>> 1] ?? 0,
      offsetM: lineOffsetM(network, edge, offsetM),
      forward: (edge & 1) === 0,
      confidence: said.confidence,
    };
  };

  return {
    /** @param fixes packed; each is answered by the place of a fix a moment before it, or by nothing. */
    follow(fixes: Float64Array, count: number): Float64Array {
      const places = new Float64Array(count * livePlaceNumbers);
      let newest = Number.NEGATIVE_INFINITY;
      for (let at = 0; at < count; at += 1) {
        const given = readLiveFix(fixes, at);
        newest = Math.max(newest, given.fix.time);
        writeLivePlace(places, at, placeOf(given));
      }
      forgetOld(newest);
      return places;
    },
  };
}
