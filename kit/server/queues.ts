import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import { type Database, everything, type Queryable, transact } from './db/database.ts';

/** How much waits in a queue that is kept in the database. */
export interface QueueFigures {
  queue: string;
  /** Due, and not done. */
  waiting: number;
  /** Given up. */
  failed: number;
  /** Since when the oldest is due, ISO; null: nothing waits. */
  since: string | null;
}
export type ReadQueues = (db: Queryable, now: Date) => Promise<QueueFigures[]>;

/** Jobs, a queue for each name. */
export const jobQueues: ReadQueues = (db, now) =>
  db.query<QueueFigures>(
    `select 'job ' || name as queue, count(*) filter (where failed_at is null and run_at <= $1) as waiting,
       count(*) filter (where failed_at is not null) as failed, min(run_at) filter (where failed_at is null and run_at <= $1) as since
     from job group by name`,
    [now.toISOString()],
  );

/** Shows queues among the product's measurements. They are read when somebody asks; while the database is away there are none. */
export function measureQueues(
  register: Registry,
  { db: database, clock }: { db: Database; clock: Clock },
  readers: readonly ReadQueues[],
): void {
  const read = async (): Promise<QueueFigures[]> => {
    try {
      return await transact(database, everything, async (db) => {
        const found: QueueFigures[] = [];
        for (const reader of readers) found.push(...(await reader(db, clock.now())));
        return found;
      });
    } catch {
      return [];
    }
  };
  /** One answer for the three, which are asked in the same moment. */
  let asked: Promise<QueueFigures[]> | undefined;
  const figures = () => (asked ??= read().finally(() => (asked = undefined)));
  const gauge = (name: string, help: string, valueOf: (figures: QueueFigures) => number) => {
    const shown: Gauge = new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [register],
      async collect() {
        const all = await figures();
        shown.reset();
        for (const one of all) shown.set({ queue: one.queue }, valueOf(one));
      },
    });
  };
  gauge('queue_waiting', 'What is due in a queue and not done', ({ waiting }) => waiting);
  gauge('queue_failed', 'What was given up in a queue', ({ failed }) => failed);
  gauge('queue_oldest_seconds', 'How long the oldest of a queue has been due', ({ since }) =>
    since === null ? 0 : Math.max(0, (clock.now().getTime() - Date.parse(since)) / 1_000),
  );
}
