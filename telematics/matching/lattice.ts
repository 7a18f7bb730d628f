import { metresEast, metresPerUnit, turnBetween } from './metric.ts';
import { chunksNear, type Near, nearby } from './nearby.ts';
import { edgeLengthM, type Network } from './network.ts';
import { createWays, turnBackM, type Ways } from './ways.ts';

/** A fix as the matcher takes it, in the order of time. */
export interface MatchFix {
  /** Milliseconds, UTC. */
  readonly time: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number | null;
  /** Degrees clockwise from north in which it moves, where the device says so. */
  readonly courseDeg: number | null;
  /** How far from the truth it may well be, in metres (one standard deviation); null: 8 m. */
  readonly sigmaM: number | null;
}

/** How fixes and ways are weighed. Costs are negative logarithms of likelihood. */
export const weights = {
  sigmaM: 8,
  leastSigmaM: 4,
  mostSigmaM: 20,
  /** Roads farther than this many sigma are not candidates; and never nearer or farther than these bounds. */
  radiusSigmas: 3.5,
  leastRadiusM: 50,
  mostRadiusM: 120,
  /** Sections that one fix may be on. */
  mostSections: 8,
  /** Slower than this, a course says little. */
  courseFromKmh: 12,
  courseSigmaDeg: 20,
  mostCourseCost: 9,
  /** How many metres a way may well differ from the straight line, for each second between fixes, and at least. */
  detourMPerS: 0.5,
  leastDetourM: 8,
  /** Faster than this nobody goes, unless the device itself says nearly so. */
  mostMs: 40,
  /** States this much worse than the best one are not carried on. */
  beam: 30,
} as const;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
export const sigmaOf = (fix: MatchFix): number =>
  clamp(fix.sigmaM ?? weights.sigmaM, weights.leastSigmaM, weights.mostSigmaM);

/** A way from a state of one layer to a state of the next. */
export interface Links {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Cost of the way, without that of the fix. */
  readonly cost: readonly number[];
}

/** The places on roads where a vehicle may have been at one fix. */
export interface Layer {
  readonly fix: MatchFix;
  /** The number of the fix among those of its trip. */
  readonly at: number;
  readonly near: readonly Near[];
  /** Cost of each place by the fix alone. */
  readonly own: readonly number[];
  /** Cost of the best way of the piece that ends at each place; Infinity where none does. */
  readonly best: readonly number[];
  /** The place in the layer before that the best way comes from; -1 in a first layer. */
  readonly back: readonly number[];
  /** Negative logarithm of the sum over all ways that end at each place. */
  readonly sum: readonly number[];
  readonly links: Links | null;
}

/** -log(exp(-a) + exp(-b)), without leaving the numbers that a machine has. */
export function sumCosts(a: number, b: number): number {
  if (a === Number.POSITIVE_INFINITY) return b;
  if (b === Number.POSITIVE_INFINITY) return a;
  const [less, more] = a < b ? [a, b] : [b, a];
  return less - Math.log1p(Math.exp(less - more));
}

/** Layers for one network. Holds no state of any vehicle, only what it remembers of the roads. */
export interface Lattice {
  readonly network: Network;
  readonly ways: Ways;
  /** The first layer of a piece; null when no road is near. */
  begin(fix: MatchFix, at: number): Layer | null;
  /** The layer of a later fix; null when no road is near or none can be reached from the layer before. */
  follow(before: Layer, fix: MatchFix, at: number): Layer | null;
}

export const e7 = (degrees: number): number => Math.round(degrees * 1e7);

export function straightMetres(a: MatchFix, b: MatchFix): number {
  const north = (b.lat - a.lat) * 1e7 * metresPerUnit;
  const east = (b.lon - a.lon) * 1e7 * metresEast(((a.lat + b.lat) / 2) * 1e7);
  return Math.sqrt(north * north + east * east);
}

/** How much longer than the straight line between two fixes a way may be and still be thought of, in metres of the whole way. */
export function boundBetween(a: MatchFix, b: MatchFix): number {
  const [straightM, seconds] = [straightMetres(a, b), (b.time - a.time) / 1000];
  const fastest = Math.max(weights.mostMs, (1.6 * Math.max(a.speedKmh ?? 0, b.speedKmh ?? 0)) / 3.6);
  const likely = straightM + 25 * Math.max(weights.leastDetourM, weights.detourMPerS * seconds) + 100;
  return Math.min(3 * straightM + 200, likely, fastest * Math.max(1, seconds) + 50);
}

/** How far behind the one before it a fix may seem to lie on the same road: noise of both. */
export const slipOf = (fix: MatchFix): number => 2 * sigmaOf(fix);

