import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSpeeding } from '#areas/speeding/testing/speeding.ts';
import { positionOfFix } from '#areas/trips/testing/log.ts';
import type { TrackFix } from '#telematics/pipeline/fix.ts';
import { readLog, tracesAreHere } from '#telematics/pipeline/testing/traces.ts';
import { planeMetres } from '#telematics/matching/metric.ts';
import { readZip } from '../bundle/bundle-zip.ts';

const e7 = (degrees: number): number => Math.round(degrees * 1e7);
const apart = (a: TrackFix, b: TrackFix): number => planeMetres(e7(a.lat), e7(a.lon), e7(b.lat), e7(b.lon));

/** The fixes that are exact, without jumps, from where the drive goes fast for a while, and minutes around it. */
function fastPart(fixes: readonly TrackFix[], kmh: number): TrackFix[] {
  const exact = fixes
    .filter(({ accuracyM, speedKmh }) => accuracyM !== null && accuracyM <= 20 && speedKmh !== null)
    .toSorted((a, b) => a.time - b.time)
    .filter((fix, at, all) => at === 0 || fix.time > (all[at - 1] as TrackFix).time);
  let best = { from: 0, to: -1 };
  let from = 0;
  exact.forEach((fix, at) => {
    const before = exact[at - 1];
    if ((fix.speedKmh ?? 0) <= kmh || (before && fix.time - before.time > 10_000)) from = at + 1;
    else if (at - from > best.to - best.from) best = { from, to: at };
  });
  return exact.slice(Math.max(0, best.from - 120), best.to + 120);
}

test.skipIf(!tracesAreHere)(
  'a bundle of a recorded drive in Ahmedabad is made, and verified from a folder without a database',
  { timeout: 180_000 },
  async () => {
    const fixes = fastPart(readLog('log11.csv'), 55);
    expect(fixes.length).toBeGreaterThan(200);
    await using speeding = await open();
    // A road where the drive went: every thirty metres a point of it.
    const line: TrackFix[] = [];
    for (const fix of fixes) if (!line.at(-1) || apart(line.at(-1) as TrackFix, fix) >= 30) line.push(fix);
    const types = (await speeding.call('GET', '/road-type?take=50')).json.data as { id: string; code: string }[];
    const road = await speeding.made('/road', {
      name: 'Sarkhej Gandhinagar Highway',
      roadTypeId: types.find(({ code }) => code === 'OTHER')?.id,
      state: 'GJ',
      isDivided: false,
      geometry: { type: 'LineString', coordinates: line.map(({ lat, lon }) => [lon, lat]) },
    });
    const rule = await speeding.call('POST', '/road-speed-rule', {
      roadId: road.id,
      limitKmh: 50,
      reasonCode: 'OTHER',
      orderNo: 'GJ/2018/1',
      direction: 'BOTH',
      effectiveFrom: '2017-01-01',
    });
    await speeding.restart();
    const { slot, vehicleId } = await speeding.vehicle('M1');
    const last = fixes.at(-1) as TrackFix;
    // Then the engine is off, so that the trip ends.
    const standing = Array.from({ length: 60 }, (_, at) => ({
      ...last,
      time: last.time + (at + 1) * 5_000,
      speedKmh: 0,
      ignition: false,
    }));
    const driven = fixes.map((fix) => ({ ...fix, ignition: true }));
    await speeding.follow([...driven, ...standing].map((fix) => positionOfFix(slot, fix)));
    const { data } = await speeding.violations(`&vehicleId=${vehicleId}`);
    expect(data.length, rule.text.slice(0, 200)).toBeGreaterThan(0);
    const id = String(data[0]?.id);
    const confirmed = await speeding.call('POST', `/violation/${id}/verdict`, {
      verdict: 'CONFIRM',
      version: data[0]?.version,
    });
    expect(confirmed.status).toBe(200);
    const made = await speeding.call('POST', `/violation/${id}/evidence`, {});
    expect(made).toMatchObject({ status: 200 });
    const { raw } = await speeding.product.call('GET', `/evidence/${made.json.data.id}/file`, {
      token: speeding.token,
    });
    const parts = await readZip(raw);
    const told = JSON.parse(String(parts.get('fixes.json'))) as { fixes: { fixAt: number }[] };
    expect(told.fixes.length).toBeGreaterThan(30);
    expect(JSON.parse(String(parts.get('manifest.json'))).missing).toHaveLength(1);
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    try {
      writeFileSync(join(folder, 'bundle.zip'), raw);
      const keys = await speeding.product.call('GET', '/evidence-keys');
      writeFileSync(join(folder, 'keys.json'), keys.text);
      const tool = join(import.meta.dirname, '../../../tools/evidence/evidence-verify.ts');
      const run = spawnSync(process.execPath, [tool, 'bundle.zip', '--key', 'keys.json'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '' },
        encoding: 'utf8',
      });
      console.info(`${raw.length} bytes, ${told.fixes.length} fixes of a recorded drive\n${run.stdout}`);
      expect([run.status, run.stderr]).toEqual([0, '']);
      expect(run.stdout).toContain('the verdict is the same, byte for byte');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

async function open() {
  const speeding = await startSpeeding();
  return { ...speeding, [Symbol.asyncDispose]: () => speeding.close() };
}
