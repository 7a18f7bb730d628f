import type { RowChange, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { addRecount } from './recount.store.ts';

type Adder = Pick<Jobs, 'add'>;

/** Whether a change makes one of these fields another one. */
const isOther = (change: RowChange, names: readonly string[]): boolean =>
  change.action === 'update' &&
  names.some((name) => (change.before[name] ?? null) !== ((change.values as AnyRow)[name] ?? null));

const times = ['slaFirstResponseMin', 'slaResolutionMin', 'slaReopenMin', 'businessHoursId'];

/** Where a category promises something else than before, or counts in other hours, its open tickets are due at other times. */
export const categoryTimes = (jobs: Adder): RowPolicy => ({
  async after(db, _, change, { id }) {
    if (isOther(change, times)) await addRecount(db, jobs, { categoryIds: [id] });
  },
});

/** The state of an organisation says which holidays its tickets have. */
export const organisationState = (jobs: Adder): RowPolicy => ({
  async after(db, _, change, { id }) {
    if (isOther(change, ['state'])) await addRecount(db, jobs, { orgIds: [id] });
  },
});
