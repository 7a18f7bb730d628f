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
  'challans/challan/import.test.ts',
  'inbound/storm.test.ts',
  'read/read-roads.test.ts',
  'documents-over-time.test.ts',
  'tests/conformance.test.ts',
  'unfiltered-tables.test.ts',
  'tracking-faults.test.ts',
  'longest-inputs.test.ts',
  'history-verify.test.ts',
  'isolation/tokens.test.ts',
  'backup/archiver.test.ts',
  'evidence/evidence.test.ts',
  'roads/import/road-import.test.ts',
  'tracking/reread.test.ts',
  'ahmedabad.test.ts',
  'sheet/reading.test.ts',
  'canaries.test.ts',
  'xlsx/hostile.test.ts',
  'isolated/isolated.test.ts',
  'split-limits.test.ts',
  'tests/resume.test.ts',
  'assignments/assignments.test.ts',
  'challan/challans.test.ts',
  'challan-acts.test.ts',
  'tracker-any.test.ts',
  'hidden-answers.test.ts',
  'explain/explain.test.ts',
  'sign-in/timing.test.ts',
  'crowd.test.ts',
  'launcher.test.ts',
  'round-trip.test.ts',
  'lanes.test.ts',
  'slow-clients.test.ts',
  'hub.test.ts',
  'live/abuse.test.ts',
  'tracker-traces.test.ts',
  'tests/documents.test.ts',
  'full-disk.test.ts',
  'postgres/home.test.ts',
  // Those that kill something also wait for it: beside them go those that keep the processors busy.
  'kill-product.test.ts',
  'e2e/backup.test.ts',
  'e2e/identity/person.test.ts',
  'kill-postgres.test.ts',
  'e2e/identity/roles.test.ts',
  'stale-reads.test.ts',
  'e2e/challans/notice.test.ts',
  'e2e/helpdesk/around.test.ts',
  'e2e/fleet/live-map.test.ts',
  'e2e/helpdesk/tickets.test.ts',
  'e2e/fleet/share-links.test.ts',
  'e2e/fleet/devices.test.ts',
  'e2e/fleet/register.test.ts',
  'e2e/identity/conflicts.test.ts',
  'e2e/crawl/crawl.test.ts',
  'e2e/catalogue/records.test.ts',
  'e2e/incidents/sos.test.ts',
  'e2e/maps/off-duty.test.ts',
  'start-of-day.test.ts',
  'accessibility.test.ts',
  'e2e/fleet/roads.test.ts',
  'kill-storm.test.ts',
  'e2e/live.test.ts',
  'e2e/identity/session.test.ts',
  'e2e/fleet/trips.test.ts',
  'e2e/fleet/sharing.test.ts',
  'e2e/catalogue/catalogues.test.ts',
  'e2e/mail.test.ts',
  'e2e/identity/credentials.test.ts',
  'e2e/identity/impersonation.test.ts',
  'access-review.test.ts',
  'e2e/catalogue/import.test.ts',
  'e2e/history.test.ts',
  'e2e/catalogue/search.test.ts',
  'rule-trials.test.ts',
  'violations.test.ts',
  'e2e/fleet/wallet.test.ts',
  'e2e/catalogue/views.test.ts',
  'e2e/fleet/invite.test.ts',
  'e2e/restarts.test.ts',
  'kill-road-import.test.ts',
  'e2e/catalogue/inline.test.ts',
  'e2e/identity/people.test.ts',
  'e2e/catalogue/list.test.ts',
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
