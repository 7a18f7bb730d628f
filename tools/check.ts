import './node-version.ts';
import { resultLine, runStep, type Step } from './steps.ts';

/** What can be said about the code without running it, the slowest first so that none of it is waited for at the end. */
const steps: readonly Step[] = [
  { name: 'types, server', command: 'tsc', arguments: ['--pretty', '-p', 'tsconfig.server.json'] },
  { name: 'types, web', command: 'tsc', arguments: ['--pretty', '-p', 'tsconfig.web.json'] },
  { name: 'lint', command: 'oxlint', arguments: [] },
  { name: 'unused code', command: 'knip', arguments: ['--no-progress', '--no-config-hints'] },
  { name: 'import boundaries', command: 'node', arguments: ['tools/checks/boundaries.ts'] },
  { name: 'patterns', command: 'node', arguments: ['tools/checks/patterns/patterns.ts'] },
  { name: 'table owners', command: 'node', arguments: ['tools/checks/table-owners.ts'] },
  { name: 'styles', command: 'node', arguments: ['tools/checks/styles/styles.ts'] },
  { name: 'texts', command: 'node', arguments: ['tools/checks/texts/texts.ts'] },
  { name: 'specification', command: 'node', arguments: ['tools/checks/specification/specification.ts'] },
  { name: 'field reads', command: 'node', arguments: ['tools/checks/field-reads.ts'] },
  { name: 'format', command: 'biome', arguments: ['format', '--reporter=summary'] },
  { name: 'packages', command: 'node', arguments: ['tools/checks/packages.ts'] },
  { name: 'packages in production', command: 'node', arguments: ['tools/checks/runtime-packages.ts'] },
  { name: 'file budget', command: 'node', arguments: ['tools/checks/budget.ts'] },
  { name: 'function budget', command: 'node', arguments: ['tools/checks/functions.ts'] },
  { name: 'folder budget', command: 'node', arguments: ['tools/checks/folders.ts'] },
];
/** Two at a time: the compilers and the linter already use every core. */
const lanes = 2;

const waiting = [...steps];
const failed: string[] = [];
async function lane(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const result = await runStep(step, false);
    console.log(resultLine(result));
    const hints = result.output.split('\n').filter((line) => line.startsWith('hint: '));
    if (!result.ok) {
      failed.push(result.name);
      console.log(result.output.trimEnd());
    } else if (hints.length > 0) console.log(hints.join('\n'));
  }
}
await Promise.all(Array.from({ length: lanes }, lane));
if (failed.length > 0) {
  console.log(`check failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
