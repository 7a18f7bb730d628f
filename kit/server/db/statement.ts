/** A statement with positional parameters. A `name` keeps it prepared on the server. */
export interface Statement {
  text: string;
  name?: string;
  /** How long its answer is waited for, where it is known to take longer than others; see `allowMs`. */
  timeoutMs?: number;
}
export type Param = string | number | boolean | null | readonly (string | number | null)[] | Buffer;

export interface Queryable {
  /** Runs a statement and gives its rows as objects. Times come as ISO strings, int8 as numbers, json parsed. */
  query<Row>(statement: string | Statement, params?: readonly Param[]): Promise<Row[]>;
  /** Rows as arrays of the server's own text, ready for JSON. Outside a transaction only for tables without row security. */
  text(statement: Statement, params: readonly Param[]): Promise<TextRow[]>;
}
export type TextRow = (string | null)[];
