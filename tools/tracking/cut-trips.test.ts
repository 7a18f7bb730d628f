import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { driveOf } from '#telematics/pipeline/testing/drives.ts';
import { logNames, logPath, referenceTrips } from '#telematics/pipeline/testing/traces.ts';

const folder = mkdtempSync(join(tmpdir(), 'cut-trips-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Printed = {
  start: string;
  end: string;
  points: number;
  distance_m: number;
  seconds_over_kmh: Record<string, number> | null;
};

function cutTrips(...given: string[]): Promise<{ code: number; out: string; trips: Printed[] }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['tools/tracking/cut-trips.ts', ...given],
      { cwd: join(import.meta.dirname, '../..') },
      (error, out, wrong) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, out: out + wrong, trips: code === 0 ? (JSON.parse(out) as Printed[]) : [] });
      },
    );
  });
}

/** A log as phones write it, its lines in reverse and one of them empty. */
function writeLog(name: string): string {
  const fixes = driveOf([
    { seconds: 900, kmh: 65 },
    { seconds: 600, kmh: 0 },
    { seconds: 900, kmh: 30 },
  ]);
  const lines = fixes
    .toReversed()
    .map(
      ({ time, lat, lon, speedKmh }, at) =>
        `${at},${new Date(time).toISOString()},${lat},${lon},5,${(speedKmh ?? 0) / 3.6}`,
    );
  const path = join(folder, name);
  writeFileSync(path, ['seq,time,lat,lon,accuracy_m,speed_mps', '0,,,,,', ...lines].join('\n'));
  return path;
}

test('with --explain each trip says why it began and ended, the ignition included, and speeds have a ceiling', async () => {
  const legs = [
    { seconds: 900, kmh: 50, ignition: false },
    { seconds: 120, kmh: 0, ignition: false },
    { seconds: 900, kmh: 30, ignition: true },
  ];
  const lines = driveOf(legs).map(({ time, lat, lon, speedKmh, ignition }, at) => {
    const mps = at === 20 ? 255 / 3.6 : at === 21 ? -1 : (speedKmh ?? 0) / 3.6;
    return `${new Date(time).toISOString()},${lat},${lon},${at === 22 ? -1 : 5},${mps},${ignition ? 1 : 0}`;
  });
  const path = join(folder, 'wire.csv');
  writeFileSync(path, ['time,lat,lon,accuracy_m,speed_mps,ignition', ...lines].join('\n'));
  const { trips } = await cutTrips('--csv', path, '--explain');
  expect(trips).toMatchObject([
    {
      began_by: 'two of three fixes moved',
      ended_by: 'it stood with the ignition off',
      moved_with_ignition_off: 178,
      max_kmh: 50,
      gaps: [],
    },
    { began_by: 'two of three fixes moved', ended_by: 'nothing more was heard', moved_with_ignition_off: 0 },
  ]);
  expect((await cutTrips('--csv', path)).trips[0]).not.toHaveProperty('began_by');
});

test('a log is cut where the vehicle stood, or only where it was silent', async () => {
  const path = writeLog('day.csv');
  const usual = await cutTrips('--csv', path);
  expect(usual.trips.length).toBe(2);
  expect(usual.trips[0]?.distance_m).toBeGreaterThan(16_000);
  expect(usual.trips[0]?.seconds_over_kmh).toMatchObject({ 60: 900, 70: 0 });
  const plain = await cutTrips(
    '--csv',
    path,
    '--gap-s',
    '300',
    '--no-stop-cut',
    '--min-points',
    '60',
    '--min-distance-m',
    '1000',
  );
  expect(plain.trips.map(({ points }) => points)).toEqual([480]);
});

test('what is not understood ends with 2 and says why', async () => {
  expect(await cutTrips('--csv', writeLog('other.csv'), '--gap-s', 'soon')).toMatchObject({ code: 2 });
  const path = join(folder, 'wrong.csv');
  writeFileSync(path, 'a,b\n1,2\n');
  expect((await cutTrips('--csv', path)).out).toContain("has no column 'time'");
});

test.skipIf(logNames().length === 0)(
  'a recorded log gives its known trips under the profile that the reference names',
  async () => {
    const given = ['--gap-s', '300', '--no-stop-cut', '--min-points', '60', '--min-distance-m', '1000'];
    const { trips } = await cutTrips('--csv', logPath('log13.csv'), ...given);
    const known = referenceTrips('log13.csv');
    expect(trips.map(({ start, end, points }) => [start, end, points])).toEqual(
      known.map(({ start, end, points }) => [start, end, points]),
    );
  },
);
