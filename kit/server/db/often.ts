import { createHash } from 'node:crypto';

/** How often a statement has come when it gets a name. */
const often = 3;
/** Each connection keeps what it has prepared: so many statements, and no more. */
const most = 300;
/** Texts that differ in every call, of filters for one, are not counted for ever. */
const mostCounted = 2_000;

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
    if (known !== undefined || names.size >= most) return known;
    const count = (times.get(text) ?? 0) + 1;
    if (count < often) {
      if (times.size >= mostCounted) times.clear();
      times.set(text, count);
      return undefined;
    }
    times.delete(text);
    const name = `o${createHash('sha1').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
    return name;
  };
}
