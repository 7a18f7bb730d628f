import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** A test file and how long it took, from its first hook to its last. */
export interface FileTime {
  /** Path from the project's folder. */
  path: string;
  seconds: number;
  tests: number;
}

interface Report {
  testResults?: { name: string; startTime: number; endTime: number; assertionResults: unknown[] }[];
}

/** Reads how long files took from a JSON report of Vitest; nothing when there is none, because the run broke off. */
export function readTimes(reportPath: string, root: string): FileTime[] {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    return [];
  }
  return (report.testResults ?? []).map(({ name, startTime, endTime, assertionResults }) => ({
    path: relative(root, name),
    seconds: (endTime - startTime) / 1_000,
    tests: assertionResults.length,
  }));
}

/** Lines like "  84.2 s  apps/server/isolation/leaks.test.ts (2 tests)", the longest first. */
export const slowestLines = (times: readonly FileTime[], count: number): string[] =>
  times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(
      ({ path, seconds, tests }) =>
        `${seconds.toFixed(1).padStart(6)} s  ${path} (${tests} ${tests === 1 ? 'test' : 'tests'})`,
    );

/** Lines of a table: what each step took, its share of the whole, and the sum. */
export function stepLines(steps: readonly { name: string; ok: boolean; ms: number }[]): string[] {
  const sum = steps.reduce((so, { ms }) => so + ms, 0);
  const line = (mark: string, name: string, ms: number) =>
    `${mark.padEnd(4)}  ${name.padEnd(20)} ${(ms / 1_000).toFixed(1).padStart(7)} s ${String(Math.round((100 * ms) / (sum || 1))).padStart(4)} %`;
  return [...steps.map(({ name, ok, ms }) => line(ok ? 'ok' : 'FAIL', name, ms)), line('', 'all', sum)];
}
