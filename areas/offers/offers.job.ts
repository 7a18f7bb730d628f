import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { refreshOffers } from './offers.store.ts';

/** The night of offers: those that begin or end with the day. */
export const offersJob = 'offers';

/** Plans the next night, midnight and five seconds in India, and a look at once: days may have passed while nothing ran. */
export async function planOffers(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  await jobs.add(db, { name: offersJob, key: 'now' });
  await planNext(db, jobs, now);
}
async function planNext(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = new Date(Date.parse(`${addDays(indiaDay(now), 1)}T00:00:05+05:30`));
  await jobs.add(db, { name: offersJob, runAt, key: runAt.toISOString() });
}

export const offersTask =
  (kit: CatalogueKit, jobs: Pick<Jobs, 'add'>): Task =>
  async (db, _, now) => {
    const writer = productWriter(now);
    await refreshOffers(db, writer);
    await planNext(db, jobs, now);
    await markAll(kit.versions, db, writer.touched);
    return () => bumpAll(kit.versions, writer.touched);
  };
