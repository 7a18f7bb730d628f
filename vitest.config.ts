import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{kit,areas,telematics,apps,db,tools}/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    globalSetup: ['tools/test-database.ts'],
  },
});
