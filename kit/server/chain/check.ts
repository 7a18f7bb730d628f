import { uuidv7 } from 'uuidv7';
import type { HistoryBreak, HistoryCheck, HistoryProof } from '#kit/contract/history.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Jobs } from '#kit/server/jobs.ts';
import { refuse } from '#kit/server/refusals.ts';
import { DamagedHead, readHead } from './head.ts';
import { lastOf } from './seal.ts';
import type { VerifyState } from './state.ts';
import { beginVerify, stepVerify } from './verify.ts';

/** Name of the job that goes on with a check. */
export const checkJob = 'history-check';
/** Batches of one step, which is one transaction of some hundred milliseconds. */
const batchesAtOnce = 4;
/** The product checks by itself when nobody has for so long. */
const everyMs = 24 * 3_600_000;
/** Checks that are kept. */
const kept = 100;

/**
 * Starts a check, or joins the one that is under way. Work on it goes on in a job.
 * @throws 409 when the note of the chain's end cannot be read.
 */
export async function startCheck(
  db: Queryable,
  jobs: Jobs,
  dataDir: string,
  startedBy: string | null,
  now: Date,
): Promise<void> {
  // Before anything of the database is read: what is noted here was committed there before.
  const head = await readHead(dataDir).catch((error: unknown) => {
    if (error instanceof DamagedHead)
      throw refuse.conflict('history.head, which notes the end of the chain, is damaged. Ask your administrator');
    throw error;
  });
  const state = await beginVerify(db, head);
  const [made] = await db.query<{ id: string }>(
    `insert into history_check (id, state, started_at, started_by, total, progress) values ($1, 'running', $2, $3, $4, $5)
     on conflict (state) where state = 'running' do nothing returning id`,
    [uuidv7(), now.toISOString(), startedBy, state.end, JSON.stringify(state)],
  );
  if (made) await jobs.add(db, { name: checkJob, tenant: checkJob, payload: { checkId: made.id } });
}

/** One step of a check, in the transaction of its job; each adds the next. A process that is killed loses the step. */
export async function checkStep(
  db: Queryable,
  jobs: Jobs,
  checkId: string,
  now: Date,
  log: (line: string) => void,
): Promise<void> {
  const [check] = await db.query<{ progress: VerifyState }>(
    `select progress from history_check where id = $1 and state = 'running' for update`,
    [checkId],
  );
  if (!check) return;
  let state = check.progress;
  for (let batch = 0; batch < batchesAtOnce && state.phase !== 'done'; batch += 1)
    state = await stepVerify(db, state, now);
  const over = state.phase === 'done';
  const found = state.broken ? 'broken' : 'whole';
  await db.query(
    `update history_check set state = $2, checked = $3, progress = $4, broken = $5, finished_at = $6 where id = $1`,
    [
      checkId,
      over ? found : 'running',
      state.seq,
      over ? null : JSON.stringify(state),
      state.broken && JSON.stringify(state.broken),
      over ? now.toISOString() : null,
    ],
  );
  if (state.broken) log(`history: ${state.broken.detail} Run npm run history:verify`);
  if (!over)
    await jobs.add(db, {
      name: checkJob,
      tenant: checkJob,
      payload: { checkId },
      ...(state.patience ? { runAt: new Date(state.patience.until) } : {}),
    });
}

/** Ends a check whose last try has failed: it says neither yes nor no. */
export async function failCheck(db: Queryable, checkId: string, now: Date): Promise<void> {
  await db.query(
    `update history_check set state = 'failed', progress = null, finished_at = $2 where id = $1 and state = 'running'`,
    [checkId, now.toISOString()],
  );
}

/** Starts the product's own check of the day when it is due, and forgets old ones. */
export async function dailyCheck(db: Queryable, jobs: Jobs, dataDir: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - everyMs).toISOString();
  const [recent] = await db.query('select 1 from history_check where started_at > $1 limit 1', [since]);
  if (!recent) await startCheck(db, jobs, dataDir, null, now);
  await db.query(
    'delete from history_check where id in (select id from history_check order by started_at desc, id desc offset $1)',
    [kept],
  );
}

/** What is known of the chain: its length now, the check under way, and the latest that is over. */
export async function proofOf(db: Queryable): Promise<HistoryProof> {
  const checks = await db.query<HistoryCheck & { broken: HistoryBreak | null }>(
    `(select ${answered} from history_check where state = 'running')
     union all (select ${answered} from history_check where state <> 'running' order by started_at desc, id desc limit 1)`,
  );
  return {
    entries: (await lastOf(db))?.seq ?? 0,
    running: checks.find((one) => one.state === 'running') ?? null,
    last: checks.find((one) => one.state !== 'running') ?? null,
  };
}

const answered = `state, started_at as "startedAt", finished_at as "finishedAt", checked, total, broken`;
