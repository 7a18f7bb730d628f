import type { Queryable } from './db/database.ts';
import type { Writer } from './history.ts';

type Handle<T> = (db: Queryable, writer: Writer, payload: T) => Promise<void>;

/**
 * Something that happens in an area's transaction and that other areas act on in the same transaction. The area that raises it
 * declares it in its `<area>.events.ts`; the areas that act on it list their handlers in their manifest. So the areas that
 * know more depend on those that know less, and never the other way round.
 */
export interface AreaEvent<T> {
  readonly name: string;
  /** Calls every handler, one after the other. What a handler throws refuses the write that raised the event. */
  raise(db: Queryable, writer: Writer, payload: T): Promise<void>;
}

/** A handler of one event, made with `on`. */
export interface Listener {
  readonly event: { readonly name: string };
  connect(): void;
}

const handlersOf = new WeakMap<object, Set<Handle<never>>>();

/**
 * Declares an event.
 * @param name for error messages: past participle of what happened, as 'vehicles changed'.
 * @param mayBeUnheard nothing goes wrong where nobody listens: it is only told on.
 */
export function areaEvent<T>(name: string, mayBeUnheard = false): AreaEvent<T> {
  const handlers = new Set<Handle<T>>();
  const event: AreaEvent<T> = {
    name,
    async raise(db, writer, payload) {
      // Without its listeners a write would leave other areas' records wrong: nobody may forget them quietly.
      if (handlers.size === 0 && !mayBeUnheard)
        throw new Error(`Nobody listens to '${name}': connectEvents was not called`);
      for (const handle of handlers) await handle(db, writer, payload);
    },
  };
  handlersOf.set(event, handlers as Set<Handle<never>>);
  return event;
}

/** Something that other programs may be told of, and that no row of the history tells. */
export interface Happened {
  /** What happened, as 'trip.completed'. */
  event: string;
  /** The same is told once. */
  key: string;
  at: Date;
  orgId: string;
  record: { module: string; id: string; title: string };
  /** What else is told: few, small, and nothing of another organisation. */
  facts: Readonly<Record<string, unknown>>;
}
/** Raised in the transaction that stores it. */
export const happened = areaEvent<readonly Happened[]>('something happened', true);

/** A handler of an event, for the manifest of the area that acts on it. */
export const on = <T>(event: AreaEvent<T>, handle: Handle<T>): Listener => ({
  event,
  connect: () => void (handlersOf.get(event) as Set<Handle<T>> | undefined)?.add(handle),
});

/** Connects the handlers of all areas. Connecting the same ones again, for another product in this process, changes nothing. */
export function connectEvents(listeners: readonly Listener[]): void {
  for (const listener of listeners) listener.connect();
}
