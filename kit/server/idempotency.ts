import { createHmac, type KeyObject } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { aadhaarMessage, holdsAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import type { Database, Queryable } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Keys the fingerprints of what was sent: without it nobody can try out what a request said. */
    onceKey: KeyObject;
  }
}

/** What was answered to a request, to be answered again to its repetition. */
export interface Kept {
  status: number;
  etag: string | null;
  body: string;
}
export interface Once {
  key: string;
  fingerprint: Buffer;
  actorId: string;
  orgId: string | null;
}

/** The Idempotency-Key of a request with the fingerprint of what it asks, or undefined when it carries none. */
export function onceOf(
  request: FastifyRequest,
  who: { id: string; orgId: string | null },
  content: unknown,
): Once | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && holdsAadhaar(key)) throw refuse.badInput({ 'Idempotency-Key': aadhaarMessage });
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw refuse.badInput({ 'Idempotency-Key': 'Use 1 to 200 printable characters without spaces' });
  const fingerprint = createHmac('sha256', request.server.onceKey)
    .update(`${request.method} ${request.url}\n${JSON.stringify(content ?? null)}`)
    .digest();
  return { key, fingerprint, actorId: who.id, orgId: who.orgId };
}

/** Seconds after which a request that is worked on may be repeated. */
const workedOnS = 5;
const stillWorkedOn = () => refuse.conflict('The same request is still being worked on', undefined, workedOnS);

interface KeptRow {
  fingerprint: Buffer;
  status: number | null;
  etag: string | null;
  body: string | null;
}

/**
 * What the first request with a key was answered; undefined when there was none.
 * @throws 422 when the first one asked for something else, 409 when it is still worked on.
 */
export async function findKept(db: Queryable, once: Once): Promise<Kept | undefined> {
  const [first] = await db.query<KeptRow>(
    {
      name: 'once-find',
      text: 'select fingerprint, status, etag, body from idempotency where actor_id = $1 and key = $2',
    },
    [once.actorId, once.key],
  );
  if (!first) return undefined;
  if (!first.fingerprint.equals(once.fingerprint)) throw refuse.keyReused();
  if (!first.body || first.status === null) throw stillWorkedOn();
  return { status: first.status, etag: first.etag, body: first.body };
}

/** The same of a key that is known to be used. */
export async function mustFindKept(db: Queryable, once: Once): Promise<Kept> {
  const kept = await findKept(db, once);
  if (!kept) throw stillWorkedOn();
  return kept;
}

/** An answer, and whether an earlier request was given it. */
interface Given {
  kept: Kept;
  replayed: boolean;
}
interface UnderWay {
  fingerprint: Buffer;
  answer: Promise<Given>;
}
/** What this process is working on under a key, by database. */
const underWay = new WeakMap<Database, Map<string, UnderWay>>();

/**
 * Does a write, or gives what the same request comes to that this process is working on already: a client that repeats
 * itself a thousand times at once takes one connection of the database, not all of them.
 * One that asks for something else waits for its end, and then does its own.
 * @throws what the write threw, to all of them.
 */
export async function doneTogether(
  db: Database,
  { actorId, key, fingerprint }: Once,
  work: () => Promise<Given>,
): Promise<Given> {
  const all = underWay.get(db) ?? new Map<string, UnderWay>();
  underWay.set(db, all);
  const name = `${actorId} ${key}`;
  for (let other = all.get(name); other; other = all.get(name)) {
    if (other.fingerprint.equals(fingerprint)) return { ...(await other.answer), replayed: true };
    // Which of the two came first is known by what is stored: the other may be the one that is refused.
    await other.answer.catch(() => undefined);
  }
  const answer = work().finally(() => all.delete(name));
  all.set(name, { fingerprint, answer });
  return answer;
}

/**
 * Stores the key of a write with its answer, as the last thing in its transaction: both are there after the commit, or neither. It
 * waits for another request that is just storing the same key, and fails when that one did.
 */
export const storeKept = (db: Queryable, once: Once, kept: Kept, now: Date): Promise<void> =>
  db.send(
    {
      name: 'once-store',
      apart: true,
      text: `insert into idempotency (actor_id, key, org_id, fingerprint, created_at, status, etag, body)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    },
    [once.actorId, once.key, once.orgId, once.fingerprint, now.toISOString(), kept.status, kept.etag, kept.body],
  );

/**
 * Claims a key at the start of the transaction of a write. A second request with the key waits here for the first to end.
 * Work of many transactions: see resumable.ts.
 * @returns what the first one answered, when it has; undefined when this one is the first.
 */
export async function claim(db: Queryable, once: Once, now: Date): Promise<Kept | undefined> {
  const claimed = await db.query(
    {
      name: 'once-claim',
      text: `insert into idempotency (actor_id, key, org_id, fingerprint, created_at) values ($1, $2, $3, $4, $5)
        on conflict (actor_id, key) do nothing returning key`,
    },
    [once.actorId, once.key, once.orgId, once.fingerprint, now.toISOString()],
  );
  return claimed.length > 0 ? undefined : mustFindKept(db, once);
}

/** Stores the answer of a claimed key with the write; both are there after the commit, or neither. */
export async function keep(db: Queryable, once: Once, kept: Kept): Promise<void> {
  await db.send(
    {
      name: 'once-keep',
      apart: true,
      text: 'update idempotency set status = $3, etag = $4, body = $5 where actor_id = $1 and key = $2',
    },
    [once.actorId, once.key, kept.status, kept.etag, kept.body],
  );
}

/** Sends an answer that a write produced, now or the first time. */
export function sendKept(reply: FastifyReply, kept: Kept, replayed: boolean): string {
  reply.code(kept.status).type('application/json; charset=utf-8');
  if (kept.etag) reply.header('etag', kept.etag);
  if (replayed) reply.header('idempotency-replayed', 'true');
  return kept.body;
}

/** Forgets answers of more than a day ago. */
export async function sweepKeptAnswers(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from idempotency where created_at < $1', [new Date(now.getTime() - 86_400_000).toISOString()]);
}
