import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

/** A clock that goes on by the waits alone. */
function clock() {
  const waits: number[] = [];
  let at = 1_000;
  return {
    waits,
    now: () => at,
    pass: (ms: number) => void (at += ms),
    sleep: (ms: number) => {
      waits.push(ms);
      at += ms;
      return Promise.resolve();
    },
  };
}
async function* pieces(count: number, length: number) {
  for (let left = count; left > 0; left -= 1) yield { length };
}
async function read(from: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of from) count += 1;
  return count;
}

test('what is no longer than a burst is not slowed, and what is longer takes its time', async () => {
  const times = clock();
  const pace = createPace(1_000, 500, times);
  expect(await read(pace.of(pieces(5, 100), 'one'))).toBe(5);
  expect(times.waits).toEqual([]);
  const started = times.now();
  expect(await read(pace.of(pieces(20, 100), 'one'))).toBe(20);
  // 2,000 bytes at 1,000 a second, the burst being spent.
  expect(times.now() - started).toBe(2_000);
});

test('all that is fetched for one person shares their pace, and others have their own', async () => {
  const times = clock();
  const pace = createPace(1_000, 0, times);
  const started = times.now();
  await Promise.all([read(pace.of(pieces(5, 100), 'one')), read(pace.of(pieces(5, 100), 'one'))]);
  expect(times.now() - started).toBeGreaterThanOrEqual(1_000);
  const before = times.waits.length;
  await read(pace.of(pieces(1, 3), 'two'));
  expect(times.waits.length).toBe(before);
});

test('time in which nothing was fetched gives a burst back, and no more', async () => {
  const times = clock();
  const pace = createPace(1_000, 500, times);
  await read(pace.of(pieces(5, 100), 'one'));
  times.pass(60_000);
  const started = times.now();
  await read(pace.of(pieces(10, 100), 'one'));
  expect(times.now() - started).toBe(500);
});
