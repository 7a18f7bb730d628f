import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first: `npm test` says at its end how long they took. By the end of their path. */
export const slowest: readonly string[] = [
  'leaks.test.ts',
  'leaks-tenant-filter.test.ts',
  'leaks-row-security.test.ts',
  'tenant-filter-mutants.test.ts',
  'permission-matrix.test.ts',
  'tracking-faults.test.ts',
  'documents-over-time.test.ts',
  'backup/archiver.test.ts',
  'history-verify.test.ts',
  'launcher.test.ts',
  'longest-inputs.test.ts',
  'ahmedabad.test.ts',
  'conformance.test.ts',
  'tests/resume.test.ts',
  'tracker-traces.test.ts',
  'xlsx/hostile.test.ts',
  'round-trip.test.ts',
  'tests/documents.test.ts',
  'canaries.test.ts',
  'sign-in/timing.test.ts',
  'full-disk.test.ts',
  'postgres/home.test.ts',
  'slow-clients.test.ts',
  'hub.test.ts',
  'abuse.test.ts',
  'explain.test.ts',
  // Those that kill something also wait for it: beside them go those that keep the processors busy.
  'kill-product.test.ts',
  'e2e/backup.test.ts',
  'e2e/identity/person.test.ts',
  'kill-postgres.test.ts',
  'e2e/identity/roles.test.ts',
  'stale-reads.test.ts',
  'e2e/identity/credentials.test.ts',
  'e2e/identity/impersonation.test.ts',
  'accessibility.test.ts',
  'e2e/fleet/devices.test.ts',
  'e2e/catalogue/inline.test.ts',
  'e2e/catalogue/catalogues.test.ts',
  'e2e/history.test.ts',
  'e2e/identity/people.test.ts',
  'e2e/catalogue/list.test.ts',
  'e2e/catalogue/views.test.ts',
];

/** Of the test files that match a pattern those that put something of their own in the place of a module of the product. */
export const mockingFiles = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((path) => /^\s*vi\.(mock|doMock)\(/m.test(readFileSync(join(root, path), 'utf8')))
    .toSorted();

const placeOf = (path: string): number => {
  const at = slowest.findIndex((end) => path.endsWith(`/${end}`));
  return at < 0 ? slowest.length : at;
};

/** Begins with the files that take longest, so that no worker is left alone with one of them in the end. */
export class SlowestFirst extends BaseSequencer {
  // Files of a project follow one another: a worker is kept for as long as the next file is of its project.
  override sort = async (files: TestSpecification[]): Promise<TestSpecification[]> =>
    files.toSorted(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) ||
        placeOf(a.moduleId) - placeOf(b.moduleId) ||
        a.moduleId.localeCompare(b.moduleId),
    );
}
