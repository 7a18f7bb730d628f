import { bestWay, shares } from './best-way.ts';
import { createLattice, type Layer, type MatchFix, straightMetres } from './lattice.ts';
import type { Near } from './nearby.ts';
import type { Network } from './network.ts';
import { mostPassed, standsM } from './match-trip.ts';

/** Where a vehicle was a moment ago, said as soon as the next fixes have spoken for it. */
export interface LiveMatch {
  readonly fix: MatchFix;
  readonly place: Near;
  /** The share, 0 to 1, of this edge among all ways that lead to the fixes so far. */
  readonly confidence: number;
}

/** What is remembered of one vehicle between fixes. */
export interface LiveTrack {
  layers: Layer[];
  passed: number;
}

/** Matches fixes as they come. One serves many vehicles, each with a track of its own. */
export interface LiveMatcher {
  begin(): LiveTrack;
  /** Takes the next fix; answers for the fix one or two before it, or null when there is nothing new to say. Fixes out of order are passed over. */
  feed(track: LiveTrack, fix: MatchFix): LiveMatch | null;
}

/** Fixes this far apart in time need one more after them to be sure. */
const sparseS = 10;

export function createLiveMatcher(network: Network): LiveMatcher {
  const lattice = createLattice(network);
  return {
    begin: () => ({ layers: [], passed: 0 }),
    feed(track, fix) {
      const before = track.layers.at(-1);
      if (before && (fix.time <= before.fix.time || straightMetres(before.fix, fix) < standsM)) return null;
      const layer = before ? lattice.follow(before, fix, before.at + 1) : lattice.begin(fix, 0);
      if (!layer) {
        track.passed += 1;
        if (track.passed > mostPassed) Object.assign(track, { layers: [], passed: 0 });
        return null;
      }
      track.passed = 0;
      const lag = before && fix.time - before.fix.time >= sparseS * 1000 ? 2 : 1;
      track.layers.push(layer);
      if (track.layers.length > 4) track.layers.shift();
      const at = track.layers.length - 1 - lag;
      const said = track.layers[at];
      if (!said) return null;
      const place = said.near[bestWay(track.layers)[at] ?? 0] as Near;
      const held = shares(track.layers)[at] ?? [];
      const confidence = said.near.reduce((sum, { edge }, i) => (edge === place.edge ? sum + (held[i] ?? 0) : sum), 0);
      return { fix: said.fix, place, confidence: Math.min(1, confidence) };
    },
  };
}
