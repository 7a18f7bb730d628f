import type { Feature, FeatureCollection, Position } from 'geojson';
import type { RoadNearby } from '../violation-answers.contract.ts';
import type { LookedTrack } from './looked-track.web.ts';

/** Colours of the limits on the way, the lowest first; further ones have the last. */
export const limitColours = ['var(--k-idle)', 'var(--k-move)', 'var(--due)', 'var(--k-stop)'] as const;
export const colourAt = (at: number): string => limitColours[Math.min(at, limitColours.length - 1)] as string;

const lineOf = (properties: Record<string, unknown>, coordinates: Position[]): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});
export const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

/** Runs of legs that are alike: `of` names a leg by the fix that it ends with, undefined where there is none. */
function runs(
  { fixes, gaps }: LookedTrack,
  of: (at: number) => string | undefined,
  placeOf: (at: number) => Position | undefined,
): { name: string; line: Position[] }[] {
  const found: { name: string; line: Position[] }[] = [];
  let last: { name: string; line: Position[] } | undefined;
  for (let at = 1; at < fixes.length; at += 1) {
    const name = gaps[at] === 1 ? undefined : of(at);
    const [from, to] = [placeOf(at - 1), placeOf(at)];
    if (name === undefined || !from || !to) {
      last = undefined;
      continue;
    }
    if (last?.name === name) last.line.push(to);
    else found.push((last = { name, line: [from, to] }));
  }
  return found;
}

/** The track as lines and points: matched by limit, what was over it, and what the device reported. */
export function trackFeatures(track: LookedTrack): FeatureCollection {
  const { fixes, limits } = track;
  const matched = (at: number): Position | undefined => {
    const fix = fixes[at];
    return fix && fix.matchedLon !== null && fix.matchedLat !== null ? [fix.matchedLon, fix.matchedLat] : undefined;
  };
  const raw = (at: number): Position => [fixes[at]?.lon ?? 0, fixes[at]?.lat ?? 0];
  return collection([
    ...runs(track, (at) => String(limits.indexOf(fixes[at]?.limitKmh ?? -1)), matched).map(({ name, line }) =>
      lineOf({ kind: 'matched', limit: Math.min(Number(name), limitColours.length - 1) }, line),
    ),
    ...runs(
      track,
      (at) => (fixes[at - 1]?.within && fixes[at]?.within ? 'over' : undefined),
      (at) => matched(at) ?? raw(at),
    ).map(({ line }) => lineOf({ kind: 'over' }, line)),
    ...runs(track, () => 'raw', raw).map(({ line }) => lineOf({ kind: 'raw' }, line)),
    ...fixes.map(
      ({ within }, at): Feature => ({
        type: 'Feature',
        properties: { kind: 'fix', isOver: within },
        geometry: { type: 'Point', coordinates: raw(at) },
      }),
    ),
  ]);
}

/** What of the track is to be seen: limits on a way that was not over them, the lowest first, and whether some of it was over one. */
export function drawnOf({ fixes, gaps, limits }: LookedTrack) {
  const legs = fixes.flatMap((to, at) => {
    const from = fixes[at - 1];
    if (!from || gaps[at] === 1) return [];
    const isMatched = [from, to].every(({ matchedLat, matchedLon }) => matchedLat !== null && matchedLon !== null);
    return [{ limitKmh: isMatched ? to.limitKmh : null, isOver: from.within && to.within }];
  });
  return {
    limits: limits.filter((kmh) => legs.some(({ limitKmh, isOver }) => limitKmh === kmh && !isOver)),
    isOver: legs.some(({ isOver }) => isOver),
  };
}

export const roadFeatures = (roads: readonly RoadNearby[]): FeatureCollection =>
  collection(roads.flatMap(({ name, lines }) => lines.map((line) => lineOf({ name }, line))));
