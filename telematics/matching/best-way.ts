import { type Layer, sumCosts } from './lattice.ts';

/** The best way through layers: the number of a place in each of them (Viterbi, from the end). */
export function bestWay(layers: readonly Layer[]): number[] {
  const chosen: number[] = [];
  let place = -1;
  for (let at = layers.length - 1; at >= 0; at -= 1) {
    const layer = layers[at] as Layer;
    if (place < 0) place = layer.best.indexOf(Math.min(...layer.best));
    chosen[at] = place;
    place = layer.back[place] ?? -1;
  }
  return chosen;
}

/** The share of each place of each layer among all ways through them: forward sums are in the layers, backward sums are made here. */
export function shares(layers: readonly Layer[]): number[][] {
  const result: number[][] = [];
  let after: number[] = [];
  for (let at = layers.length - 1; at >= 0; at -= 1) {
    const layer = layers[at] as Layer;
    const next = layers[at + 1];
    const rest = layer.near.map(() => (next ? Number.POSITIVE_INFINITY : 0));
    if (next?.links) {
      const { from, to, cost } = next.links;
      for (let link = 0; link < from.length; link += 1) {
        const [i, j] = [from[link] ?? 0, to[link] ?? 0];
        rest[i] = sumCosts(rest[i] ?? 0, (cost[link] ?? 0) + (next.own[j] ?? 0) + (after[j] ?? 0));
      }
    }
    const costs = layer.near.map((_, i) => (layer.sum[i] ?? 0) + (rest[i] ?? 0));
    const total = costs.reduce(sumCosts, Number.POSITIVE_INFINITY);
    result[at] = costs.map((cost) => Math.exp(total - cost));
    after = rest;
  }
  return result;
}
