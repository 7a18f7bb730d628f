import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

export interface Step {
  name: string;
  /** A program of node_modules/.bin, or 'node'. */
  command: string;
  arguments: readonly string[];
  environment?: Readonly<Record<string, string>>;
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
  return new Promise((resolve) => {
    const end = (ok: boolean) => resolve({ name: step.name, ok, ms: performance.now() - started, output });
    child.once('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

/** "ok    lint            2.3 s" */
export const resultLine = ({ name, ok, ms }: StepResult): string =>
  `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(20)} ${(ms / 1000).toFixed(1).padStart(6)} s`;
