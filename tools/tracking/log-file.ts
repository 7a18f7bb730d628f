import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Recorded } from '#telematics/simulator/replay.ts';

/** A number, or null where the field is empty. */
function numberOr(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** A measure that is never negative: less says that it is not known. */
function measureOr(text: string | undefined): number | null {
  const number = numberOr(text);
  return number !== null && number < 0 ? null : number;
}

/**
 * A recorded log with the columns time, lat, lon, and where they are known accuracy_m, speed_mps and ignition (1 or 0). What is below zero is not known. Rows without a time or a place
 * are left out: loggers write them while they search.
 * @throws Error when a column is missing.
 */
export function readLog(path: string): (Recorded & { ignition: boolean | null })[] {
  const rows: Record<string, string>[] = parse(readFileSync(path), {
    columns(names: string[]) {
      for (const column of ['time', 'lat', 'lon'])
        if (!names.includes(column)) throw new Error(`${path} has no column '${column}'`);
      return names;
    },
    skip_empty_lines: true,
    bom: true,
  });
  return rows.flatMap((row) => {
    const time = Date.parse(row['time'] ?? '');
    const [lat, lon, metresPerSecond] = [numberOr(row['lat']), numberOr(row['lon']), measureOr(row['speed_mps'])];
    const wire = row['ignition']?.trim().toLowerCase() ?? '';
    const ignition = /^(?:1|true|on)$/.test(wire) ? true : /^(?:0|false|off)$/.test(wire) ? false : null;
    if (Number.isNaN(time) || lat === null || lon === null) return [];
    const speedKmh = metresPerSecond === null ? null : metresPerSecond * 3.6;
    return [{ time, lat, lon, speedKmh, accuracyM: measureOr(row['accuracy_m']), ignition }];
  });
}
