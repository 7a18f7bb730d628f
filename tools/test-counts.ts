import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

/**
 * What one run of Vitest counted.
 * @param file its JSON report. A run that ended without one, or that failed although no test did (a file that does not
 * load, an error outside of tests), counts as one failure.
 * @param ok whether Vitest itself was satisfied.
 */
export function readCounts(file: string, ok: boolean): Counts {
  let found: VitestReport | undefined;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Vitest ended before it could write.
  }
  if (!found) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: found.numPassedTests,
    failed: ok ? found.numFailedTests : Math.max(1, found.numFailedTests),
    skipped: found.numPendingTests + found.numTodoTests,
  };
}

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** "12 passed, 0 failed", and ", 1 skipped" when any were. */
export const summaryLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
