import { expect, test } from 'vitest';
import { stallMs, timed, timedAgain } from './hostile.ts';

/** Keeps the processor busy for some of its own time, which a busy machine gives out in pieces. */
const work = (ms: number) => () => {
  const from = process.threadCpuUsage();
  const until = from.user + from.system + ms * 1_000;
  for (let used = from; used.user + used.system < until; used = process.threadCpuUsage());
};

test('a reader that works for long stalls, in each of several tries', () => {
  expect(timed(work(stallMs))).toBeGreaterThanOrEqual(stallMs);
  expect(timedAgain(work(stallMs))).toBeGreaterThanOrEqual(stallMs);
});

test('a pause that the machine makes is no stall of the reader', () => {
  const pause = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * stallMs);
  expect(timed(pause)).toBeLessThan(stallMs);
});
