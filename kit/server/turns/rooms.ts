import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { type Database, openDatabase, type PoolFigures } from '#kit/server/db/database.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { TraceStatement } from '#kit/server/tracing.ts';
import { type Caller, createActivity, createTurns, type Turns } from './turns.ts';

/** Connections for calls that are answered at once, and how many of them one tenant may have: by itself, and while others work. */
const quick = { connections: 8, perTenant: 6, amongOthers: 3, waitMs: 2_500 };
/** Connections for long work: imports, exports, changes of many records, jobs and readers of road files, which have up to four of them. */
const long = { connections: 6, perTenant: 2, amongOthers: 1, waitMs: 60_000 };

/**
 * Statements that may look through many rows, and keep a processor of the database busy for as long as they run: while others are
 * at work too, one tenant has one fewer than there are processors, so that another finds one free. By itself a tenant has what
 * leaves two of its connections to its other work.
 */
export function searchShares(processors: number): { atOnce: number; perTenant: number; amongOthers: number } {
  const perTenant = quick.perTenant - 2;
  const atOnce = Math.min(Math.max(perTenant, processors), quick.connections - 2);
  return { atOnce, perTenant, amongOthers: Math.min(Math.max(1, processors - 1), perTenant) };
}

/** What work asks of the database: answers at once, rows looked for among many, or much of it in turns of its own room. */
export type Work = 'brief' | 'search' | 'long';

/** What is done now: for whom, and what kind of work it is. */
interface Doing {
  caller: Caller;
  kind: Work;
  /** It has a connection already: what it asks for beside it must not wait for what it holds. */
  hasTurn: boolean;
}
const doing = new AsyncLocalStorage<Doing>();
/** Who is at work: who asks for what is answered at once. */
const atWork = createActivity();

/**
 * Turns at processes that work on files, of all kinds together: each takes a processor, and a tenant that sends pictures, documents and
 * workbooks at once would have one for each. While others are at work it has one at a time. Of one kind one goes on at a time anyway.
 */
export const processTurns = createTurns(Number.POSITIVE_INFINITY, 3, 1, {
  note: () => undefined,
  areOthers: atWork.areOthers,
});

/** What the product does by itself. */
const product: Caller = { tenant: '', account: '' };

/** For whom something is done now. */
export const callerNow = (): Caller => doing.getStore()?.caller ?? product;

/** Does something for a caller: all that it asks of the database waits for the caller's turn, in the room of its kind. */
export const asCaller = <T>(caller: Caller, kind: Work, work: () => T): T =>
  doing.run({ caller, kind, hasTurn: false }, work);

/** Who works on jobs: one at short ones, some at the long work of tenants, and whoever reads files of roads beside them. */
export type JobWorker = 'short' | 'long 1' | 'long 2' | 'roads';
/** Workers at long work take turns like tenants: neither short jobs nor each other wait for the connection that one has. */
const jobCallers: Readonly<Record<JobWorker, Caller>> = {
  short: { tenant: '', account: 'jobs' },
  'long 1': { tenant: 'product 1', account: 'jobs' },
  'long 2': { tenant: 'product 2', account: 'jobs' },
  roads: { tenant: 'product 3', account: 'jobs' },
};

/** Work of the product itself: a job. */
export const asJob = <T>(worker: JobWorker, work: () => T): T => asCaller(jobCallers[worker], 'long', work);

/** A few statements of long work that must not wait for the rest of it: whether it was begun, that it is done. */
export const asBrief = <T>(work: () => T): T => {
  const now = doing.getStore();
  return now ? doing.run({ ...now, kind: 'brief' }, work) : work();
};

/** Gives work back to whom it is done for, where it goes on in a stream that others read. */
export const inSameRoom = (): (<T>(work: () => T) => T) => AsyncLocalStorage.snapshot();

/** The database, with the turns at its connections. */
export interface Rooms {
  db: Database;
  quick: Turns;
  long: Turns;
  /** Turns at looking through many rows. */
  searches: Turns;
  /** Connections of each room. */
  pools: Readonly<Record<'quick' | 'long', () => PoolFigures>>;
}

/**
 * Opens the database with two rooms of connections, one for calls that are answered at once and a small one for long work, so
 * that long work keeps nobody waiting. In each room tenants take turns: whoever asks for much waits behind themselves.
 */
export function openRooms(config: ConnectionConfig, log: (line: string) => void, trace?: TraceStatement): Rooms {
  const rooms = {
    quick: {
      db: openDatabase(config, { log, trace, connections: quick.connections }),
      turns: createTurns(quick.connections, quick.perTenant, quick.amongOthers, atWork),
    },
    long: {
      db: openDatabase(config, { log, trace, connections: long.connections, readers: 1, behind: true }),
      turns: createTurns(long.connections, long.perTenant, long.amongOthers),
    },
  };
  const shares = searchShares(availableParallelism());
  const searches = createTurns(shares.atOnce, shares.perTenant, shares.amongOthers);

  const inTurn = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const now = doing.getStore();
    if (now?.hasTurn) return work(rooms.quick.db);
    const caller = callerNow();
    const kind = now?.kind ?? 'brief';
    const { db, turns } = kind === 'long' ? rooms.long : rooms.quick;
    const waitMs = kind === 'long' ? long.waitMs : quick.waitMs;
    const run = () => within(turns, caller, waitMs, () => doing.run({ caller, kind, hasTurn: true }, () => work(db)));
    // A search takes no connection before it may go: what else its tenant asks for needs one.
    return kind === 'search' ? within(searches, caller, waitMs, run) : run();
  };

  return {
    quick: rooms.quick.turns,
    long: rooms.long.turns,
    searches,
    pools: { quick: rooms.quick.db.figures, long: rooms.long.db.figures },
    db: {
      query: (statement, params) => inTurn((db) => db.query(statement, params)),
      send: (statement, params) => inTurn((db) => db.send(statement, params)),
      // Pipelined: many are on the wire of one connection at once, and none waits for a turn.
      text: (statement, params) => rooms.quick.db.text(statement, params),
      seal: rooms.quick.db.seal,
      transact: (scope, work) => inTurn((db) => db.transact(scope, work)),
      async close() {
        await Promise.all([rooms.quick.db.close(), rooms.long.db.close()]);
      },
    },
  };
}

/** Does something in the caller's turn. Refuses with 503 where that does not come in time. */
async function within<T>(turns: Turns, caller: Caller, waitMs: number, work: () => Promise<T>): Promise<T> {
  const taken = turns.take(caller, waitMs);
  const end = typeof taken === 'function' ? taken : await taken;
  if (!end) throw refuse.unavailable('Too many requests at the moment. Try again shortly', 5);
  try {
    return await work();
  } finally {
    end();
  }
}
