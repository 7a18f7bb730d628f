import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { failedFiles, failureLines } from './test-failures.ts';

const folder = mkdtempSync(join(tmpdir(), 'rk-failures-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('each failed test is named with the beginning of what it said; files that did not load too', () => {
  const path = join(folder, 'report.json');
  const red = `${String.fromCharCode(27)}[31m`;
  writeFileSync(
    path,
    JSON.stringify({
      testResults: [
        {
          name: join(folder, 'a.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'is fine', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'adds up',
              failureMessages: [`${red}AssertionError: expected 1\n\n  to be 2\n    at /x/a.test.ts:3:1\n    at more`],
            },
          ],
        },
        { name: join(folder, 'b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
        { name: join(folder, 'c.test.ts'), status: 'passed', message: '', assertionResults: [] },
      ],
    }),
  );
  expect(failureLines(path, folder)).toEqual([
    'a.test.ts > adds up',
    '    AssertionError: expected 1 ¶ to be 2',
    'b.test.ts',
    '    Cannot find module',
  ]);
  expect(failedFiles(path, folder)).toEqual(['a.test.ts', 'b.test.ts']);
});

test('a run without a report says so', () => {
  expect(failureLines(join(folder, 'none.json'), folder)).toEqual(['no report at none.json: the run broke off']);
  expect(failedFiles(join(folder, 'none.json'), folder)).toEqual([]);
});
