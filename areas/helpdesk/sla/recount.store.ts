import type { Queryable } from '#kit/server/db/database.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { recountJob } from './job-names.ts';

/** Which open tickets are to be reckoned again; without either, all. */
export interface Recounted {
  categoryIds?: readonly string[];
  orgIds?: readonly string[];
}

/**
 * Has open tickets reckoned again, with the write that makes it necessary: by a job, for they may be many. Each write has its own job: one
 * that waits already may have begun with what this write has changed.
 */
export const addRecount = (db: Queryable, jobs: Pick<Jobs, 'add'>, which: Recounted): Promise<void> =>
  jobs.add(db, { name: recountJob, payload: { ...which } });

/**
 * Marks open tickets after `after`, by their ids, as those that the look-out takes next: it reckons them in steps and warns of what they are
 * then. Waits for whoever works on one, who may not have seen the change.
 * @returns the last one that was marked; null when there are no more
 */
export async function markToRecount(
  db: Queryable,
  { categoryIds, orgIds }: Recounted,
  after: string | null,
  now: Date,
  most: number,
): Promise<string | null> {
  const found = await db.query<{ id: string }>(
    `select id from help_desk where request_status in ('0', '1', '2', '3', '6') and status = 1 and deleted_at is null
       and ($1::uuid[] is null or category_id = any($1::uuid[])) and ($2::uuid[] is null or org_id = any($2::uuid[]))
       and ($3::uuid is null or id > $3) order by id limit ${most} for no key update`,
    [categoryIds ? [...categoryIds] : null, orgIds ? [...orgIds] : null, after],
  );
  await db.query(
    'update help_desk set turns_at = $2 where id = any($1::uuid[]) and (turns_at is null or turns_at > $2)',
    [found.map(({ id }) => id), now.toISOString()],
  );
  return found.length === most ? (found.at(-1)?.id ?? null) : null;
}
