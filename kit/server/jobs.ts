import { uuidv7 } from 'uuidv7';
import type { Clock } from '#kit/server/clock.ts';
import { asJob, type JobWorker } from '#kit/server/turns/rooms.ts';
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
  /**
   * Whose long work it is: an organisation, a member of staff, or a name for what is everybody's. Such jobs are done by workers of
   * their own, tenants in turn, and one job of a tenant at a time. Left out: it is short, and no long work keeps it waiting.
   */
  tenant?: string;
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

/** Who works on jobs: one at short ones, in the order in which they are due, and two at the long work of tenants. */
const workers: readonly JobWorker[] = ['short', 'long 1', 'long 2'];
/** Tenants whose last turn is remembered. */
const mostServed = 1_000;

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
      JSON.stringify({ ...job.payload, ...(job.tenant === undefined ? {} : { tenant: job.tenant }) }),
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
  const running = new Map<JobWorker, Promise<void>>();
  let stopping = false;
  const choose = createChoice(tasks);

  /** Takes one due job and does it. Gives false when none is due. */
  const runOne = async (worker: JobWorker): Promise<boolean> => {
    let taken: JobRow | undefined;
    const after: (() => void)[] = [];
    try {
      await asJob(worker, () =>
        transact(database, everything, async (db) => {
          const now = clock.now();
          taken = worker === 'short' ? await choose.short(db, now) : await choose.long(db, now, worker);
          if (!taken) return;
          const afterwards = await tasks[taken.name]?.(db, taken.payload, now);
          if (afterwards) after.push(afterwards);
          await db.query('delete from job where id = $1', [taken.id]);
        }),
      );
    } catch (error) {
      if (!taken) throw error;
      await putOff(taken, error);
    } finally {
      choose.end(worker);
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
    for (let done = 0; ; done += 1) if (stopping || !((await runOne('short')) || (await runOne('long 1')))) return done;
  };

  /** Works until nothing is due that is this worker's. */
  const work = async (worker: JobWorker) => {
    for (let done = 0; ; done += 1) {
      if (stopping || !(await runOne(worker))) return done;
      // Long work ends in something short: somebody is told of it.
      if (worker !== 'short') look('short');
    }
  };
  const look = (worker: JobWorker): void => {
    if (running.has(worker)) return;
    const round = work(worker)
      .then((done) => {
        running.delete(worker);
        // What was short may have begun something long.
        if (worker === 'short' && done > 0 && !stopping) for (const other of workers.slice(1)) look(other);
      })
      .catch((error: unknown) => {
        running.delete(worker);
        log(`jobs put off: ${error instanceof Error ? error.message : String(error)}`);
      });
    running.set(worker, round);
  };
  const lookAll = () => {
    for (const worker of workers) look(worker);
  };

  return {
    add: (db, job) => addJob(db, job, clock.now()),
    runDue,
    start(everyMs = 5_000) {
      stopping = false;
      timer ??= setInterval(lookAll, everyMs);
      timer.unref();
    },
    wake() {
      if (!timer) return;
      // A round that is under way may have looked before the job was there.
      for (const worker of workers) void (running.get(worker) ?? Promise.resolve()).then(() => look(worker));
    },
    async stop() {
      // Work that goes on step by step is left between two of them.
      stopping = true;
      clearInterval(timer);
      timer = undefined;
      await Promise.all(running.values());
    },
  };
}

/** Chooses the next job of a worker, in the transaction that does it. */
function createChoice(tasks: Readonly<Record<string, Task>>) {
  /** Tenants in the order of their last turn, the latest last. */
  const served = new Set<string>();
  const atWork = new Map<JobWorker, string>();
  /** One worker chooses after the other: two would take the same tenant. */
  let choosing: Promise<unknown> = Promise.resolve();

  const chosen = async (db: Queryable, now: Date, worker: JobWorker): Promise<JobRow | undefined> => {
    const [taken] = await db.query<JobRow>(
      `select id, name, payload, attempts from job where failed_at is null and run_at <= $1 and name = any($2)
         and payload ->> 'tenant' is not null and payload ->> 'tenant' <> all($3::text[])
       order by array_position($4::text[], payload ->> 'tenant') nulls first, run_at, id limit 1 for update skip locked`,
      [now.toISOString(), Object.keys(tasks), [...atWork.values()], [...served]],
    );
    if (!taken) return undefined;
    const tenant = String(taken.payload['tenant']);
    atWork.set(worker, tenant);
    served.delete(tenant);
    served.add(tenant);
    const [first] = served;
    if (served.size > mostServed && first !== undefined) served.delete(first);
    return taken;
  };
  return {
    /** The first that is due of what is no tenant's long work. */
    async short(db: Queryable, now: Date): Promise<JobRow | undefined> {
      const [taken] = await db.query<JobRow>(
        `select id, name, payload, attempts from job where failed_at is null and run_at <= $1 and name = any($2)
           and payload ->> 'tenant' is null
         order by run_at, id limit 1 for update skip locked`,
        [now.toISOString(), Object.keys(tasks)],
      );
      return taken;
    },
    /** The first of the tenant whose last turn is longest ago, of those that nothing is done for just now. */
    long(db: Queryable, now: Date, worker: JobWorker): Promise<JobRow | undefined> {
      const next = choosing.then(() => chosen(db, now, worker));
      choosing = next.catch(() => undefined);
      return next;
    },
    end: (worker: JobWorker) => void atWork.delete(worker),
  };
}
