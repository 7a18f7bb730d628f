import { defineConfig } from 'vitest/config';
import { prepareEnvironment } from '#tools/test-environment.ts';
import { SlowestFirst } from '#tools/test-files.ts';

prepareEnvironment();
const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/support/build-first.ts', 'tools/test-database.ts'],
    pool: 'forks',
    // A file has a product and a browser of its own, and waits for them about half of its time.
    maxWorkers: 3,
    isolate: false,
    // Products start in half of the time when Node keeps what it made of their sources.
    env: { NODE_COMPILE_CACHE: `${root}.tmp/compiled` },
    sequence: { sequencer: SlowestFirst, concurrent: false },
    // The summary at the end of a run shows the beginning of a message: it says which faults there were, and not how many.
    chaiConfig: { truncateThreshold: 1_000 },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: 0,
    // A page on a busy machine may take a while to show what it was asked for.
    expect: { poll: { timeout: 20_000 } },
  },
});
