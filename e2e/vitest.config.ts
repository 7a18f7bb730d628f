import { defineConfig } from 'vitest/config';

/** Files that measure, or that take a whole machine: they run alone, after the others. */
const alone = ['e2e/kill.test.ts', 'e2e/stale-reads.test.ts', 'e2e/import.test.ts'];

// Each file starts a whole product and a browser of its own; two of them keep two cores busy.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    globalSetup: ['e2e/build-first.ts'],
    pool: 'forks',
    sequence: { concurrent: false },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    // A page on a busy machine may take a while to show what it was asked for.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, maxWorkers: 1, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
