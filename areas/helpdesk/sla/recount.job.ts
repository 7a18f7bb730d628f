import { allowMs } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { recountJob, ticketsJob } from './job-names.ts';
import { markToRecount, type Recounted } from './recount.store.ts';

const stepRows = 1_000;

/** One step: marks tickets, and has the rest marked, or those that are marked reckoned. */
export const recountTask =
  (jobs: Pick<Jobs, 'add'>): Task =>
  async (db, payload, now) => {
    const { after = null, ...which } = payload as Recounted & { after?: string | null };
    await allowMs(db, 20_000);
    const last = await markToRecount(db, which, after, now, stepRows);
    await (last === null
      ? jobs.add(db, { name: ticketsJob, payload: { more: true } })
      : jobs.add(db, { name: recountJob, payload: { ...which, after: last } }));
  };
