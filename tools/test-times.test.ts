import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTimes, slowestLines, stepLines } from './test-times.ts';

const folder = mkdtempSync(join(tmpdir(), 'rk-times-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the slowest files of a report come first, with their seconds', () => {
  const file = (name: string, seconds: number, tests: number) => ({
    name: join(folder, name),
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
    assertionResults: Array.from({ length: tests }, () => ({ duration: 1 })),
  });
  const path = join(folder, 'report.json');
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [file('a.test.ts', 1.25, 3), file('b/c.test.ts', 84.2, 1), file('d.test.ts', 0, 0)],
    }),
  );
  expect(slowestLines(readTimes(path, folder), 2)).toEqual([
    '  84.2 s  b/c.test.ts (1 test)',
    '   1.3 s  a.test.ts (3 tests)',
  ]);
});

test('a run that broke off has no report, and no times', () => {
  expect(readTimes(join(folder, 'none.json'), folder)).toEqual([]);
  writeFileSync(join(folder, 'half.json'), '{"testResults": [');
  expect(readTimes(join(folder, 'half.json'), folder)).toEqual([]);
});

test('steps are told with their seconds, their share and the sum', () => {
  expect(
    stepLines([
      { name: 'check', ok: true, ms: 17_600 },
      { name: 'journeys', ok: false, ms: 82_400 },
    ]),
  ).toEqual([
    'ok    check                   17.6 s   18 %',
    'FAIL  journeys                82.4 s   82 %',
    '      all                    100.0 s  100 %',
  ]);
});
