import type { QueueFigures, ReadQueues } from '#kit/server/queues.ts';

/** Mails that wait to be sent. Those that were given up are counted for a day: they are kept for long. */
export const mailQueue: ReadQueues = async (db, now) => {
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000).toISOString();
  return db.query<QueueFigures>(
    `select 'mail' as queue, w.waiting, w.since,
       (select count(*) from mail where state = 'failed' and created_at > $2) as failed
     from (select count(*) as waiting, min(due_at) as since from mail where state in ('queued', 'sending') and due_at <= $1) w`,
    [now.toISOString(), dayAgo],
  );
};
