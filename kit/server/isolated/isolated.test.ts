import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { longestTurn } from '../testing/longest-turn.ts';
import { createIsolated, Ended } from './isolated.ts';
import type { Trick } from './testing/tricks-process.ts';

const limits = { timeMs: 5_000, memoryBytes: 160 * 1024 * 1024, mostWaiting: 3 };
const tricks = () =>
  createIsolated<Trick, string>(new URL('./testing/tricks-process.ts', import.meta.url), limits, {
    full: () => new Error('No room to wait'),
  });
const bytes = Buffer.from('abc');
const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('one process does the work of many, and what went wrong in one piece of it is told', async () => {
  const reader = tricks();
  const first = await reader.run(bytes, 'echo');
  expect(first).toMatch(/^\d+ 3$/);
  await expect(reader.run(bytes, 'throw')).rejects.toThrow('a fault of the reader');
  expect(await reader.run(bytes, 'echo')).toBe(first);
  expect(reader.figures.started).toBe(1);
});

test('pieces of a result arrive in their order before the rest of it, and those of one piece of work only there', async () => {
  const reader = tricks();
  const taken: unknown[] = [];
  expect(await reader.run(bytes, 'pieces', { takes: (piece) => taken.push(piece) })).toBe('all');
  expect(taken).toEqual(Array.from({ length: 40 }, (_, at) => `${at}`.repeat(100_000)));
  expect(await reader.run(bytes, 'pieces')).toBe('all');
  expect(taken.length).toBe(40);
});

test('a piece that is still being taken holds up the next, and one that is not taken ends the work', async () => {
  const reader = tricks();
  let [going, most, seen] = [0, 0, 0];
  const takes = async () => {
    going += 1;
    most = Math.max(most, going);
    seen += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
    going -= 1;
  };
  expect(await reader.run(bytes, 'pieces', { takes })).toBe('all');
  expect([most, seen]).toEqual([1, 40]);
  const refuses = reader.run(bytes, 'pieces', { takes: () => Promise.reject(new Error('no room')) });
  await expect(refuses).rejects.toThrow('no room');
  expect(await reader.run(bytes, 'pieces')).toBe('all');
});

test('work that takes too long, or too much memory of either kind, is ended with its process', async () => {
  const reader = tricks();
  const [pid] = (await reader.run(bytes, 'echo')).split(' ');
  const endless = reader.run(bytes, 'endless', { limits: { timeMs: 200, lateMs: 60_000 } });
  await expect(endless).rejects.toThrow(new Ended('time'));
  await expect.poll(() => isThere(Number(pid))).toBe(false);
  for (const trick of ['heap', 'buffers'] as const) {
    const from = performance.now();
    await expect(reader.run(bytes, trick), trick).rejects.toThrow(new Ended('memory'));
    expect(performance.now() - from, trick).toBeLessThan(30_000);
  }
  // It is looked every few milliseconds.
  expect(reader.figures.peakBytes).toBeLessThan(2 * limits.memoryBytes);
  await expect(reader.run(bytes, 'exit')).rejects.toThrow(new Ended('crash'));
  const [another] = (await reader.run(bytes, 'echo')).split(' ');
  expect(another).not.toBe(pid);
  expect(reader.figures.started).toBe(5);
});

test('work that waits for a processor is not taken for work without an end', async () => {
  const reader = tricks();
  await reader.run(bytes, 'echo');
  // Its processor time is not used up, whatever the clock says.
  const resting = reader.run(bytes, 'rest', { limits: { timeMs: 50, lateMs: 700 } });
  const from = performance.now();
  await expect(resting).rejects.toThrow(new Ended(process.platform === 'linux' ? 'late' : 'time'));
  if (process.platform === 'linux') expect(performance.now() - from).toBeGreaterThan(650);
});

test('the process stands behind the product where processors are wanted', async () => {
  expect(Number(await tricks().run(bytes, 'priority'))).toBeGreaterThanOrEqual(5);
});

test('many megabytes are handed over whole, and the sender goes on meanwhile', async () => {
  const reader = tricks();
  const large = Buffer.alloc(25 * 1024 * 1024, 'a page of a paper');
  const summed = createHash('sha256').update(large).digest('hex');
  await reader.run(bytes, 'echo');
  const turns: number[] = [];
  // To copy it into a message takes longer, each time. On a busy machine so does anything, but not each time.
  while (turns.length < 3 || (Math.min(...turns) >= 15 && turns.length < 20)) {
    const { value, turnMs } = await longestTurn(() => reader.run(large, 'sum'));
    expect(value).toBe(summed);
    turns.push(turnMs);
  }
  expect(Math.min(...turns)).toBeLessThan(15);
  expect(await reader.run(bytes, 'sum')).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('the process knows nothing of ours, writes nothing and starts nothing', async () => {
  const reader = tricks();
  process.env['A_SECRET'] = 'CANARY';
  expect(await reader.run(bytes, 'environment')).not.toContain('CANARY');
  delete process.env['A_SECRET'];
  expect(await reader.run(bytes, 'write')).toBe('ERR_ACCESS_DENIED');
  expect(await reader.run(bytes, 'start')).toBe('ERR_ACCESS_DENIED');
});

test('work waits for its turn, and only so much of it', async () => {
  const reader = tricks();
  const slow = reader.run(bytes, 'endless', { limits: { timeMs: 300, lateMs: 60_000 } });
  slow.catch(() => undefined);
  const waiting = Array.from({ length: limits.mostWaiting }, () => reader.run(bytes, 'echo'));
  await expect(reader.run(bytes, 'echo')).rejects.toThrow('No room to wait');
  await expect(slow).rejects.toThrow(new Ended('time'));
  expect(new Set(await Promise.all(waiting)).size).toBe(1);
});
