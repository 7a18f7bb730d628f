import { uuidv7 } from 'uuidv7';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Notice } from './topic.ts';

/** The job that tells people. */
export const noticeJob = 'notice';

/** A notice on its way: the topic by its key. */
export type PublishedNotice = Omit<Notice, 'topic' | 'heldUntil'> & { topic: string; at: string };

/** What is published together is told together, so many at a time: jobs of others wait no longer for it. */
const together = 100;

/**
 * Tells people of something. Call it in the transaction of the write: they are told exactly when that was committed, once each,
 * some seconds later; `jobs.wake()` after the transaction makes that at once.
 */
export async function publish(db: Queryable, now: Date, ...notices: readonly Notice[]): Promise<void> {
  const held: NewJob[] = [];
  const all: PublishedNotice[] = [];
  for (const { topic, heldUntil, ...notice } of notices) {
    if (!/^\/(?!\/)[\x21-\x7e]*$/.test(notice.link)) throw new Error('The link of a notice is a path of the product');
    const one: PublishedNotice = { ...notice, topic: topic.key, at: (heldUntil ?? now).toISOString() };
    if (heldUntil) held.push({ id: uuidv7(), key: notice.onceKey, payload: { notices: [one] }, run_at: one.at });
    else all.push(one);
  }
  const jobs = [...held];
  for (let from = 0; from < all.length; from += together)
    jobs.push({
      id: uuidv7(),
      key: null,
      payload: { notices: all.slice(from, from + together) },
      run_at: now.toISOString(),
    });
  if (jobs.length === 0) return;
  await db.send(
    `insert into job (id, name, key, payload, run_at, created_at)
     select j.id, $2, j.key, j.payload, j.run_at, $3 from jsonb_to_recordset($1::jsonb) as j (id uuid, key text, payload jsonb, run_at timestamptz)
     on conflict (name, key) where failed_at is null and key is not null do nothing`,
    [JSON.stringify(jobs), noticeJob, now.toISOString()],
  );
}

interface NewJob {
  id: string;
  /** Of what is held: by it that is taken back. */
  key: string | null;
  payload: { notices: PublishedNotice[] };
  run_at: string;
}

/** Takes back what was held and is not told yet: whatever has a `onceKey` that begins so. */
export const withdraw = (db: Queryable, begin: string): Promise<void> =>
  db.send('delete from job where name = $1 and starts_with(key, $2) and failed_at is null', [noticeJob, begin]);
