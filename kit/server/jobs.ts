import { uuidv7 } from 'uuidv7';
import type { Clock } from '#kit/server/clock.ts';
import { asJob } from '#kit/server/turns/rooms.ts';
import { type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';

/**
 * What a job does. It works inside the transaction that removes the job: both happen, or neither. What it gives back is
 * called after that transaction was committed.
 */
export type Task = (db: Queryable, payload: Record<string, unknown>, now: Date) => Promise<void | (() => void)>;

export interface NewJob {
  name: string;
  payload?: Record<string, unknown>;
  /** Default: now. */
  runAt?: Date;
  /** A second job of the same name and key is not added while the first waits. */
  key?: string;
}

export interface Jobs {
  /** Adds a job in the caller's transaction: it exists exactly when the write it belongs to was committed. */
  add(db: Queryable, job: NewJob): Promise<void>;
  /** Does everything that is due by the clock; gives the number done. Tests call it after moving the clock. */
  runDue(): Promise<number>;
  /** Looks for due jobs every few seconds until `stop`. */
  start(everyMs?: number): void;
  /** Looks at once: somebody is waiting for a job that was just added. Does nothing before `start`. */
  wake(): void;
  stop(): Promise<void>;
}

const maxAttempts = 6;
/** Seconds until the next try after the nth failure: 10 s, 40 s, 2 min 40 … up to an hour. */
const backOffS = (attempts: number) => Math.min(3_600, 10 * 4 ** (attempts - 1));

interface JobRow {
  id: string;
  name: string;
  payload: Record<string, unknown>;
  attempts: number;
}

/** Adds a job in the caller's transaction, see `Jobs.add`; whoever has the queue at hand adds it there. */
export async function addJob(db: Queryable, job: NewJob, now: Date): Promise<void> {
  await db.query(
    `insert into job (id, name, key, payload, run_at, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (name, key) where failed_at is null and key is not null do nothing`,
    [
      uuidv7(),
      job.name,
      job.key ?? null,
      JSON.stringify(job.payload ?? {}),
      (job.runAt ?? now).toISOString(),
      now.toISOString(),
    ],
  );
}

/**
 * A queue in the database. Several processes may work it: a job is locked while it runs, and one that a killed process
 * left is simply free again, because nothing of it was committed.
 */
export function createJobs(options: {
  db: Database;
  clock: Clock;
  tasks: Readonly<Record<string, Task>>;
  /** What is done when the last try of a job has failed, by the job's name: somebody may be waiting for it. */
  givenUp?: Readonly<Record<string, Task>>;
  log: (line: string) => void;
}): Jobs {
  const { db: database, clock, tasks, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let stopping = false;

  /** Takes one due job and does it. Gives false when none is due. */
  const runOne = async (): Promise<boolean> => {
    let taken: JobRow | undefined;
    const after: (() => void)[] = [];
    try {
      await asJob(() =>
        transact(database, everything, async (db) => {
          const now = clock.now();
          [taken] = await db.query<JobRow>(
            `select id, name, payload, attempts from job where failed_at is null and run_at <= $1 and name = any($2)
           order by run_at, id limit 1 for update skip locked`,
            [now.toISOString(), Object.keys(tasks)],
          );
          if (!taken) return;
          const afterwards = await tasks[taken.name]?.(db, taken.payload, now);
          if (afterwards) after.push(afterwards);
          await db.query('delete from job where id = $1', [taken.id]);
        }),
      );
    } catch (error) {
      if (!taken) throw error;
      await putOff(taken, error);
    }
    for (const notify of after) notify();
    return taken !== undefined;
  };

  const putOff = async (job: JobRow, error: unknown) => {
    const attempts = job.attempts + 1;
    const now = clock.now();
    const message = error instanceof Error ? error.message : String(error);
    log(`job ${job.name} failed (try ${attempts}): ${message}`);
    const next = new Date(now.getTime() + backOffS(attempts) * 1_000);
    const isOver = attempts >= maxAttempts;
    await transact(database, everything, async (db) => {
      await db.query('update job set attempts = $2, last_error = $3, run_at = $4, failed_at = $5 where id = $1', [
        job.id,
        attempts,
        message.slice(0, 1_000),
        next.toISOString(),
        isOver ? now.toISOString() : null,
      ]);
      if (isOver) await options.givenUp?.[job.name]?.(db, job.payload, now);
    });
  };

  const runDue = async () => {
    for (let done = 0; ; done += 1) if (stopping || !(await runOne())) return done;
  };

  const look = () => {
    running ??= runDue()
      .catch((error: unknown) => {
        log(`jobs put off: ${error instanceof Error ? error.message : String(error)}`);
        return 0;
      })
      .finally(() => (running = undefined));
  };

  return {
    add: (db, job) => addJob(db, job, clock.now()),
    runDue,
    start(everyMs = 5_000) {
      stopping = false;
      timer ??= setInterval(look, everyMs);
      timer.unref();
    },
    wake() {
      if (!timer) return;
      // A round that is under way may have looked before the job was there.
      void (running ?? Promise.resolve()).then(look);
    },
    async stop() {
      // Work that goes on step by step is left between two of them.
      stopping = true;
      clearInterval(timer);
      timer = undefined;
      await running;
    },
  };
}
