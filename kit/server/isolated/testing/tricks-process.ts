import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveIsolated } from '../child.ts';

export type Trick =
  | 'echo'
  | 'sum'
  | 'pieces'
  | 'priority'
  | 'rest'
  | 'endless'
  | 'heap'
  | 'buffers'
  | 'exit'
  | 'throw'
  | 'environment'
  | 'write'
  | 'start';

const kept: unknown[] = [];
const tried = (work: () => unknown): string => {
  try {
    work();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

function* pieces(): Generator<string, string> {
  for (let at = 0; at < 40; at += 1) yield `${at}`.repeat(100_000);
  return 'all';
}

/** A process that does what a hostile file may make of a reader. */
serveIsolated((bytes, trick: Trick) => {
  switch (trick) {
    case 'endless':
      for (;;) kept[0] = 1;
    case 'rest':
      return new Promise(() => undefined);
    case 'sum':
      return createHash('sha256').update(bytes).digest('hex');
    case 'pieces':
      return pieces();
    case 'priority':
      return String(getPriority());
    case 'heap':
      for (;;) kept.push(Array.from({ length: 1_000 }, (_, at) => ({ at })));
    case 'buffers':
      for (;;) kept.push(Buffer.alloc(8 * 1024 * 1024, 1));
    case 'exit':
      process.exit(7);
    case 'throw':
      throw new Error('a fault of the reader');
    case 'environment':
      return JSON.stringify(process.env);
    case 'write':
      return tried(() => writeFileSync(join(tmpdir(), 'written-by-a-reader'), ''));
    case 'start':
      return tried(() => spawnSync('true'));
    default:
      return `${process.pid} ${bytes.length}`;
  }
});
