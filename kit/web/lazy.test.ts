import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPage } from './lazy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('fetching a part of the program is given up after 120 seconds, and asked for anew the next time', async () => {
  let fetched = 0;
  const page = lazyPage(() => {
    fetched += 1;
    return fetched === 1 ? new Promise<never>(() => undefined) : Promise.resolve(() => null);
  });
  let failure: unknown;
  const first = page.preload().catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(failure).toEqual(new Error('The page took too long to load'));
  await page.preload();
  await page.preload();
  expect(fetched, 'what is there is not fetched again').toBe(2);
});
