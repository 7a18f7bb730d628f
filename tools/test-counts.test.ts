import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from './checks/planted-tree.ts';
import { addCounts, readCounts, summaryLine, withSecondTry } from './test-counts.ts';

const report = { numPassedTests: 7, numFailedTests: 2, numPendingTests: 1, numTodoTests: 1 };

test('counts come from the report', () => {
  using tree = plantTree({ 'a.json': JSON.stringify(report) });
  expect(readCounts(join(tree.root, 'a.json'), false)).toEqual({ passed: 7, failed: 2, skipped: 2 });
});

test('a run that failed without a failed test counts as one failure', () => {
  using tree = plantTree({ 'a.json': JSON.stringify({ ...report, numFailedTests: 0 }), 'cut.json': '{"numPass' });
  expect(readCounts(join(tree.root, 'a.json'), false).failed).toBe(1);
  expect(readCounts(join(tree.root, 'cut.json'), false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(readCounts(join(tree.root, 'none.json'), true)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the summary is one plain line', () => {
  const sum = addCounts({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 3, skipped: 4 });
  expect(summaryLine(sum)).toBe('3 passed, 3 failed, 4 skipped');
  expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
});

test('what failed amid all others and passes alone is counted apart; what fails again stays failed', () => {
  const first = { passed: 10, failed: 2, skipped: 1 };
  const steady = withSecondTry(first, { passed: 5, failed: 0, skipped: 0 });
  expect(summaryLine(addCounts(steady, { passed: 1, failed: 0, skipped: 0 }))).toBe(
    '13 passed (2 of them at the second try), 0 failed, 1 skipped',
  );
  expect(withSecondTry(first, { passed: 4, failed: 1, skipped: 0 })).toEqual(first);
});
