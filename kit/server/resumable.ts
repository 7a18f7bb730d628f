import { randomUUID } from 'node:crypto';
import type { Clock } from '#kit/server/clock.ts';
import { type Database, type Queryable, transact } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { type Kept, mustFindKept, type Once, onceOf, sendKept } from '#kit/server/idempotency.ts';
import { Refusal } from '#kit/server/refusals.ts';
import { asBrief } from '#kit/server/turns/rooms.ts';

/** What a call does to many records, each in a transaction of its own. */
export interface Progress {
  /** The records, as they were chosen when the Idempotency-Key was first used. */
  readonly ids: readonly string[];
  /** Whether the record at this place was done by an earlier try. */
  isDone: (index: number) => boolean;
  /**
   * To be called in the transaction that does the record, so that both are there or neither.
   * @throws TakenOver when another try has gone on with the work: nothing may be written any more.
   */
  markDone: (db: Queryable, index: number) => Promise<void>;
}

/** This try was silent for so long that a repetition of the call went on with its work. */
export class TakenOver extends Refusal {
  constructor() {
    super('conflict', 'A repetition of this request is finishing it');
  }
}

/** What the work answers. When not `complete`, a repetition of the call goes on instead of getting the same answer. */
export interface Outcome {
  answer: object;
  complete: boolean;
}

/** Nobody works on a call whose last sign of life is older than this. A try that is only slow writes nothing after it was taken over. */
const silentMs = 10_000;

/**
 * Runs work of many transactions once per Idempotency-Key. A repetition of a call that was answered gets the same answer;
 * while another try works on it, 409 with Retry-After; when that try was killed, the repetition does what is left.
 * @param choose the records, asked for when the key is new.
 */
export async function runResumable(
  { db, clock }: { db: Database; clock: Clock },
  call: Call,
  choose: () => Promise<readonly string[]>,
  work: (progress: Progress) => Promise<Outcome>,
): Promise<unknown> {
  const { session, request, reply } = call;
  const once = onceOf(request, { id: session.user.id, orgId: session.orgId }, call.body);
  if (!once) {
    const nothing = { isDone: () => false, markDone: async () => undefined };
    return (await work({ ids: await choose(), ...nothing })).answer;
  }
  const scope = scopeOf(session);
  const brief = <T>(work: (db: Queryable) => Promise<T>): Promise<T> => asBrief(() => transact(db, scope, work));
  const attempt: Attempt = { ...once, worker: randomUUID() };
  const begun = await brief((db) => begin(db, attempt, clock.now()));
  if ('body' in begun) return sendKept(reply, begun, true);
  try {
    const ids = begun.ids ?? (await choose());
    if (!begun.ids) await brief((db) => keepChoice(db, attempt, ids));
    const { answer, complete } = await work(progressOf(attempt, ids, begun.done, clock));
    const kept: Kept = { status: 200, etag: null, body: JSON.stringify(answer) };
    if (complete) await brief((db) => finish(db, attempt, kept));
    // The caller learns what was done in any case; if this fails, a repetition has to wait a few seconds.
    else await brief((db) => release(db, attempt)).catch(() => undefined);
    return sendKept(reply, kept, false);
  } catch (error) {
    await brief((db) => release(db, attempt)).catch(() => undefined);
    throw error;
  }
}

/** One try at a call; another one has another `worker`. */
interface Attempt extends Once {
  worker: string;
}
interface Begun {
  /** Null: nothing was chosen yet. */
  ids: readonly string[] | null;
  done: Buffer | null;
}

const mine = 'actor_id = $1 and key = $2 and worker = $3';

/**
 * Makes the work this attempt's, or gives what a finished one answered.
 * @throws 409 while another attempt works on it, 422 when the key was used for something else.
 */
async function begin(db: Queryable, attempt: Attempt, now: Date): Promise<Begun | Kept> {
  const { actorId, key, orgId, fingerprint, worker } = attempt;
  const [fresh] = await db.query<Begun>(
    `insert into idempotency (actor_id, key, org_id, fingerprint, created_at, worker, worked_at) values ($1, $2, $3, $4, $5, $6, $5)
     on conflict (actor_id, key) do nothing returning ids, done`,
    [actorId, key, orgId, fingerprint, now.toISOString(), worker],
  );
  if (fresh) return fresh;
  const [left] = await db.query<Begun>(
    `update idempotency set worker = $4, worked_at = $5
     where actor_id = $1 and key = $2 and fingerprint = $3 and body is null and coalesce(worked_at, '-infinity') < $6
     returning ids, done`,
    [actorId, key, fingerprint, worker, now.toISOString(), new Date(now.getTime() - silentMs).toISOString()],
  );
  return left ?? mustFindKept(db, attempt);
}

async function keepChoice(db: Queryable, { actorId, key, worker }: Attempt, ids: readonly string[]): Promise<void> {
  await db.query(`update idempotency set ids = $4::uuid[], done = $5 where ${mine}`, [
    actorId,
    key,
    worker,
    ids,
    Buffer.alloc(Math.ceil(ids.length / 8)),
  ]);
}

const progressOf = (
  { actorId, key, worker }: Attempt,
  ids: readonly string[],
  done: Buffer | null,
  clock: Clock,
): Progress => ({
  ids,
  // PostgreSQL counts the bits of a byte from the right.
  isDone: (index) => ((done?.[index >> 3] ?? 0) & (1 << (index & 7))) !== 0,
  markDone: async (db, index) => {
    const [still] = await db.query(
      {
        name: 'resumable-done',
        text: `update idempotency set done = set_bit(done, $4, 1), worked_at = $5 where ${mine} returning key`,
      },
      [actorId, key, worker, index, clock.now().toISOString()],
    );
    if (!still) throw new TakenOver();
  },
});

/** Stores the answer for repetitions. */
async function finish(db: Queryable, { actorId, key, worker }: Attempt, kept: Kept): Promise<void> {
  await db.query(`update idempotency set status = $4, body = $5, ids = null, done = null where ${mine}`, [
    actorId,
    key,
    worker,
    kept.status,
    kept.body,
  ]);
}

/** Lets a repetition go on at once. A call that has done nothing yet is as if it had never been made. */
async function release(db: Queryable, { actorId, key, worker }: Attempt): Promise<void> {
  const params = [actorId, key, worker];
  await db.query(`delete from idempotency where ${mine} and (done is null or bit_count(done) = 0)`, params);
  await db.query(`update idempotency set worked_at = null where ${mine} and body is null`, params);
}
