import { setImmediate as round } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBreath, noteCall } from './breath.ts';

/** Keeps the event loop busy for so many milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('of much long work one piece is done in a round of the event loop', async () => {
  const done: string[] = [];
  const one = async (name: string) => {
    const breathe = createBreath();
    for (let piece = 0; piece < 3; piece += 1) {
      await breathe();
      done.push(name);
      work(3);
    }
  };
  const all = Promise.all(['a', 'b', 'c', 'd'].map(one));
  let most = 0;
  while (done.length < 12) {
    const before = done.length;
    await round();
    most = Math.max(most, done.length - before);
  }
  await all;
  expect(most).toBe(1);
  expect(done).toEqual(['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'a', 'b', 'c', 'd']);
});

test('work that is short goes on without a pause once it has begun', async () => {
  const breathe = createBreath();
  await breathe();
  expect(breathe()).toBeUndefined();
});

test('while calls come in, long work leaves most of the event loop to them', async () => {
  /** The part of the time that eight pieces of long work hold the loop together, in so many milliseconds. */
  const shareOf = async (ms: number, calls: boolean): Promise<number> => {
    const from = performance.now();
    let heldMs = 0;
    const one = async () => {
      const breathe = createBreath();
      while (performance.now() < from + ms) {
        await breathe();
        const begun = performance.now();
        work(0.2);
        heldMs += performance.now() - begun;
      }
    };
    const caller = setInterval(() => calls && noteCall(), 20);
    if (calls) noteCall();
    await Promise.all(Array.from({ length: 8 }, one));
    clearInterval(caller);
    return heldMs / (performance.now() - from);
  };
  // A machine that is busy with something else holds the loop as well: one of some tries is undisturbed.
  const shares = async (calls: boolean) => {
    const all: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) all.push(await shareOf(200, calls));
    return all;
  };
  expect(Math.max(...(await shares(false)))).toBeGreaterThan(0.6);
  expect(Math.min(...(await shares(true)))).toBeLessThan(0.45);
});
