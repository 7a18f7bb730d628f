import { setImmediate as round } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBreath } from './breath.ts';

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
