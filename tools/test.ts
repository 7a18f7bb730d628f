import './node-version.ts';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { needBrowser } from './browser.ts';
import { buildWeb } from './build-web.ts';
import { runStep, type Step, type StepResult } from './steps.ts';
import { addCounts, type Counts, readCounts, summaryLine, withSecondTry } from './test-counts.ts';
import { failedFiles, failureLines } from './test-failures.ts';
import { type FileTime, readTimes, slowestLines, stepLines } from './test-times.ts';

// Everything that can be tested, in the order in which a failure costs least time.
const root = join(import.meta.dirname, '..');
const reports = join(root, '.tmp/reports');
const say = (line: string) => console.log(line);
const results: StepResult[] = [];
const times: FileTime[] = [];
const failures: string[] = [];
let counts: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs a step that counts as one failure when it fails. */
async function must(name: string, work: () => Promise<StepResult | void>): Promise<boolean> {
  say(`\n── ${name}`);
  const started = performance.now();
  let result: StepResult;
  try {
    result = (await work()) ?? { name, ok: true, ms: performance.now() - started, output: '' };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    result = { name, ok: false, ms: performance.now() - started, output: '' };
  }
  results.push(result);
  if (!result.ok) counts = addCounts(counts, { passed: 0, failed: 1, skipped: 0 });
  return result.ok;
}

/** A test that hangs must not keep the results of the others back; three times what they take on a slow machine. */
const limitMs = 40 * 60_000;

/**
 * Files that are tried again at most, one of thirty: when more fail it is not the machine. A machine that stands still for a minute
 * fails those that wait for something then, four and more at once.
 */
const mostAgain = 20;

/**
 * Runs Vitest and adds what its report counts. A few files with failures are run again by themselves: what fails only amid all
 * others is named at the end, and keeps nobody's work back.
 */
async function vitest(name: string, more: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const first = await once(name, more, environment);
  times.push(...readTimes(first.file, root));
  if (first.ok) {
    counts = addCounts(counts, first.counts);
    return;
  }
  failures.push(...failureLines(first.file, root));
  const files = failedFiles(first.file, root);
  if (files.length === 0 || files.length > mostAgain) {
    counts = addCounts(counts, first.counts);
    return;
  }
  const again = await once(`${name}-again`, [...files, ...more, '--maxWorkers=1'], environment);
  if (!again.ok) failures.push(...failureLines(again.file, root).map((line) => `again: ${line}`));
  counts = addCounts(counts, withSecondTry(first.counts, again.counts));
}

async function once(name: string, more: readonly string[], environment: Record<string, string>) {
  const file = join(reports, `${name}.json`);
  say(`\n── ${name}`);
  const args = ['run', ...more, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const result = await runStep({ name, command: 'vitest', arguments: args, environment, limitMs }, true);
  results.push(result);
  return { file, ok: result.ok, counts: readCounts(file, result.ok) };
}

const step = (name: string, command: string, ...args: string[]): Step => ({ name, command, arguments: args });

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let browser = '';
await must('check', () => runStep(step('check', 'node', 'tools/check.ts'), true));
const hasBrowser = await must('browser', async () => {
  browser = needBrowser(say);
  say(browser);
});
const isBuilt = await must('build', async () => {
  await buildWeb(root, say);
});
if (isBuilt) await must('size', () => runStep(step('size', 'node', 'tools/checks/size.ts'), true));
await vitest('tests', []);
if (isBuilt && hasBrowser) await vitest('journeys', ['--config', 'e2e/vitest.config.ts'], { CHROME_PATH: browser });
else say('\n── journeys: not run, see above');

say('');
for (const line of stepLines(results)) say(line);
say('\nthe slowest files');
for (const line of slowestLines(times, 10)) say(line);
if (failures.length > 0) say(counts.failed > 0 ? '\nwhat failed' : '\nwhat failed amid the others, and passed alone');
for (const line of failures) say(line);
say('');
say(summaryLine(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
