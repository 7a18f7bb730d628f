import { boundBetween, type Layer, slipOf } from './lattice.ts';
import type { Near } from './nearby.ts';
import { edgeLengthM, type Network } from './network.ts';
import type { Ways } from './ways.ts';

/** A stretch of an edge that was driven, in metres from where the edge begins. */
export interface Stretch {
  readonly edge: number;
  readonly fromM: number;
  readonly toM: number;
}

/** A place of the chosen way, beside the fix of its layer. */
export interface RoutePlace {
  readonly layer: Layer;
  readonly near: Near;
  /** Metres along the route. */
  readonly alongM: number;
  readonly confidence: number;
}

export interface Route {
  readonly stretches: readonly Stretch[];
  readonly lengthM: number;
  readonly places: readonly RoutePlace[];
}

export interface Routes {
  /** Joins the chosen places of layers to a route. `held`: the share of each place of each layer among all ways. */
  join(layers: readonly Layer[], chosen: readonly number[], held: readonly (readonly number[])[]): Route;
}

export function createRoutes(network: Network, ways: Ways): Routes {
  type Add = (edge: number, fromM: number, toM: number) => void;

  /** The stretches from a place to one that is not ahead on the same edge. */
  const drive = (was: Layer, is: Layer, a: Near, b: Near, add: Add): void => {
    const lengthA = edgeLengthM(network, a.edge);
    if (b.edge === (a.edge ^ 1)) {
      // Turned back on the road itself: beyond the first place, or at once.
      const turnM = Math.max(a.offsetM, lengthA - b.offsetM);
      add(a.edge, a.offsetM, turnM);
      add(b.edge, lengthA - turnM, b.offsetM);
      return;
    }
    add(a.edge, a.offsetM, lengthA);
    const between = ways.edgesBetween(a.edge, b.edge, boundBetween(was.fix, is.fix)) ?? [];
    for (const edge of between) add(edge, 0, edgeLengthM(network, edge));
    add(b.edge, 0, b.offsetM);
  };

  return {
    join(layers, chosen, held) {
      const stretches: Stretch[] = [];
      const placed: { layer: Layer; near: Near; alongM: number; stretch: number }[] = [];
      let alongM = 0;
      const add: Add = (edge, fromM, toM) => {
        const last = stretches.at(-1);
        if (last?.edge === edge && Math.abs(last.toM - fromM) < 1e-6)
          stretches[stretches.length - 1] = { ...last, toM };
        else stretches.push({ edge, fromM, toM });
        alongM += toM - fromM;
      };
      layers.forEach((layer, at) => {
        let near = layer.near[chosen[at] ?? 0] as Near;
        const before = placed.at(-1);
        if (!before) add(near.edge, near.offsetM, near.offsetM);
        else if (before.near.edge !== near.edge) drive(before.layer, layer, before.near, near, add);
        else if (near.offsetM >= before.near.offsetM) add(near.edge, before.near.offsetM, near.offsetM);
        else if (before.near.offsetM - near.offsetM <= slipOf(layer.fix))
          near = { ...near, offsetM: before.near.offsetM };
        else drive(before.layer, layer, before.near, near, add);
        placed.push({ layer, near, alongM, stretch: stretches.length - 1 });
      });
      const places = placed.map(({ layer, near, alongM: along }, at): RoutePlace => {
        // Ways that take the neighbouring stretches of the route are the same way: a fix beside a junction is on either edge of it.
        const beside = new Set<number>();
        const last = placed[Math.min(placed.length - 1, at + 1)]?.stretch ?? 0;
        for (let i = placed[Math.max(0, at - 1)]?.stretch ?? 0; i <= last; i += 1) beside.add(stretches[i]?.edge ?? -1);
        let confidence = 0;
        layer.near.forEach(({ edge }, i) => {
          if (beside.has(edge)) confidence += held[at]?.[i] ?? 0;
        });
        return { layer, near, alongM: along, confidence: Math.min(1, confidence) };
      });
      return { stretches: stretches.filter(({ fromM, toM }) => toM > fromM), lengthM: alongM, places };
    },
  };
}
