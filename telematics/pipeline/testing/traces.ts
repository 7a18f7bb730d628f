import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrackFix } from '../fix.ts';

// Recorded drives with the trips that are known of them, kept outside the project.

const folder = join(import.meta.dirname, '../../../../shared/data/traces/india_ahmedabad');

export const tracesAreHere = existsSync(folder);
if (!tracesAreHere) process.stdout.write('Skipped: ../shared/data/traces is not here\n');

export const logNames = (): string[] =>
  tracesAreHere ? readdirSync(folder).filter((name) => name.endsWith('.csv')) : [];

export const logPath = (name: string): string => join(folder, name);

const numberOr = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));

export function readLog(name: string): TrackFix[] {
  const [, ...lines] = readFileSync(logPath(name), 'utf8').trim().split('\n');
  const fixes: TrackFix[] = [];
  for (const line of lines) {
    const [, time = '', lat, lon, accuracy, speed] = line.split(',');
    if (time === '') continue;
    const ms = numberOr(speed);
    fixes.push({
      time: Date.parse(time),
      lat: Number(lat),
      lon: Number(lon),
      speedKmh: ms === null ? null : ms * 3.6,
      accuracyM: numberOr(accuracy),
      ignition: null,
    });
  }
  return fixes;
}

export type ReferenceTrip = {
  log: string;
  points: number;
  dropped_teleports: number;
  start: string;
  end: string;
  distance_m: number;
  seconds_over_kmh: Record<string, number> | null;
};

export function referenceTrips(name: string): ReferenceTrip[] {
  const text = readFileSync(join(folder, 'reference_trips.json'), 'utf8');
  const { trips } = JSON.parse(text) as { trips: ReferenceTrip[] };
  return trips.filter(({ log }) => `${log}.csv` === name);
}
