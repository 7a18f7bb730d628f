import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import type { vehicleCategory } from '../vehicles.contract.ts';
import { categoryWritten } from '../vehicles.events.ts';
import { planPlateUses } from './plate-uses.job.ts';

/** Others act on what a category says of its vehicles. */
export const categoryPolicy = (jobs: Pick<Jobs, 'add'>): RowPolicy<typeof vehicleCategory> => ({
  after: (db, writer, change, row) => categoryWritten.raise(db, writer, { change, row }),
  afterMany: (db) => planPlateUses(db, jobs),
});
