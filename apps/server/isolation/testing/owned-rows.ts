import pg from 'pg';
import type { ClonedDatabase } from '#kit/server/testing/database.ts';

/** A table that holds rows of organisations, and the condition by which they are known; `$1` is the organisation. */
interface OwnedTable {
  name: string;
  condition: string;
  /** It has a column `id` of UUIDs. */
  hasId: boolean;
}

/** Every table whose rows are an organisation's: by a column of their own, or through a row that they hang on. */
async function ownedTables(client: pg.Client): Promise<OwnedTable[]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname in ('org_id', 'id')
       and a.atttypid = 'uuid'::regtype and not c.relispartition order by 1`,
  );
  const { rows: keys } = await client.query<{ table: string; column: string; to: string; toColumn: string }>(
    `select k.conrelid::regclass::text as table, a.attname as column, k.confrelid::regclass::text as to, b.attname as "toColumn"
     from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
     where k.contype = 'f' and cardinality(k.conkey) = 1`,
  );
  const conditions = new Map<string, string>([['organisation', 'id = $1']]);
  for (const { table, column } of columns) if (column === 'org_id') conditions.set(table, 'org_id = $1');
  for (let found = true; found; ) {
    found = false;
    for (const { table, column, to, toColumn } of keys) {
      const parent = conditions.get(to);
      if (parent === undefined || conditions.has(table)) continue;
      conditions.set(table, `${column} in (select ${toColumn} from ${to} where ${parent})`);
      found = true;
    }
  }
  return [...conditions].map(([name, condition]) => ({
    name,
    condition,
    hasId: columns.some((one) => one.table === name && one.column === 'id'),
  }));
}

/** A view that lists read, which has the condition of row security (0033_scale.sql). */
interface ListView {
  name: string;
  definition: string;
}
const listViews = async (client: pg.Client) =>
  (
    await client.query<ListView>(
      `select relname as name, pg_get_viewdef(oid) as definition from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'v' and (right(relname, 5) = '_rows' or right(relname, 4) = '_all')`,
    )
  ).rows;
/** The view as it is, or without its condition. */
const listView = ({ name, definition }: ListView, on: boolean) =>
  `create or replace view ${name} as ${on ? definition : `select * from ${name.replace(/_(rows|all)$/, '')}`}`;

/** What the owner of the tables sees, does and undoes behind the product. */
export interface Behind {
  /** Hash of an organisation's rows by table, empty tables left out. */
  hashes(orgId: string): Promise<Record<string, string>>;
  /** Ids of an organisation's rows by table. */
  ids(orgId: string): Promise<Record<string, string[]>>;
  /** Locks every row of an organisation, so that whatever would write to one waits, until the function it gives is called. */
  lock(orgId: string): Promise<() => Promise<void>>;
  /** Takes row security away from every table, or puts it back. */
  rowSecurity(on: boolean): Promise<void>;
  /** A statement as the owner; `orgId` says whose rows it is about, when they are not everybody's. */
  query<T>(text: string, params?: readonly unknown[], orgId?: string): Promise<T[]>;
  close(): Promise<void>;
}

/** Looks behind the product through one connection, until it is closed. */
export async function lookBehind({ owner }: Pick<ClonedDatabase, 'owner'>): Promise<Behind> {
  const connect = async () => {
    const client = new pg.Client(owner);
    // A lost connection shows in the query that meets it.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const client = await connect();
  const tables = await ownedTables(client);
  const views = await listViews(client);
  let turn: Promise<unknown> = Promise.resolve();
  /** One at a time: whose rows are looked at is a setting of the connection. */
  const inTurn = <T>(orgId: string, work: () => Promise<T>): Promise<T> => {
    const done = turn.then(async () => {
      await standFor(client, orgId);
      return work();
    });
    turn = done.catch(() => undefined);
    return done;
  };
  return {
    hashes: (orgId) =>
      inTurn(orgId, async () => {
        const hashes: Record<string, string> = {};
        for (const { name, condition } of tables) {
          const { rows } = await client.query<{ count: string; hash: string }>(
            `select count(*), md5(string_agg(md5(t::text), '' order by t::text)) as hash from (select * from ${name} where ${condition}) t`,
            [orgId],
          );
          if (rows[0] && rows[0].count !== '0') hashes[name] = `${rows[0].count} ${rows[0].hash}`;
        }
        return hashes;
      }),
    ids: (orgId) =>
      inTurn(orgId, async () => {
        const ids: Record<string, string[]> = {};
        for (const { name, condition, hasId } of tables) {
          if (!hasId) continue;
          const text = `select id::text from ${name} where ${condition} order by id`;
          const { rows } = await client.query<{ id: string }>(text, [orgId]);
          if (rows.length > 0) ids[name] = rows.map(({ id }) => id);
        }
        const merges = `select id::text from merge where into_id = any($1::uuid[]) order by id`;
        const { rows } = await client.query<{ id: string }>(merges, [Object.values(ids).flat()]);
        if (rows.length > 0) ids['merge'] = rows.map(({ id }) => id);
        return ids;
      }),
    async lock(orgId) {
      const locker = await connect();
      await standFor(locker, orgId);
      await locker.query('begin');
      for (const { name, condition } of tables)
        await locker.query(`select 1 from ${name} where ${condition} for update`, [orgId]);
      return () => locker.end();
    },
    rowSecurity: (on) =>
      inTurn('', async () => {
        const { rows } = await client.query<{ name: string }>(
          'select distinct p.polrelid::regclass::text as name from pg_policy p order by 1',
        );
        for (const { name } of rows)
          await client.query(`alter table ${name} ${on ? 'enable' : 'disable'} row level security`);
        for (const view of views) await client.query(listView(view, on));
      }),
    query: <T>(text: string, params: readonly unknown[] = [], orgId = '') =>
      inTurn(orgId, async () => (await client.query(text, [...params])).rows as T[]),
    close: () => client.end(),
  };
}

/** Opens row security, which the owner of the tables obeys as well, for one organisation, or for the eyes of staff. */
const standFor = (client: pg.Client, orgId: string) =>
  client.query(`select set_config('app.org', $1, false), set_config('app.scope', $2, false)`, [
    orgId,
    orgId === '' ? 'staff' : '',
  ]);
