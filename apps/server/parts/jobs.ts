import { sweepsOf, tasksOf } from '#kit/server/areas/area-parts.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { createJobs, type Jobs, type Task } from '#kit/server/jobs.ts';
import type { Base } from './base.ts';
import type { Served, ServedArea } from './served.ts';

const sweepJob = 'sweep';
const sweepEveryMs = 10 * 60_000;

/**
 * Whatever is made may add jobs, and what jobs do is known last: so jobs are made first, and the work of the areas is
 * connected once the product is there. This is the only knot of the product.
 */
export function createLateJobs({ db, clock, log }: Base) {
  const tasks: Record<string, Task> = {};
  const givenUp: Record<string, Task> = {};
  const jobs = createJobs({ db, clock, log, tasks, givenUp });
  return {
    jobs,
    connect(areas: readonly ServedArea[], product: Served) {
      const found = tasksOf(areas, product);
      Object.assign(tasks, found.tasks, { [sweepJob]: sweepTask(areas, product) });
      Object.assign(givenUp, found.givenUp);
    },
  };
}

/** Removes what has ended: sessions, tries, kept answers, files nobody refers to, exports … */
function sweepTask(areas: readonly ServedArea[], product: Served): Task {
  const sweeps = sweepsOf(areas, product);
  return async (db, _, now) => {
    for (const { run } of sweeps) await run(db, now);
    await planSweep(db, product.jobs, now);
  };
}

/** Plans the next sweep. */
export async function planSweep(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = new Date(Math.floor(now.getTime() / sweepEveryMs + 1) * sweepEveryMs);
  await jobs.add(db, { name: sweepJob, runAt, key: runAt.toISOString() });
}
