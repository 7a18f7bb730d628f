import * as z from 'zod/mini';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { bumpAll, markAll, type Versions } from '#kit/server/versions.ts';
import { proveDay, refreshScores } from './days.store.ts';
import { firstKey, moveWindow, proveScores } from './scores.store.ts';

/** The job of the night: scores of the last 30 days move on by a day, and what is stored is worked out again. */
export const scoreJob = 'safety-scores';
/** Days that a night works out again: this month and the one before. */
const provenDays = 62;
const stepMs = 20_000;

const payloadShape = z.object({
  /** Days proven so far. */
  day: z.optional(z.int()),
  after: z.optional(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  days: z.optional(z.int()),
  scores: z.optional(z.int()),
  wrong: z.optional(z.int()),
});

/** Ten past midnight in India, the next one after a moment. */
const nextNight = (now: Date): Date => new Date(Date.parse(`${addDays(indiaDay(now), 1)}T00:10:00+05:30`));

/** Plans the next night, and a look at once: days may have passed while nothing ran. To be called at the start. */
export async function planScores(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  await jobs.add(db, { name: scoreJob, key: 'now' });
  await planNext(db, jobs, now);
}
async function planNext(db: Queryable, jobs: Pick<Jobs, 'add'>, now: Date): Promise<void> {
  const runAt = nextNight(now);
  await jobs.add(db, { name: scoreJob, runAt, key: runAt.toISOString() });
}

/** One step of the night. As long as there is something to do it adds the next; the last one stores what was found. */
export const scoreTask =
  (jobs: Pick<Jobs, 'add'>, versions: Versions, log: (line: string) => void): Task =>
  async (db, payload, now) => {
    await allowMs(db, stepMs);
    const { day = 0, after, days = 0, scores = 0, wrong = 0 } = payloadShape.parse(payload);
    const next = (more: object) =>
      jobs.add(db, { name: scoreJob, payload: { day, after, days, scores, wrong, ...more } });
    const told = async (orgs: Iterable<string>) => {
      const touched = [...orgs].map((orgId) => ['safety_score', orgId] as const);
      await markAll(versions, db, touched);
      return () => bumpAll(versions, touched);
    };
    if (day === 0) {
      const refreshed = await refreshScores(db, now);
      const moved = refreshed ?? (await moveWindow(db, now));
      if (refreshed || [...moved].length > 0) {
        await next({});
        return told(moved);
      }
    }
    if (day < provenDays) {
      const proven = await proveDay(db, addDays(indiaDay(now), -day));
      await next({ day: day + 1, days: days + proven.days, wrong: wrong + proven.wrong });
      return undefined;
    }
    // What the proof of days found is put right before the scores are looked at.
    const refreshed = after ? undefined : await refreshScores(db, now);
    if (refreshed) {
      await next({});
      return told(refreshed);
    }
    const proven = await proveScores(db, now, after ?? firstKey);
    const sum = { scores: scores + proven.count, wrong: wrong + proven.wrong };
    if (proven.last) await next({ ...sum, after: proven.last });
    else await finish(db, { days, ...sum }, now, log);
    if (!proven.last) await planNext(db, jobs, now);
    return undefined;
  };

async function finish(
  db: Queryable,
  found: { days: number; scores: number; wrong: number },
  now: Date,
  log: (line: string) => void,
): Promise<void> {
  if (found.wrong > 0)
    log(`safety scores: ${found.wrong} stored figures differed from what they come to, and were put right`);
  await db.query(
    `insert into safety_proof (day, days, scores, wrong, at) values ($1, $2, $3, $4, $5)
     on conflict (day) do update set (days, scores, wrong, at) = (excluded.days, excluded.scores, excluded.wrong, excluded.at)`,
    [indiaDay(now), found.days, found.scores, found.wrong, now.toISOString()],
  );
  await db.query('delete from safety_proof where day < $1::date - 400', [indiaDay(now)]);
}
