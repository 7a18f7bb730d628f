import { createHash } from 'node:crypto';
import pg from 'pg';

/** How often a statement has come when it gets a name. */
const often = 3;
/** Texts that have a name. They cost this process little; what a connection keeps prepared of them has a bound of its own. */
const mostNamed = 3_000;
/** Texts that differ in every call, of filters for one, are not counted for ever. */
const mostCounted = 2_000;
/** Each connection keeps so many statements prepared, for which the server holds some 200 KB each, and no more. */
const mostKept = 400;
/** So many are given up together. */
const givenUp = 40;

/** Gives the name of a statement, or undefined. */
export type NameOf = (text: string) => string | undefined;

/**
 * Names for the statements of a database that come often: with one, the server takes a statement apart and plans it once for each
 * connection, which is half of what a short one costs there. The first few times a statement has none.
 */
export function namesWhenOften(): NameOf {
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) {
      names.delete(text);
      names.set(text, known);
      return known;
    }
    const count = (times.get(text) ?? 0) + 1;
    if (count < often) {
      if (times.size >= mostCounted) times.clear();
      times.set(text, count);
      return undefined;
    }
    times.delete(text);
    // The one that was asked for longest ago.
    if (names.size >= mostNamed) names.delete(names.keys().next().value ?? '');
    const name = `o${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
    return name;
  };
}

/** A connection, and what `pg` knows to be prepared on it, which it does not declare. */
type Client = Pick<pg.ClientBase, 'query'>;
interface Preparing {
  connection: Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string | undefined>>;
}

/** Names by connection, the one that was used longest ago first. */
const used = new WeakMap<Client, Set<string>>();

/** To be told of each statement that goes out on a connection. */
export function noteUse(client: Client, name: string | undefined): void {
  if (name === undefined) return;
  const names = used.get(client) ?? new Set();
  if (names.size === 0) used.set(client, names);
  names.delete(name);
  names.add(name);
}

/**
 * Frees what the server keeps of statements that a connection used longest ago, where there are too many. Nobody waits for it: what is
 * asked next stands behind it. Only for a connection in no transaction: in one that has failed nothing is freed.
 */
export function freeOldest(client: Client): void {
  const names = used.get(client);
  if (!names || names.size <= mostKept) return;
  const { parsedStatements, submittedNamedStatements } = (client as unknown as Preparing).connection;
  for (const name of [...names].slice(0, givenUp)) {
    // What is only being prepared stays for the next time.
    if (submittedNamedStatements[name] !== undefined) continue;
    names.delete(name);
    // The server could not make sense of it.
    if (parsedStatements[name] === undefined) continue;
    delete parsedStatements[name];
    client.query(`deallocate ${pg.escapeIdentifier(name)}`).catch(() => undefined);
  }
}
