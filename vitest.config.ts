import { defineConfig } from 'vitest/config';
import { prepareEnvironment } from './tools/test-environment.ts';
import { mockingFiles, SlowestFirst } from './tools/test-files.ts';

prepareEnvironment();
const all = '{kit,areas,telematics,apps,db,tools}/**/*.test.ts';
const mocking = mockingFiles(import.meta.dirname, all);

export default defineConfig({
  test: {
    pool: 'forks',
    // They wait for the database, for each other and for time to pass about half of their time: on two processors a fourth worker
    // takes a sixth off the run.
    maxWorkers: 4,
    // The summary at the end of a run shows the beginning of a message: it says which faults there were, and not how many.
    chaiConfig: { truncateThreshold: 1_000 },
    // Long enough for a busy machine; what has to be fast says so itself.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    globalSetup: ['tools/test-database.ts'],
    setupFiles: ['kit/server/testing/patience.ts'],
    sequence: { sequencer: SlowestFirst },
    projects: [
      { extends: true, test: { name: 'mocking', include: mocking } },
      // A worker loads the product once, for all files that it runs: nothing of it may be changed for one of them.
      { extends: true, test: { name: 'plain', include: [all], exclude: mocking, isolate: false } },
    ],
  },
});
