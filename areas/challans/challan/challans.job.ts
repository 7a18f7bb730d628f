import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { allowMs, everything, type Queryable } from '#kit/server/db/database.ts';
import { productWriter } from '#kit/server/history.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { settle } from './by-the-clock.ts';
import type { ChallanMails } from './challan-mails.ts';
import { lockFree } from './challans.store.ts';

/** Looks out every minute for challans whose last day is over. */
export const challansJob = 'challans';
const everyMs = 60_000;
const stepRows = 100;

export async function planChallans(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
  await jobs.add(db, { name: challansJob, runAt, key: runAt.toISOString() });
}

/** One step, in the transaction of its job; as long as there is something to do it adds the next one. */
export const challansTask =
  (kit: CatalogueKit, jobs: Pick<Jobs, 'add'>, mails: ChallanMails, wake: () => void): Task =>
  async (db, _, now) => {
    const writer = productWriter(now);
    await allowMs(db, 20_000);
    const due = await db.query<{ id: string }>(
      `select id from challan where turns_at <= $1 and deleted_at is null and status = 1 order by turns_at, id limit ${stepRows}`,
      [now.toISOString()],
    );
    for (const { id } of due) {
      // One that somebody works on is brought on by them, or by the next step.
      const row = await lockFree(db, id);
      if (row) await settle(db, everything, writer, row, mails);
    }
    await (due.length === stepRows
      ? jobs.add(db, { name: challansJob, payload: { more: true } })
      : planChallans(db, jobs, now));
    await markAll(kit.versions, db, writer.touched);
    return () => {
      bumpAll(kit.versions, writer.touched);
      wake();
    };
  };
