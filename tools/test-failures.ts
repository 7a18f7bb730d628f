import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Report {
  testResults?: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

function read(reportPath: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(reportPath, 'utf8'));
  } catch {
    // The run broke off before it could write.
    return undefined;
  }
}

/** The files of a run of Vitest in which something failed, as paths from the project's folder. */
export const failedFiles = (reportPath: string, root: string): string[] =>
  (read(reportPath)?.testResults ?? [])
    .filter(
      ({ status, assertionResults }) =>
        status === 'failed' || assertionResults.some((test) => test.status === 'failed'),
    )
    .map(({ name }) => relative(root, name));

/** The colours that an assertion's message carries. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The first lines of a message, without its stack and its colours, in one line. */
function gist(message: string): string {
  const lines = message.replace(colours, '').split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const text = lines
    .slice(0, stack < 0 ? lines.length : stack)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ¶ ');
  return text.length > 600 ? `${text.slice(0, 600)} …` : text;
}

/**
 * What failed in a run of Vitest, two lines a failure: where ("areas/x.test.ts > name of the test") and the beginning
 * of what it said. They are printed last, since whoever reads a long log often has only its end.
 * @param reportPath Vitest's JSON report; without one, because the run broke off, nothing is known.
 */
export function failureLines(reportPath: string, root: string): string[] {
  const report = read(reportPath);
  if (!report) return [`no report at ${relative(root, reportPath)}: the run broke off`];
  return (report.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const tests = failed.flatMap((test) => [
      `${path} > ${test.fullName}`,
      `    ${gist(test.failureMessages?.[0] ?? '')}`,
    ]);
    return failed.length === 0 && status === 'failed' ? [path, `    ${gist(message ?? '')}`] : tests;
  });
}
