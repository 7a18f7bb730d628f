import { exportLimits } from '#kit/contract/export.ts';
import type { Queryable } from '#kit/server/db/database.ts';

/** Exports that end in one round; more wait for the next. */
const perRound = 100;

/** Removes files whose time is over, and records some weeks after that. */
export async function sweepExports(db: Queryable, now: Date): Promise<void> {
  const over = await db.query<{ id: string }>(
    `update export_file set state = 'expired' where id in
       (select id from export_file where state = 'done' and expires_at <= $1 order by expires_at limit ${perRound}) returning id`,
    [now.toISOString()],
  );
  for (const { id } of over) await db.query('delete from export_part where export_id = $1', [id]);
  await db.query('delete from export_file where coalesce(expires_at, finished_at, at) < $1', [
    new Date(now.getTime() - exportLimits.recordDays * 86_400_000).toISOString(),
  ]);
}
