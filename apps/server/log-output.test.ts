import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { mountSmallDisk } from '#kit/server/testing/small-disk.ts';
import { createLogOutput } from './log-output.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that writes `lines` lines of 1 KB, answers "how" with its memory and ends on "end". */
function logger(stdout: 'pipe' | number, lines: number): ChildProcess {
  const script = `
    import { mountSmallDisk } from '#kit/server/testing/small-disk.ts';
import { createLogOutput } from ${JSON.stringify(join(import.meta.dirname, 'log-output.ts'))};
    const out = createLogOutput(1);
    for (let at = 0; at < ${lines}; at += 1) out.write(String(at).padEnd(1023, '.') + '\\n');
    process.on('message', (asked) => {
      if (asked === 'how') process.send(process.memoryUsage.rss());
      else out.flush(200).then(() => process.exit(0));
    });
    process.send('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}
const ask = async (child: ChildProcess): Promise<unknown> => {
  child.send('how');
  return (await once(child, 'message'))[0];
};

test('what is written comes out whole and in order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rk-log-'));
  const path = join(folder, 'log');
  const out = createLogOutput(openSync(path, 'a'));
  const lines = Array.from({ length: 5_000 }, (_, at) => `line ${at} ${'é'.repeat(at % 90)}\n`);
  for (const line of lines) out.write(line);
  await out.flush(5_000);
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''));
  rmSync(folder, { recursive: true });
});

test('lines are gathered for a moment, and a flush waits for none of it', async () => {
  const written: string[] = [];
  const out = createLogOutput(1, {
    gatherMs: 60_000,
    sink(bytes, done) {
      written.push(bytes.toString());
      setImmediate(() => done(null, bytes.length));
    },
  });
  for (const line of ['one', 'two', 'three']) out.write(`${line}\n`);
  expect(written).toEqual([]);
  await out.flush(5_000);
  expect(written).toEqual(['one\ntwo\nthree\n']);
  // Much of it is not kept waiting.
  out.write('x'.repeat(64 * 1024));
  expect(written).toHaveLength(2);
  await out.flush(5_000);
});

test('a reader that goes away does not end the process', async () => {
  const child = logger('pipe', 10);
  await once(child, 'message');
  child.stdout?.destroy();
  for (let time = 0; time < 3; time += 1) expect(await ask(child)).toBeGreaterThan(0);
  child.send('end');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a reader that stands still neither stops the process nor fills its memory, and it can still end', async () => {
  const child = logger('pipe', 20_000);
  child.stdout?.pause();
  await once(child, 'message');
  expect(await ask(child)).toBeLessThan(150 * 2 ** 20);
  child.send('end');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a log on a full disk does not end the process, and goes on when there is room', async (context) => {
  const disk = await mountSmallDisk(1);
  if (!disk) return context.skip('disks cannot be mounted here, so none can be filled');
  try {
    disk.fill(8_192);
    const path = join(disk.path, 'log');
    const child = logger(openSync(path, 'a'), 100);
    await once(child, 'message');
    expect(await ask(child)).toBeGreaterThan(0);
    expect(readFileSync(path, 'utf8').length).toBeLessThan(10_000);
    await disk.empty();
    await expect.poll(() => readFileSync(path, 'utf8').length, { timeout: 5_000 }).toBe(100 * 1_024);
    child.send('end');
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    await disk.close();
  }
});

test('while the disk is full lines are lost and counted, and it goes on by itself', async () => {
  const written: string[] = [];
  let room = 40;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const out = createLogOutput(1, {
    maxWaiting: 60,
    retryMs: 5,
    gatherMs: 0,
    sink(bytes, done) {
      const part = bytes.subarray(0, room);
      room -= part.length;
      written.push(part.toString());
      setImmediate(() => (part.length > 0 ? done(null, part.length) : done(full, 0)));
    },
  });
  const lineAt = (at: number) => `a line, number ${String(at).padStart(2, '0')}\n`;
  for (let at = 0; at < 20; at += 1) {
    out.write(lineAt(at));
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written.join('')).toBe(`${lineAt(0)}${lineAt(1)}a li`);
  room = 10_000;
  await out.flush(5_000);
  const all = written.join('');
  const lost = Number(/"(\d+) lines of the log were lost: ENOSPC"\}\n$/.exec(all)?.[1]);
  expect(lost).toBeGreaterThan(10);
  const kept = Array.from({ length: 20 - lost }, (_, at) => lineAt(at)).join('');
  expect(all.startsWith(kept)).toBe(true);
  expect(all.slice(kept.length).split('\n')).toHaveLength(2);
});
