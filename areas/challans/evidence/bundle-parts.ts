import { createHash } from 'node:crypto';
import type { CapFence } from '#telematics/limits/fence-caps.ts';
import { capsOfFences } from '#telematics/limits/fence-caps.ts';
import { planeMetres } from '#telematics/matching/metric.ts';
import type { Episode } from '#telematics/speeding/episodes.ts';
import type { KeptFrame } from '#areas/gateway/gateway.server.ts';
import type { JudgedAgain } from '#areas/speeding/speeding.server.ts';
import { type FixesPart, type LimitsPart, type MatchPart, type RoadPart, rulePart } from '../bundle/judged-parts.ts';

/** Milliseconds before and after an episode of which a bundle tells. */
const aroundMs = 60_000;
/** Fixes before an episode say whether the limit has just dropped and the receiver was silent; they are there however long ago they were. */
const leastBefore = 10;

/** The first fix and the one behind the last that a bundle tells of. */
export function windowOf(fixes: readonly { fixAt: number }[], { fromAt, toAt }: Episode): [from: number, to: number] {
  const first = fixes.findIndex(({ fixAt }) => fixAt >= fromAt);
  const around = fixes.findIndex(({ fixAt }) => fixAt >= fromAt - aroundMs);
  const behind = fixes.findIndex(({ fixAt }) => fixAt > toAt + aroundMs);
  return [Math.max(0, Math.min(around, first - leastBefore)), behind < 0 ? fixes.length : behind];
}

/** The parts that the verdict is found by, for one window of a trip. */
export function judgedPartsOf(again: JudgedAgain, [from, to]: readonly [number, number]) {
  const { trip, positions, placed, grounds, fences } = again;
  const window = positions.slice(from, to);
  const places = placed.fixes.slice(from, to);
  const lines = new Map<number, number>();
  const lineOf = (line: number): number => {
    const known = lines.get(line);
    if (known !== undefined) return known;
    lines.set(line, lines.size);
    return lines.size - 1;
  };
  const fixes: FixesPart = {
    fixes: window.map(
      ({
        fixAt,
        receivedAt,
        latE7,
        lonE7,
        speedCkmh,
        accuracyCm,
        courseDdeg,
        altitudeM,
        satellites,
        hdopC,
        flags,
      }) => ({
        fixAt,
        receivedAt,
        latE7,
        lonE7,
        speedCkmh,
        accuracyCm,
        courseDdeg,
        altitudeM,
        satellites,
        hdopC,
        flags,
      }),
    ),
  };
  const matched = places.map(
    (place) =>
      place && {
        ...place,
        line: lineOf(place.line),
        others: place.others.map((other) => ({ ...other, line: lineOf(other.line) })),
      },
  );
  const match: MatchPart = {
    roadIds: [...lines.keys()].map((line) => placed.roadIds[line] ?? ''),
    covered: [...lines.keys()].map((line) => placed.covered[line] ?? 0),
    fixes: matched,
    route: routeOf(again, [from, to]),
  };
  const { firstRoadId, law, speedClass, witness } = grounds;
  if (!speedClass) throw new Error('A trip without a speed class has no episode');
  const { configuration } = again.judged;
  const ids = new Set([...match.roadIds, ...(firstRoadId ? [firstRoadId] : [])]);
  const limits: LimitsPart = {
    trip: { orgId: trip.orgId, categoryId: trip.categoryId, start: trip.start },
    speedClass,
    firstRoadId: firstRoadId ?? null,
    roads: [...ids].toSorted().flatMap((id) => {
      const road = grounds.roads.get(id);
      if (!road) return [];
      const { rules, stored, ...rest } = road;
      const part: RoadPart = { ...rest, rules: rules.map(rulePart), stored: stored.map((one) => ({ ...one })) };
      return [part];
    }),
    law: law.filter((row) => row.speedClass === speedClass).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    configuration: configuration ? { ...configuration } : null,
    geofences: appliedFences(fences, window),
    witness,
  };
  return { fixes, match, limits };
}

/** Geofences whose limit held at one of the fixes. Others are nobody’s business here. */
const appliedFences = (fences: readonly CapFence[], fixes: JudgedAgain['positions']): CapFence[] =>
  fences.filter((fence) => {
    const at = capsOfFences([fence]);
    return fixes.some(({ latE7, lonE7, fixAt }) => at(latE7 / 1e7, lonE7 / 1e7, fixAt).length > 0);
  });

/** The line that was driven within a window, piece by piece: points of the route between its first and last matched fix. */
function routeOf({ placed }: JudgedAgain, [from, to]: readonly [number, number]): number[][] {
  const ends = new Map<number, { from: number; to: number }>();
  for (const place of placed.fixes.slice(from, to)) {
    if (!place) continue;
    const known = ends.get(place.piece);
    ends.set(place.piece, {
      from: Math.min(known?.from ?? place.alongM, place.alongM),
      to: Math.max(known?.to ?? place.alongM, place.alongM),
    });
  }
  return [...ends].map(([piece, end]) => {
    const points = placed.pieces[piece]?.points ?? [];
    const kept: number[] = [];
    let along = 0;
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [lat, lon] = [points[at] ?? 0, points[at + 1] ?? 0];
      if (at > 0) along += planeMetres(points[at - 2] ?? 0, points[at - 1] ?? 0, lat, lon);
      if (along >= end.from && along <= end.to) kept.push(lat, lon);
    }
    return kept;
  });
}

/** frames.json: what came over the wire, byte for byte. */
export const framesPart = (frames: readonly KeptFrame[]) => ({
  frames: frames.map(({ receivedAt, protocol, bytes }) => ({
    receivedAt: new Date(receivedAt).toISOString(),
    protocol,
    bytes: bytes.length,
    hex: bytes.toString('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })),
});
