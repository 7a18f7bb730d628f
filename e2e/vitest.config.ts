import { defineConfig } from 'vitest/config';

// One journey at a time: each starts a whole product and a browser, and measures what people wait for.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['e2e/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { concurrent: false },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    // A page on a busy machine may take a while to show what it was asked for.
    expect: { poll: { timeout: 10_000 } },
  },
});
