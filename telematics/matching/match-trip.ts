import { createLattice, type Layer, type MatchFix, straightMetres } from './lattice.ts';
import type { Network } from './network.ts';
import { bestWay, shares } from './best-way.ts';
import { createRoutes, type Stretch } from './route.ts';

/** Where a fix was on the road. */
export interface MatchedFix {
  /** The piece of the trip that it belongs to. */
  readonly piece: number;
  readonly edge: number;
  readonly offsetM: number;
  readonly latE7: number;
  readonly lonE7: number;
  /** Metres between fix and road. */
  readonly distanceM: number;
  /** Degrees clockwise from north in which the road is driven here. */
  readonly courseDeg: number;
  /** Metres along the route of its piece. */
  readonly alongM: number;
  /** The share, 0 to 1, that ways over this road hold of all ways that could have led to the fixes. */
  readonly confidence: number;
}

/** A route without a break. */
export interface Piece {
  readonly firstFix: number;
  readonly lastFix: number;
  readonly route: readonly Stretch[];
  readonly lengthM: number;
}

/** A trip on the roads. Where no way leads from one fix to the next, there are two pieces and nothing between them. */
export interface Match {
  /** One for each fix given; null for a fix that lies on no road or does not go with the others. */
  readonly fixes: readonly (MatchedFix | null)[];
  readonly pieces: readonly Piece[];
}

export interface Matcher {
  /** Matches a trip. `fixes` in the order of time. */
  match(fixes: readonly MatchFix[]): Match;
}

/** A fix nearer to the one before than this is where the one before was. */
export const standsM = 5;
/** How many fixes that do not go with the others are passed over before the route is broken. */
export const mostPassed = 3;

/** Which fixes are looked at; the others are where the one before them was. */
function moving(fixes: readonly MatchFix[]): number[] {
  const kept: number[] = [];
  let last: MatchFix | undefined;
  fixes.forEach((fix, at) => {
    if (last && (straightMetres(last, fix) < standsM || fix.time <= last.time) && at < fixes.length - 1) return;
    kept.push(at);
    last = fix;
  });
  return kept;
}

export function createMatcher(network: Network): Matcher {
  const lattice = createLattice(network);
  const routes = createRoutes(network, lattice.ways);

  /** Layers from a fix on, as far as ways lead. Passes over some that do not go with the others. */
  const piece = (
    fixes: readonly MatchFix[],
    kept: readonly number[],
    first: number,
  ): { layers: Layer[]; next: number } => {
    const begun = lattice.begin(fixes[kept[first] ?? 0] as MatchFix, kept[first] ?? 0);
    if (!begun) return { layers: [], next: first + 1 };
    const layers = [begun];
    let [at, passed] = [first + 1, 0];
    while (at < kept.length && passed <= mostPassed) {
      const layer = lattice.follow(layers.at(-1) as Layer, fixes[kept[at] ?? 0] as MatchFix, kept[at] ?? 0);
      passed = layer ? 0 : passed + 1;
      if (layer) layers.push(layer);
      at += 1;
    }
    return { layers, next: Math.max(first + 1, at - passed) };
  };

  return {
    match(fixes) {
      const kept = moving(fixes);
      const matched: (MatchedFix | null)[] = fixes.map(() => null);
      const pieces: Piece[] = [];
      for (let at = 0; at < kept.length; ) {
        const { layers, next } = piece(fixes, kept, at);
        at = next;
        // One fix alone is no route.
        if (layers.length < 2) continue;
        const { stretches, lengthM, places } = routes.join(layers, bestWay(layers), shares(layers));
        for (const { layer, near, alongM, confidence } of places)
          matched[layer.at] = {
            piece: pieces.length,
            edge: near.edge,
            offsetM: near.offsetM,
            latE7: near.latE7,
            lonE7: near.lonE7,
            distanceM: near.distanceM,
            courseDeg: near.courseDeg,
            alongM,
            confidence,
          };
        pieces.push({ firstFix: layers[0]?.at ?? 0, lastFix: layers.at(-1)?.at ?? 0, route: stretches, lengthM });
      }
      const looked = new Set(kept);
      for (let i = 1; i < matched.length; i += 1) if (!looked.has(i)) matched[i] = matched[i - 1] ?? null;
      return { fixes: matched, pieces };
    },
  };
}
