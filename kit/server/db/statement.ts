import type pg from 'pg';
import type { NameOf } from './often.ts';
import type { Seal } from './scope-seal.ts';
import { timeouts } from './timeouts.ts';

/** A statement with positional parameters. A `name` keeps it prepared on the server from the first time on. */
export interface Statement {
  text: string;
  name?: string;
  /** How long its answer is waited for, where it is known to take longer than others; see `allowMs`. */
  timeoutMs?: number;
  /** It is planned anew each time: how it is best done depends on what is looked for. */
  replan?: true;
  /**
   * It touches rows that no other statement of its transaction touches, and nobody needs what it gives: where it is sent next
   * to another such, the two go out as one. For statements with a name that begin with insert, update or delete.
   */
  apart?: true;
}
export type Param = string | number | boolean | null | readonly (string | number | null)[] | Buffer;

export interface Queryable {
  /** Runs a statement and gives its rows as objects. Times come as ISO strings, int8 as numbers, json parsed. */
  query<Row>(statement: string | Statement, params?: readonly Param[]): Promise<Row[]>;
  /** Rows as arrays of the server's own text, ready for JSON. Outside a transaction only for tables without row security. */
  text(statement: Statement, params: readonly Param[]): Promise<TextRow[]>;
  /**
   * Runs a statement whose rows nobody needs. In a transaction nobody waits for it either: it goes out with what follows, and
   * when it fails, so does the next statement that is waited for, or the commit, with its error.
   */
  send(statement: string | Statement, params?: readonly Param[]): Promise<void>;
  /** What the database believes only when the product says it: whose rows a transaction may touch, and who reads hashes of passwords. */
  seal: Seal;
}
export type TextRow = (string | null)[];

/** A statement as `pg` takes it. */
export type QueryConfig = Pick<pg.QueryArrayConfig, 'text' | 'name' | 'values' | 'types'> & {
  rowMode?: 'array';
  query_timeout?: number;
};
export function queryConfig(statement: string | Statement, params: readonly Param[], nameOf: NameOf): QueryConfig {
  const {
    text,
    name: own,
    timeoutMs,
    replan,
  }: Statement = typeof statement === 'string' ? { text: statement } : statement;
  // Without parameters a text may hold several statements, and those have no name.
  const name = own ?? (params.length > 0 && !replan ? nameOf(text) : undefined);
  return {
    text,
    values: params as unknown[],
    ...(name ? { name } : {}),
    ...(timeoutMs ? { query_timeout: timeoutMs + timeouts.queryMs - timeouts.statementMs } : {}),
  };
}
