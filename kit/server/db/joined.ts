import { createHash } from 'node:crypto';
import type { Param, Statement } from './statement.ts';

export interface Sent {
  statement: Statement;
  params: readonly Param[];
}

const known = new Map<string, Statement>();
const most = 200;

/**
 * Two statements that stand apart as one, which costs the server and the reading of its answer about half. Undefined for two
 * of the same: the triggers of a table see all that one statement writes to it.
 */
export function joined(first: Sent, second: Sent): Sent | undefined {
  if (first.statement.name === second.statement.name) return undefined;
  const params = [...first.params, ...second.params];
  const key = `${first.statement.name} ${second.statement.name} ${first.params.length}`;
  let statement = known.get(key);
  if (!statement) {
    const shifted = second.statement.text.replace(
      /\$(\d+)/g,
      (_, at: string) => `$${Number(at) + first.params.length}`,
    );
    const name = `j${createHash('sha1').update(key).digest('hex').slice(0, 16)}`;
    statement = { name, text: `with first as (${first.statement.text}) ${shifted}` };
    if (known.size < most) known.set(key, statement);
  }
  return { statement, params };
}
