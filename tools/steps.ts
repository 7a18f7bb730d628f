import { type ChildProcess, spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { childrenOf, signal } from '#kit/server/postgres/processes.ts';

export interface Step {
  name: string;
  /** A program of node_modules/.bin, or 'node'. */
  command: string;
  arguments: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** It is ended after this time, and has failed: a test that hangs must not keep the others' results back. */
  limitMs?: number | undefined;
}
export interface StepResult {
  name: string;
  ok: boolean;
  ms: number;
  /** What it printed, both streams in the order they came; '' when it was streamed. */
  output: string;
}

const root = join(import.meta.dirname, '..');

/**
 * Runs a step in the project's folder, on this very Node whatever the machine's own is.
 * @param stream print as it comes, instead of collecting.
 */
export function runStep(step: Step, stream: boolean): Promise<StepResult> {
  const started = performance.now();
  const isNode = step.command === 'node';
  const path = [dirname(process.execPath), join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(isNode ? process.execPath : join(root, 'node_modules/.bin', step.command), step.arguments, {
    cwd: root,
    env: { ...process.env, ...step.environment, PATH: path },
    stdio: ['ignore', stream ? 'inherit' : 'pipe', stream ? 'inherit' : 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const { limitMs } = step;
  const limit = limitMs === undefined ? undefined : setTimeout(() => endAll(child, limitMs), limitMs);
  return new Promise((resolve) => {
    const end = (ok: boolean) => {
      clearTimeout(limit);
      resolve({ name: step.name, ok, ms: performance.now() - started, output });
    };
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** What has not ended by itself this long after it was asked to is killed. */
const graceMs = 10_000;
const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Ends a program with all that it started. One that spins hears only the second signal. */
function endAll(child: ChildProcess, limitMs: number): void {
  const { pid } = child;
  if (pid === undefined) return;
  console.error(`Not done after ${Math.round(limitMs / 60_000)} minutes: ended`);
  const all = [pid, ...descendantsOf(pid)];
  signal(pid, 'SIGTERM');
  setTimeout(() => all.forEach((one) => signal(one, 'SIGKILL')), Math.min(graceMs, limitMs));
}

/** "ok    lint            2.3 s" */
export const resultLine = ({ name, ok, ms }: StepResult): string =>
  `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(20)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
