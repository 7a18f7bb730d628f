import { expect, test } from 'vitest';
import { createIsolated, Ended } from './isolated.ts';
import type { Trick } from './testing/tricks-process.ts';

const limits = { timeMs: 5_000, memoryBytes: 160 * 1024 * 1024, mostWaiting: 3 };
const tricks = () =>
  createIsolated<{ trick: Trick; bytes: Uint8Array }, string>(
    new URL('./testing/tricks-process.ts', import.meta.url),
    limits,
    { full: () => new Error('No room to wait') },
  );
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
  const first = await reader.run({ trick: 'echo', bytes });
  expect(first).toMatch(/^\d+ 3$/);
  await expect(reader.run({ trick: 'throw', bytes })).rejects.toThrow('a fault of the reader');
  expect(await reader.run({ trick: 'echo', bytes })).toBe(first);
  expect(reader.figures.started).toBe(1);
});

test('work that takes too long, or too much memory of either kind, is ended with its process', async () => {
  const reader = tricks();
  const [pid] = (await reader.run({ trick: 'echo', bytes })).split(' ');
  const endless = reader.run({ trick: 'endless', bytes }, { timeMs: 200 });
  await expect(endless).rejects.toThrow(new Ended('time'));
  await expect.poll(() => isThere(Number(pid))).toBe(false);
  for (const trick of ['heap', 'buffers'] as const) {
    const from = performance.now();
    await expect(reader.run({ trick, bytes }), trick).rejects.toThrow(new Ended('memory'));
    expect(performance.now() - from, trick).toBeLessThan(15_000);
  }
  // It is looked every few milliseconds.
  expect(reader.figures.peakBytes).toBeLessThan(2 * limits.memoryBytes);
  await expect(reader.run({ trick: 'exit', bytes })).rejects.toThrow(new Ended('crash'));
  const [another] = (await reader.run({ trick: 'echo', bytes })).split(' ');
  expect(another).not.toBe(pid);
  expect(reader.figures.started).toBe(5);
});

test('the process knows nothing of ours, writes nothing and starts nothing', async () => {
  const reader = tricks();
  process.env['A_SECRET'] = 'CANARY';
  expect(await reader.run({ trick: 'environment', bytes })).not.toContain('CANARY');
  delete process.env['A_SECRET'];
  expect(await reader.run({ trick: 'write', bytes })).toBe('ERR_ACCESS_DENIED');
  expect(await reader.run({ trick: 'start', bytes })).toBe('ERR_ACCESS_DENIED');
});

test('work waits for its turn, and only so much of it', async () => {
  const reader = tricks();
  const slow = reader.run({ trick: 'endless', bytes }, { timeMs: 300 });
  slow.catch(() => undefined);
  const waiting = Array.from({ length: limits.mostWaiting }, () => reader.run({ trick: 'echo', bytes }));
  await expect(reader.run({ trick: 'echo', bytes })).rejects.toThrow('No room to wait');
  await expect(slow).rejects.toThrow(new Ended('time'));
  expect(new Set(await Promise.all(waiting)).size).toBe(1);
});
