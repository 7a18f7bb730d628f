import { expect, test } from 'vitest';
import { stillRuns, startMark } from '#kit/server/postgres/processes.ts';
import { runStep } from './steps.ts';

const node = (program: string, limitMs?: number) =>
  runStep({ name: 'one', command: 'node', arguments: ['-e', program], limitMs }, false);

test('a step gives what it printed, and whether it went well', async () => {
  expect(await node('console.log("said")')).toMatchObject({ name: 'one', ok: true, output: 'said\n' });
  expect(await node('console.error("why"); process.exit(3)', 60_000)).toMatchObject({ ok: false, output: 'why\n' });
});

test('a step that does not end is ended when its time is over, with what it started', async () => {
  const started = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)']);
    process.on('SIGTERM', () => {});
    child.once('spawn', () => console.log(child.pid));
    setInterval(() => {}, 1000);`;
  const { ok, output } = await node(started, 1_500);
  expect(ok).toBe(false);
  const child = Number(output);
  expect(child).toBeGreaterThan(0);
  // The system takes a moment to clear away what was killed.
  await expect.poll(() => stillRuns(child, startMark(child) ?? 'gone')).toBe(false);
});
