import { parentPort } from 'node:worker_threads';
import { type MatchFix, sigmaOf } from '#telematics/matching/lattice.ts';
import { createMatcher, type Matcher } from '#telematics/matching/match-trip.ts';
import { turnBetween } from '#telematics/matching/metric.ts';
import { nearby } from '#telematics/matching/nearby.ts';
import { buildNetwork, lineOffsetM, type Network, networkBytes } from '#telematics/matching/network.ts';
import { stretchPoints } from '#telematics/matching/stretch.ts';
import { createLivePlaces } from './live-places.ts';
import type { Answered, Asked, LinePlace, PlacedFix, PlacedRoute, PlacedTrip } from './worker-messages.ts';

/*
 * A thread of its own: matching takes a processor for as long as it takes, and calls of people must not wait for it. It holds the network.
 */

let network: Network | undefined;
let matcher: Matcher | undefined;
let live: ReturnType<typeof createLivePlaces> | undefined;
const ways = ['both', 'forward', 'backward'] as const;
/** A road that runs at most so much another way may be the one that is driven. */
const sameWayDeg = 35;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const tell = (answer: Answered): void => parentPort?.postMessage(answer);

/** Other roads that a fix may have been on: within three sigma and a lane or two, and running the same way. */
function othersOf(
  network: Network,
  fix: MatchFix,
  latE7: number,
  lonE7: number,
  courseDeg: number,
  own: number,
): LinePlace[] {
  const radiusM = 3 * sigmaOf(fix) + 12;
  const found: LinePlace[] = [];
  for (const near of nearby(network, latE7, lonE7, radiusM, 12)) {
    const line = network.line[near.edge >>> 1] ?? 0;
    if (line === own || turnBetween(near.courseDeg, courseDeg) > sameWayDeg) continue;
    found.push({ line, offsetM: lineOffsetM(network, near.edge, near.offsetM), forward: (near.edge & 1) === 0 });
  }
  return found;
}

function place(network: Network, matcher: Matcher, fixes: readonly MatchFix[]): PlacedTrip {
  const match = matcher.match(fixes);
  const placed = match.fixes.map((one, at): PlacedFix | null => {
    const fix = fixes[at];
    if (!one || !fix) return null;
    const line = network.line[one.edge >>> 1] ?? 0;
    const [lat, lon] = [Math.round(fix.lat * 1e7), Math.round(fix.lon * 1e7)];
    return {
      line,
      offsetM: lineOffsetM(network, one.edge, one.offsetM),
      forward: (one.edge & 1) === 0,
      piece: one.piece,
      alongM: one.alongM,
      latE7: one.latE7,
      lonE7: one.lonE7,
      distanceM: one.distanceM,
      confidence: one.confidence,
      others: othersOf(network, fix, lat, lon, one.courseDeg, line),
    };
  });
  const pieces = match.pieces.map(({ route, lengthM, firstFix, lastFix }): PlacedRoute => {
    const points: number[] = [];
    const roads: PlacedRoute['roads'] = [];
    for (const { edge, fromM, toM } of route) {
      for (const [lat, lon] of stretchPoints(network, edge, fromM, toM)) points.push(Math.round(lat), Math.round(lon));
      const line = network.line[edge >>> 1] ?? 0;
      const [a, b] = [lineOffsetM(network, edge, fromM), lineOffsetM(network, edge, toM)];
      const last = roads.at(-1);
      if (last?.line === line && Math.abs(last.toM - a) < 0.5) last.toM = b;
      else roads.push({ line, fromM: a, toM: b });
    }
    return { points, lengthM, firstFix, lastFix, roads };
  });
  return { fixes: placed, pieces };
}

parentPort?.on('message', (asked: Asked) => {
  if (asked.kind === 'network') {
    const { points, first, oneWay, levels } = asked.lines;
    network = buildNetwork(
      Array.from({ length: first.length - 1 }, (_, i) => ({
        points: points.subarray(first[i], first[i + 1]),
        oneWay: ways[oneWay[i] ?? 0] ?? 'both',
        level: levels[i] ?? 0,
      })),
    );
    matcher = createMatcher(network);
    // Tracks of another network mean nothing here: vehicles begin anew.
    live = undefined;
    tell({ kind: 'ready', bytes: networkBytes(network), sections: network.sectionCount });
    return;
  }
  const { number } = asked;
  try {
    if (asked.kind === 'follow') {
      if (network) live ??= createLivePlaces(network);
      const places = live?.follow(asked.fixes, asked.count) ?? new Float64Array();
      tell({ kind: 'followed', number, places });
      return;
    }
    const { fixes } = asked;
    const trip = network && matcher ? place(network, matcher, fixes) : { fixes: fixes.map(() => null), pieces: [] };
    tell({ kind: 'placed', number, trip });
  } catch (error) {
    tell({ kind: 'failed', number, message: error instanceof Error ? error.message : String(error) });
  }
});
