import type { Writable } from 'node:stream';
import type pg from 'pg';
import { isAway, isLost, isRefused, translateFailure } from './failures.ts';
import { asText } from './readers.ts';
import { connectionOf } from './soon.ts';
import { joined, type Sent } from './joined.ts';
import type { TraceStatement } from '#kit/server/tracing.ts';
import { freeOldest, type NameOf, noteUse } from './often.ts';
import type { Seal } from './scope-seal.ts';
import {
  type Param,
  type Queryable,
  type QueryConfig,
  queryConfig,
  type Statement,
  type TextRow,
} from './statement.ts';

/** Pipelined connections, and the names of what is prepared on them. */
export interface Connections {
  pool: pg.Pool;
  /** See connectionOf. */
  refused: (error: unknown) => void;
  nameOf: NameOf;
  seal: Seal;
  /** See Tracing. */
  trace?: TraceStatement | undefined;
}

/**
 * Runs `work` in a transaction on a pipelined connection of the pool. What is asked for without waiting in between is on
 * the wire together: the begin with the first statements, the commit with the last ones that were sent.
 * @param first what the transaction begins with: a statement with a name.
 * @throws what the work or one of its statements threw, 503 where the database is away. Nothing is kept then.
 */
export async function runTransaction<T>(
  connections: Connections,
  first: Sent,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  let open: OpenTransaction | undefined;
  try {
    open = await openTransaction(connections, first);
    const result = await work(open.db);
    await open.commit();
    return result;
  } catch (error) {
    await open?.rollback(error);
    throw translateFailure(error);
  } finally {
    open?.release();
  }
}

type Run = (config: QueryConfig) => Promise<pg.QueryResult>;

/** Tells of each statement when it goes out and when its answer is there. */
const followed =
  (run: Run, trace: TraceStatement): Run =>
  async (config) => {
    const end = trace(config.text);
    try {
      const result = await run(config);
      end();
      return result;
    } catch (error) {
      end(error);
      throw error;
    }
  };

interface OpenTransaction {
  db: Queryable;
  commit(): Promise<void>;
  rollback(why: unknown): Promise<void>;
  release(): void;
}

async function openTransaction(connections: Connections, begin: Sent): Promise<OpenTransaction> {
  const { pool, nameOf, seal, trace } = connections;
  /** How many connections there are that may have died while they lay idle. */
  const spare = pool.idleCount;
  const first = await connectionOf(pool, connections.refused);
  /** The connection on which the transaction is known to have begun. */
  let client: pg.PoolClient | undefined;
  let isOver = false;
  let isBroken = false;
  /** The failure of a statement that nobody waited for and nobody was told of yet. */
  let unseen: { error: unknown } | undefined;
  /** A statement that may go out as one with the next. */
  let waiting: Sent | undefined;

  const begun = beginOn(connections, first, begin, spare).then((begunOn) => (client = begunOn));
  // Told to whoever asks for something.
  begun.catch(() => undefined);

  const go = async (config: QueryConfig): Promise<pg.QueryResult> => {
    if (isOver) throw new Error('The transaction is over');
    flush();
    if (client) return send(client, config);
    const early = send(first, config);
    early.catch(() => undefined);
    const begunOn = await begun;
    // Nothing was done on a connection that died before the transaction began.
    return begunOn === first ? early : send(begunOn, config);
  };
  const run = trace ? followed(go, trace) : go;
  const dispatch = ({ statement, params }: Sent) => {
    run(queryConfig(statement, params, nameOf)).catch((error: unknown) => (unseen ??= { error }));
  };
  const flush = () => {
    const held = waiting;
    waiting = undefined;
    if (held) dispatch(held);
  };
  const throwUnseen = () => {
    if (!unseen) return;
    const { error } = unseen;
    unseen = undefined;
    throw error;
  };
  const rowsOf = async (config: QueryConfig) => {
    let rows: unknown[];
    try {
      ({ rows } = await run(config));
    } catch (error) {
      if (isAborted(error)) throwUnseen();
      throw error;
    }
    throwUnseen();
    return rows;
  };
  return {
    db: {
      seal,
      query: async <Row>(statement: string | Statement, params: readonly Param[] = []) =>
        (await rowsOf(queryConfig(statement, params, nameOf))) as Row[],
      text: async (statement, params) =>
        (await rowsOf({ ...queryConfig(statement, params, nameOf), rowMode: 'array', types: asText })) as TextRow[],
      async send(statement, params = []) {
        const sent = { statement: typeof statement === 'string' ? { text: statement } : statement, params };
        if (!sent.statement.apart) return dispatch(sent);
        const pair = waiting && joined(waiting, sent);
        if (pair) {
          waiting = undefined;
          return dispatch(pair);
        }
        flush();
        waiting = sent;
      },
    },
    async commit() {
      // Begun for certain: a commit is never sent twice.
      await begun;
      const ended = run({ text: 'commit' });
      isOver = true;
      const { command } = await ended;
      throwUnseen();
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back by the server');
    },
    async rollback(why) {
      isOver = true;
      // The work may have failed before it waited for anything.
      await begun.catch(() => undefined);
      // A connection that does not answer may still be busy: it is thrown away, which rolls back by itself. One that says why not is kept:
      // to make another takes long just when there is much to do.
      isBroken = isAway(why) && !isRefused(why);
      if (!isBroken) await client?.query('rollback').catch(() => (isBroken = true));
    },
    release() {
      if (client && !isBroken) freeOldest(client);
      client?.release(isBroken);
    },
  };
}

/**
 * Begins on a connection, and gives it. One that died while it lay idle shows it here, before anything was done, so another
 * is tried at once; a server that does not answer is not asked twice.
 */
async function beginOn(
  { pool, refused }: Connections,
  first: pg.PoolClient,
  { statement, params }: Sent,
  spare: number,
): Promise<pg.PoolClient> {
  let client = first;
  for (let left = spare; ; left -= 1) {
    try {
      const begun = together(client).query('begin');
      const { text, name } = statement;
      await Promise.all([begun, client.query({ text, values: params as unknown[], ...(name ? { name } : {}) })]);
      return client;
    } catch (error) {
      client.release(true);
      if (left <= 0 || !isLost(error)) throw error;
    }
    client = await connectionOf(pool, refused);
  }
}

function send(client: pg.PoolClient, config: QueryConfig): Promise<pg.QueryResult> {
  noteUse(client, config.name);
  return together(client).query(config);
}

/** The socket of a connection; `pg` has it, but does not declare it. */
interface Connected {
  connection: { stream: Pick<Writable, 'cork' | 'uncork' | 'writableCorked'> };
}

/** Sends in one piece whatever is asked of a connection until the program waits: writing to a socket is what costs most. */
function together(client: pg.PoolClient): pg.PoolClient {
  const { stream } = (client as unknown as Connected).connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client;
}

/** A statement was refused because one before it in the transaction had failed. */
const isAborted = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';
