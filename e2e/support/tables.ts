import pg from 'pg';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';

/** The rows of every table, each as text, in an order of its own; and the values of sequences. */
export type Tables = Record<string, string[]>;

/** Reads every table that the catalogue of the database names. @param superuser of the product's database. */
export async function readTables(superuser: ConnectionConfig): Promise<Tables> {
  const client = new pg.Client({ ...superuser, database: 'roadkeeper' });
  await client.connect();
  try {
    // All of one moment.
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query(
      `select format('%I.%I', nspname, relname) as name, relkind as kind
         from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'm', 'S') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1`,
    );
    const tables: Tables = {};
    for (const { name, kind } of rows as { name: string; kind: string }[]) {
      // A sequence runs ahead in the log, so that not every number is a write.
      const text = kind === 'S' ? 'is_called::text' : 't::text';
      const found = await client.query(`select ${text} as row from ${name} t`);
      tables[name] = (found.rows as { row: string }[]).map(({ row }) => row).sort();
    }
    return tables;
  } finally {
    await client.end();
  }
}

/** Rows that only one of two has, by table; none where both are the same. */
export function differences(one: Tables, other: Tables): Record<string, { gone: string[]; added: string[] }> {
  const without = (rows: readonly string[] = [], others: readonly string[] = []) => {
    const left = new Map<string, number>();
    for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
    return rows.filter((row) => {
      const count = left.get(row) ?? 0;
      left.set(row, count - 1);
      return count <= 0;
    });
  };
  const found: Record<string, { gone: string[]; added: string[] }> = {};
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [gone, added] = [without(one[name], other[name]), without(other[name], one[name])];
    if (gone.length + added.length > 0 || !one[name] || !other[name]) found[name] = { gone, added };
  }
  return found;
}
