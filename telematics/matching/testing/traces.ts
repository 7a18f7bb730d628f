import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatchFix } from '../lattice.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/traces');
export const hasTraces = existsSync(folder);

/** The rows of a table of the traces, without its head. */
export const rowsOf = (path: string): string[][] =>
  readFileSync(join(folder, path), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

/** Fixes of each track, in the order of time. */
export function tracksOf(path: string, sigmaM: number | null = null): Map<string, MatchFix[]> {
  const tracks = new Map<string, MatchFix[]>();
  for (const [track = '', time = '', lat, lon] of rowsOf(path)) {
    const fixes = tracks.get(track) ?? [];
    fixes.push({ time: Date.parse(time), lat: Number(lat), lon: Number(lon), speedKmh: null, courseDeg: null, sigmaM });
    tracks.set(track, fixes);
  }
  for (const fixes of tracks.values()) fixes.sort((a, b) => a.time - b.time);
  return tracks;
}

type Feature = {
  properties: { track: string; node_path?: number[]; mean_offset_m?: number };
  geometry:
    | { type: 'LineString'; coordinates: [number, number][] }
    | { type: 'MultiLineString'; coordinates: [number, number][][] };
};

/** The lines that a track really took: latitude and longitude in turns, in 1e-7 degrees. */
export function truthOf(path: string): { track: string; lines: number[][]; properties: Feature['properties'] }[] {
  const { features } = JSON.parse(readFileSync(join(folder, path), 'utf8')) as { features: Feature[] };
  return features.map(({ properties, geometry }) => ({
    track: properties.track,
    properties,
    lines: (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates).map((line) =>
      line.flatMap(([lon, lat]) => [Math.round(lat * 1e7), Math.round(lon * 1e7)]),
    ),
  }));
}

/** Every fix that is at least some seconds after the one before it that is kept; the last one always. */
export function thinned(fixes: readonly MatchFix[], seconds: number): MatchFix[] {
  const kept: MatchFix[] = [];
  fixes.forEach((fix, at) => {
    const last = kept.at(-1);
    if (!last || fix.time - last.time >= seconds * 1000 || at === fixes.length - 1) kept.push(fix);
  });
  return kept;
}
