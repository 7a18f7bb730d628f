import * as z from 'zod/mini';
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
/** After which challan a step goes on. */
const payloadShape = z.object({ after: z.optional(z.object({ turnsAt: z.string(), id: z.string() })) });

export async function planChallans(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
  await jobs.add(db, { name: challansJob, runAt, key: runAt.toISOString() });
}

/** One step, in the transaction of its job; as long as there is something to do it adds the next one. */
export const challansTask =
  (
    kit: CatalogueKit,
    jobs: Pick<Jobs, 'add'>,
    mails: ChallanMails,
    wake: () => void,
    log: (line: string) => void,
  ): Task =>
  async (db, payload, now) => {
    const writer = productWriter(now);
    await allowMs(db, 20_000);
    const { after } = payloadShape.parse(payload ?? {});
    const due = await db.query<{ id: string; turnsAt: string }>(
      `select id, turns_at as "turnsAt" from challan where turns_at <= $1 and deleted_at is null and status = 1
         and ($2::timestamptz is null or (turns_at, id) > ($2, $3::uuid)) order by turns_at, id limit ${stepRows}`,
      [now.toISOString(), after?.turnsAt ?? null, after?.id ?? null],
    );
    for (const { id } of due) {
      // One that somebody works on is brought on by them, or by the next look-out. One that cannot go on keeps no other waiting.
      const row = await lockFree(db, id);
      if (!row) continue;
      await db.query('savepoint one_challan');
      const told = writer.touched.length;
      try {
        await settle(db, everything, writer, row, mails);
        await db.query('release savepoint one_challan');
      } catch (error) {
        await db.query('rollback to savepoint one_challan');
        writer.touched.length = told;
        log(`challan ${row.challanNo} does not go on: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    const last = due.at(-1);
    await (last && due.length === stepRows
      ? jobs.add(db, { name: challansJob, payload: { after: last } })
      : planChallans(db, jobs, now));
    await markAll(kit.versions, db, writer.touched);
    return () => {
      bumpAll(kit.versions, writer.touched);
      wake();
    };
  };
