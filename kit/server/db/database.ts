import pg from 'pg';
import type { ConnectionConfig } from './connection.ts';
import { isAway, isRefused, translateFailure } from './failures.ts';
import { putConnectionBehind } from '#kit/server/turns/priority.ts';
import { freeOldest, namesWhenOften, noteUse } from './often.ts';
import { leavingPool, noteRefused, onLeave } from './leaving.ts';
import { createReaders } from './readers.ts';
import { connectionOf } from './soon.ts';
import { type Seal, sealsOf } from './scope-seal.ts';
import type { TraceStatement } from '#kit/server/tracing.ts';
import { type Queryable, queryConfig, type Statement } from './statement.ts';
import { timeouts } from './timeouts.ts';
import { runTransaction } from './transaction.ts';

export type { Param, Queryable, Statement, TextRow } from './statement.ts';

/** Whose rows a transaction may touch: one organisation's, some organisations', or all of them for staff and the product itself. */
export interface Scope {
  /** Null: staff, every organisation. */
  orgId: string | null;
  /** Staff who work for these organisations only. None at all is none. */
  orgIds?: readonly string[];
  /** A client's eyes: catalogues show what their definition lets clients see. */
  client?: boolean;
}
export const everything: Scope = { orgId: null };

export interface Database extends Queryable {
  /**
   * Runs `work` in one transaction under the scope's row security. Commits when it returns, rolls back when it throws.
   * Shadow the name inside (`transact(db, scope, async (db) => …)`), so the outer handle cannot be used by accident.
   */
  transact<T>(scope: Scope, work: (db: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Connections of a pool, and how many wait for one. */
export interface PoolFigures {
  used: number;
  idle: number;
  waiting: number;
}

/** A database with connections of its own. */
export interface OpenDatabase extends Database {
  figures(this: void): PoolFigures;
}

export interface DatabaseOptions {
  /** Its work stands behind that of other connections where processors are wanted. */
  behind?: boolean;
  /** Connections for transactions. Default 8. */
  connections?: number;
  /** Pipelined connections for autocommit reads. Default 2. */
  readers?: number;
  statementTimeoutMs?: number;
  /** See Tracing. */
  trace?: TraceStatement | undefined;
  log: (line: string) => void;
}

const parsers = new Map<number, (value: string) => unknown>([
  [20, Number],
  [1082, (value) => value],
  [1114, (value) => value],
  [1184, (value) => isoTime(value)],
  [1700, Number],
]);
const types = {
  getTypeParser(oid: number, format: 'text' | 'binary' = 'text') {
    if (format === 'binary') return pg.types.getTypeParser(oid, format);
    const known = parsers.get(oid) ?? (pg.types.getTypeParser(oid, format) as (value: string) => unknown);
    // It is asked for every column of every answer.
    parsers.set(oid, known);
    return known;
  },
};

/** PostgreSQL's text of a UTC timestamptz ('2026-11-21 01:02:03.4+00') as ISO ('2026-11-21T01:02:03.400Z'). */
export function isoTime(value: string): string {
  const seconds = value.slice(11, 19);
  const fraction = value.charAt(19) === '.' ? value.slice(20, value.indexOf('+', 20)) : '';
  return `${value.slice(0, 10)}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

export function clientConfig(config: ConnectionConfig, statementTimeoutMs: number): pg.ClientConfig {
  return {
    ...config,
    types,
    connectionTimeoutMillis: timeouts.openMs,
    query_timeout: statementTimeoutMs + timeouts.queryMs - timeouts.statementMs,
    keepAlive: true,
    application_name: 'roadkeeper',
    options: [
      `-c statement_timeout=${statementTimeoutMs}`,
      `-c lock_timeout=${timeouts.lockMs}`,
      `-c idle_in_transaction_session_timeout=${timeouts.idleTransactionMs}`,
      '-c timezone=UTC',
      '-c datestyle=ISO',
    ].join(' '),
  };
}

/** Opens the runtime role's connections. Nothing connects until it is first used; a lost connection never ends the process. */
export function openDatabase(config: ConnectionConfig, options: DatabaseOptions): OpenDatabase {
  const statementTimeoutMs = options.statementTimeoutMs ?? timeouts.statementMs;
  const settings = clientConfig(config, statementTimeoutMs);
  const pools = leavingPool(config, () => {
    const pool = new pg.Pool({ ...settings, pipeline: true, max: options.connections ?? 8, idleTimeoutMillis: 60_000 });
    pool.on('error', (error) => options.log(`database connection lost: ${error.message}`));
    // A client in use is not covered by the pool's handler: without one of its own, losing it would end the process.
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      if (options.behind) putConnectionBehind(config.host, client as { processID?: number | null });
    });
    return pool;
  });
  const refused = (error: unknown) => noteRefused(config, error);
  const nameOf = namesWhenOften();
  const seal = sealsOf(config);
  const readers = createReaders({ ...settings, pipeline: true }, options.readers ?? 2, { log: options.log, refused });
  const forgetReaders = onLeave(config, () => readers.leave());

  const { trace } = options;
  /** Follows what is outside of transactions, and gives failures the house's names. */
  const followed = async <T>(statement: string | Statement, work: () => Promise<T>): Promise<T> => {
    const end = trace?.(typeof statement === 'string' ? statement : statement.text);
    try {
      const result = await work();
      end?.();
      return result;
    } catch (error) {
      end?.(error);
      throw translateFailure(error);
    }
  };

  return {
    query: (statement, params = []) =>
      followed(statement, async () => {
        const client = await connectionOf(pools.now, refused);
        let isBroken = false;
        try {
          const config = queryConfig(statement, params, nameOf);
          noteUse(client, config.name);
          return (await client.query(config)).rows;
        } catch (error) {
          isBroken = isAway(error) && !isRefused(error);
          throw error;
        } finally {
          if (!isBroken) freeOldest(client);
          client.release(isBroken);
        }
      }),
    text: (statement, params) => followed(statement, () => readers.text(statement, params)),
    async send(statement, params) {
      await this.query(statement, params);
    },
    figures() {
      const { totalCount, idleCount, waitingCount } = pools.now;
      return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    seal,
    transact: (scope, work) =>
      runTransaction(
        { pool: pools.now, refused, nameOf, seal, trace },
        { statement: scopeStatement, params: scopeParams(scope, seal) },
        work,
      ),
    async close() {
      forgetReaders();
      await Promise.all([readers.close(), pools.close()]);
    },
  };
}

/**
 * Whose rows the rest of a transaction may touch, for row security; see 0036_sealed_scope.sql. With parameters, which
 * PostgreSQL shows to no other connection of the same role.
 */
export const scopeStatement: Statement = {
  name: 'scope',
  text: `select set_config('app.scope', $1, true), set_config('app.org', $2, true), set_config('app.orgs', $3, true), set_config('app.seal', $4, true)`,
};

/** The parameters of scopeStatement. */
export function scopeParams({ orgId, orgIds }: Scope, seal: Seal): string[] {
  for (const id of [...(orgId === null ? [] : [orgId]), ...(orgIds ?? [])])
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('Not an organisation id');
  const kind = orgId !== null ? '' : orgIds ? 'clients' : 'staff';
  const orgs = orgId === null ? (orgIds ?? []).join(',') : '';
  return [kind, orgId ?? '', orgs, seal(`${kind}|${orgId ?? ''}|${orgs}`)];
}

const setScope = (db: Queryable, scope: Scope): Promise<void> => db.send(scopeStatement, scopeParams(scope, db.seal));

/**
 * Gives the rest of a transaction more time: for each statement, which must carry the same `timeoutMs`, and for what is done
 * between two of them.
 */
export async function allowMs(db: Queryable, milliseconds: number): Promise<void> {
  await db.query(
    `select set_config('statement_timeout', $1, true), set_config('idle_in_transaction_session_timeout', $1, true)`,
    [String(milliseconds)],
  );
}

/** Puts the rest of a transaction that may touch every row behind the wall of a scope. */
export async function narrow(db: Queryable, scope: Scope): Promise<void> {
  await setScope(db, scope);
}

/**
 * Looks over the wall of a transaction's scope for as long as `work` takes, for what must hold over everybody's rows, like
 * that nothing refers to a record. What is found there is not to be told.
 */
export async function overall<T>(db: Queryable, scope: Scope, work: () => Promise<T>): Promise<T> {
  await setScope(db, everything);
  const result = await work();
  await setScope(db, scope);
  return result;
}

/** Runs work in a transaction; see Database.transact. */
export const transact = <T>(db: Database, scope: Scope, work: (db: Queryable) => Promise<T>): Promise<T> =>
  db.transact(scope, work);
