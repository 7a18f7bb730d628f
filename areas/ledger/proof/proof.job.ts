import { addDays, indiaDay } from '#kit/contract/days.ts';
import { allowMs, type Queryable } from '#kit/server/db/database.ts';
import type { Jobs, Task } from '#kit/server/jobs.ts';
import { beginProof, failProof, isProven, proofStatementMs, stepProof } from './proof.store.ts';

/** Name of the job that goes on with a proof. */
export const proofJob = 'ledger-proof';

/** The last time that it was half past one at night in India. */
export function lastNight(now: Date): Date {
  const today = Date.parse(`${indiaDay(now)}T01:30:00+05:30`);
  return new Date(today <= now.getTime() ? today : Date.parse(`${addDays(indiaDay(now), -1)}T01:30:00+05:30`));
}

/** Begins a proof of the books, or joins the one that is under way. */
export async function startProof(db: Queryable, jobs: Jobs, startedBy: string | null, now: Date): Promise<void> {
  const id = await beginProof(db, startedBy, now);
  if (id) await jobs.add(db, { name: proofJob, payload: { id } });
}

/** Begins the proof of the night once the night has come. */
export async function nightlyProof(db: Queryable, jobs: Jobs, now: Date): Promise<void> {
  if (!(await isProven(db, lastNight(now)))) await startProof(db, jobs, null, now);
}

/** One step of a proof, in the transaction of its job; each adds the next. A process that is killed loses the step. */
export const proofTask = (jobs: Jobs, log: (line: string) => void): { run: Task; givenUp: Task } => ({
  run: async (db, payload, now) => {
    await allowMs(db, proofStatementMs);
    const id = String(payload['id']);
    const { isMore, ended } = await stepProof(db, id, now);
    if (isMore) await jobs.add(db, { name: proofJob, payload: { id } });
    if (!ended) return;
    return () =>
      log(
        ended.state === 'WHOLE'
          ? `ledger: the books balance, ${ended.root}`
          : 'ledger: the books do not balance. See Wallets, Books',
      );
  },
  givenUp: async (db, payload, now) => {
    await failProof(db, String(payload['id']), now);
  },
});
