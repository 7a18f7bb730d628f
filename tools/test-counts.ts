import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Failed amid all others, and passed when their files ran again alone. */
  unsteady?: number;
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
  unsteady: (a.unsteady ?? 0) + (b.unsteady ?? 0),
});

/** What a run counts when the files with failures ran again alone. What passes then is told apart: it is a test, or a product, that a busy machine upsets. */
export const withSecondTry = (first: Counts, again: Counts): Counts =>
  again.failed > 0 ? first : { ...first, passed: first.passed + first.failed, failed: 0, unsteady: first.failed };

/** "12 passed, 0 failed", and ", 1 skipped" or ", 1 of them at the second try" when any were. */
export const summaryLine = ({ passed, failed, skipped, unsteady = 0 }: Counts): string =>
  `${passed} passed${unsteady > 0 ? ` (${unsteady} of them at the second try)` : ''}, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
