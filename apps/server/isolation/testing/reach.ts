import type { Tracing } from '#kit/server/tracing.ts';
import type { Behind } from './owned-rows.ts';

/** Statements that the product sends to its database. */
export interface Heard {
  tracing: Tracing;
  /** Does something, and gives the texts of all statements that were sent meanwhile. */
  during<T>(work: () => Promise<T>): Promise<[T, ReadonlySet<string>]>;
}

/** Listens to what a product asks of its database: it is given to the product as what follows its requests. */
export function listen(): Heard {
  const open = new Set<Set<string>>();
  const ended = () => undefined;
  return {
    tracing: {
      request: () => ({ within: (work) => work(), end: ended }),
      statement(text) {
        for (const one of open) one.add(text);
        return ended;
      },
      close: async () => undefined,
    },
    async during(work) {
      const texts = new Set<string>();
      open.add(texts);
      try {
        return [await work(), texts];
      } finally {
        open.delete(texts);
      }
    },
  };
}

const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\b[a-z_]\w*\b/g));
/** The tables that a text writes to; to lock rows is no write. */
const writtenBy = (text: string): string[] =>
  [
    ...text
      .toLowerCase()
      .matchAll(/\b(?:insert into|(?<!for |key )update|merge into)\s+(?:only\s+|public\.)?([a-z_]\w*)/g),
  ].map(([, name]) => name as string);

/** What else is read where a name stands in a statement, and whose ids stand in the rows of tables. */
export interface Reach {
  /** The kinds of ids that could make a difference to statements: those that stand in a row of a table that one of them reads. */
  kindsIn(texts: Iterable<string>): ReadonlySet<string>;
}

/**
 * Finds out which ids of another organisation a call could meet. As long as each statement of a call gives what it would give for an
 * id of nothing, the call goes the way that it goes for that; and a statement gives something else only where the id stands in a row
 * that it reads: of a table that it names, or that a view, a function, a trigger, a policy or a reference behind that name does.
 */
export async function reachOf(
  { query }: Pick<Behind, 'query'>,
  byTable: Readonly<Record<string, readonly string[]>>,
): Promise<Reach> {
  const kindsOfId = new Map<string, string[]>();
  for (const [table, ids] of Object.entries(byTable))
    for (const id of ids) kindsOfId.set(id, [...(kindsOfId.get(id) ?? []), table]);
  const tables = await query<{ name: string; isFenced: boolean }>(
    `select relname as name, relrowsecurity as "isFenced" from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const organisations = await query<{ id: string }>('select id from organisation');
  const kinds = new Map<string, Set<string>>();
  for (const { name, isFenced } of tables) {
    const found = new Set<string>();
    kinds.set(name, found);
    // The staff do not see all rows of organisations: their views, for one.
    for (const orgId of ['', ...(isFenced ? organisations.map(({ id }) => id) : [])]) {
      const rows = await query<{ id: string }>(
        `select distinct m.id[1] as id from ${name} t, regexp_matches(t::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as m (id)`,
        [],
        orgId,
      );
      for (const { id } of rows) for (const kind of kindsOfId.get(id) ?? []) found.add(kind);
    }
  }
  const behind = await definitionsBehind(query);
  const known = new Map<string, ReadonlySet<string>>();
  /** Names in a text, and what is looked up when it writes. */
  const namesIn = (text: string) => [
    ...words(text),
    ...writtenBy(text).flatMap((name) => [...words(behind.written.get(name) ?? '')]),
  ];
  const kindsOf = (text: string): ReadonlySet<string> => {
    const met = new Set<string>();
    const found = new Set<string>();
    for (const queue = namesIn(text); queue.length > 0; ) {
      const name = queue.pop() as string;
      if (met.has(name)) continue;
      met.add(name);
      for (const kind of kinds.get(name) ?? []) found.add(kind);
      queue.push(...namesIn(behind.read.get(name) ?? ''));
    }
    return found;
  };
  return {
    kindsIn(texts) {
      const all = new Set<string>();
      for (const text of texts) {
        const found = known.get(text) ?? kindsOf(text);
        known.set(text, found);
        for (const kind of found) all.add(kind);
      }
      return all;
    },
  };
}

/** What stands behind names: whenever they are read, and when they are written. */
async function definitionsBehind(query: Behind['query']) {
  const collect = async (sql: string) => {
    const all = new Map<string, string>();
    for (const { name, said } of await query<{ name: string; said: string }>(sql))
      all.set(name, `${all.get(name) ?? ''} ${said}`);
    return all;
  };
  const read = await collect(
    `select relname as name, pg_get_viewdef(oid) as said from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
     union all select proname, coalesce(nullif(prosrc, ''), pg_get_functiondef(oid)) from pg_proc
       where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  );
  // Whom a reference points to is looked up when it is written.
  const written = await collect(
    `select c.relname as name, pg_get_constraintdef(k.oid) as said from pg_constraint k join pg_class c on c.oid = k.conrelid
     union all select c.relname, f.proname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc f on f.oid = t.tgfoid
       where not t.tgisinternal
     union all select c.relname, concat(pg_get_expr(p.polqual, p.polrelid), ' ', pg_get_expr(p.polwithcheck, p.polrelid))
       from pg_policy p join pg_class c on c.oid = p.polrelid`,
  );
  return { read, written };
}
