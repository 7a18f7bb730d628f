import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BinaryRows } from './binary-rows.ts';
import type { ConnectionConfig } from './connection.ts';
import { clientConfig, everything, scopeParams, scopeStatement } from './database.ts';
import { isAway } from './failures.ts';
import { leavingPool, noteRefused } from './leaving.ts';
import { sealsOf } from './scope-seal.ts';
import type { Param, Statement } from './statement.ts';

/** Inside a transaction that writes very many rows. */
export interface Bulk {
  query<Row>(statement: Statement, params: readonly Param[]): Promise<Row[]>;
  /** @param into table and columns, like `position (device, fix_at)`: as many as each row has values. */
  copy(into: string, rows: BinaryRows): Promise<void>;
}

/** Connections of their own for writing very many rows, so that nobody else waits behind them. */
export interface BulkWriter {
  /**
   * One transaction over every organisation's rows. Commits when `work` returns. When it throws, whether the rows are there
   * is known only if the error is not one of a server that is away: it may have gone after the commit.
   */
  transact<T>(work: (bulk: Bulk) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const statementMs = 5_000;

export function openBulk(
  config: ConnectionConfig,
  options: { connections: number; log: (line: string) => void },
): BulkWriter {
  const pools = leavingPool(config, () => {
    const pool = new pg.Pool({ ...clientConfig(config, statementMs), max: options.connections, idleTimeoutMillis: 0 });
    pool.on('error', (error) => options.log(`database connection lost: ${error.message}`));
    // A client in use is not covered by the pool's handler: without one of its own, losing it would end the process.
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  });
  const seal = sealsOf(config);

  const bulkOf = (client: pg.PoolClient): Bulk => ({
    query: async ({ text, name }, params) =>
      (await client.query({ text, values: params as unknown[], ...(name ? { name } : {}) })).rows,
    copy: (into, rows) =>
      new Promise((resolve, reject) => {
        const stream = client.query(copyFrom(`copy ${into} from stdin (format binary)`));
        stream.on('finish', resolve).on('error', reject);
        stream.end(rows.end());
      }),
  });
  return {
    async transact(work) {
      const opening = pools.now.connect();
      opening.catch((error: unknown) => noteRefused(config, error));
      const client = await opening;
      let broken = false;
      try {
        await client.query('begin');
        await client.query(scopeStatement.text, scopeParams(everything, seal));
        const result = await work(bulkOf(client));
        const end = await client.query('commit');
        if (end.command !== 'COMMIT') throw new Error('The transaction was rolled back by the server');
        return result;
      } catch (error) {
        broken = isAway(error);
        if (!broken) await client.query('rollback').catch(() => (broken = true));
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pools.close(),
  };
}
