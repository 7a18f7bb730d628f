/** What a write asks for, as far as it tells one request from another. */
export interface Asked {
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  form?: FormData | undefined;
}

/** After so long the server has forgotten the answer it would repeat (a day), so that the key says nothing any more. */
const keptMs = 23 * 3_600_000;

const valueOf = (value: FormDataEntryValue) =>
  typeof value === 'string' ? value : [value.name, value.size, value.type, value.lastModified];

const nameOf = (method: string, path: string, { query, body, form }: Asked): string =>
  JSON.stringify([
    method,
    path,
    query ?? null,
    form ? [...form.entries()].map(([field, value]) => [field, valueOf(value)]) : (body ?? null),
  ]);

interface Held {
  key: string;
  at: number;
}

/**
 * Idempotency keys of writes that have not been answered. Whoever presses again after the connection failed asks for the
 * same thing, so it goes out with the same key and is done once, though the first may have arrived. A write that was
 * answered, with whatever answer, is over: the same again is a second one and has a key of its own.
 * @param nowMs the clock; @param newKey makes a key that nobody has had.
 */
export function makeOnceKeys(nowMs: () => number = Date.now, newKey: () => string = () => crypto.randomUUID()) {
  const held = new Map<string, Held>();
  return {
    /** The key of a write, and what to call when it has been answered. */
    of(method: string, path: string, asked: Asked): { key: string; answered: () => void } {
      const name = nameOf(method, path, asked);
      const before = held.get(name);
      const one = before && nowMs() - before.at < keptMs ? before : { key: newKey(), at: nowMs() };
      held.set(name, one);
      return {
        key: one.key,
        answered() {
          if (held.get(name) === one) held.delete(name);
        },
      };
    },
  };
}