/** Metres of slack in what the index is asked for, so that the next fixes need not ask again. */
const slackM = 120;

export function createLattice(network: Network): Lattice {
  const ways = createWays(network);
  let [askedLat, askedLon, askedM] = [0, 0, -1];
  let chunks: number[] = [];

  const placesOf = (fix: MatchFix): Near[] => {
    const radiusM = clamp(weights.radiusSigmas * sigmaOf(fix), weights.leastRadiusM, weights.mostRadiusM);
    const [lat, lon] = [e7(fix.lat), e7(fix.lon)];
    const eastM = metresEast(lat);
    const apartM = Math.max(Math.abs(lat - askedLat) * metresPerUnit, Math.abs(lon - askedLon) * eastM);
    if (askedM < 0 || apartM + radiusM > askedM) {
      [askedLat, askedLon, askedM] = [lat, lon, radiusM + slackM];
      chunks = chunksNear(network, lat, lon, askedM);
    }
    return nearby(network, lat, lon, radiusM, weights.mostSections, chunks);
  };

  const ownCost = (fix: MatchFix, near: Near): number => {
    const away = near.distanceM / sigmaOf(fix);
    const cost = 0.5 * away * away;
    if (fix.courseDeg === null || (fix.speedKmh ?? 0) <= weights.courseFromKmh) return cost;
    const turn = turnBetween(fix.courseDeg, near.courseDeg) / weights.courseSigmaDeg;
    return cost + Math.min(weights.mostCourseCost, 0.5 * turn * turn);
  };

  /** Metres between two places of one edge, or of its two ways; NaN for places of different sections, between which a way has to be found. */
  const onSection = (a: Near, b: Near, slipM: number): number => {
    const ahead = b.offsetM - a.offsetM;
    // A fix may seem to lie a little behind the one before: that is noise, not a loop around the block.
    if (a.edge === b.edge) return ahead >= -slipM ? Math.max(0, ahead) : Number.NaN;
    // Turned back on the road itself, which is never longer than by its end.
    if (b.edge === (a.edge ^ 1)) return Math.abs(edgeLengthM(network, b.edge) - b.offsetM - a.offsetM) + turnBackM;
    return Number.NaN;
  };

  return {
    network,
    ways,
    begin(fix, at) {
      const near = placesOf(fix);
      if (near.length === 0) return null;
      const own = near.map((one) => ownCost(fix, one));
      return { fix, at, near, own, best: own, back: own.map(() => -1), sum: own, links: null };
    },
    follow(before, fix, at) {
      const near = placesOf(fix);
      if (near.length === 0) return null;
      const straightM = straightMetres(before.fix, fix);
      const seconds = (fix.time - before.fix.time) / 1000;
      const boundM = boundBetween(before.fix, fix);
      const detourM = Math.max(weights.leastDetourM, weights.detourMPerS * seconds);
      const slipM = slipOf(fix);
      const least = Math.min(...before.best);
      const [best, back, sum] = [
        near.map(() => Number.POSITIVE_INFINITY),
        near.map(() => -1),
        near.map(() => Number.POSITIVE_INFINITY),
      ];
      const own = near.map((one) => ownCost(fix, one));
      const links = { from: [] as number[], to: [] as number[], cost: [] as number[] };
      const targets = near.map(({ edge }) => edge);
      let reached = false;
      for (let i = 0; i < before.near.length; i += 1) {
        const [from, cost] = [before.near[i], before.best[i] ?? 0];
        if (!from || cost > least + weights.beam) continue;
        const restM = edgeLengthM(network, from.edge) - from.offsetM;
        const metresTo = restM > boundM ? null : ways.metresTo(from.edge, targets, boundM - restM);
        for (let j = 0; j < near.length; j += 1) {
          const place = near[j] as Near;
          let metres = onSection(from, place, slipM);
          if (Number.isNaN(metres))
            metres = metresTo ? restM + (metresTo[j] ?? 0) + place.offsetM : Number.POSITIVE_INFINITY;
          if (metres > boundM) continue;
          const way = Math.abs(metres - straightM) / detourM;
          reached = true;
          links.from.push(i);
          links.to.push(j);
          links.cost.push(way);
          const total = cost + way + (own[j] ?? 0);
          if (total < (best[j] ?? 0)) [best[j], back[j]] = [total, i];
          sum[j] = sumCosts(sum[j] ?? 0, (before.sum[i] ?? 0) + way + (own[j] ?? 0));
        }
      }
      return reached ? { fix, at, near, own, best, back, sum, links } : null;
    },
  };
}
