import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionConfig } from '../db/connection.ts';

/** What a restored database was found to hold. */
export interface Findings {
  tables: number;
  rows: number;
  /** Stored files that the database knows but that have no bytes. */
  filesWithoutBytes: number;
}

/** Reads every row of every table once, which also checks the checksum of every page, and looks for the bytes of every stored file. */
export async function examine(superuser: ConnectionConfig, files: string): Promise<Findings> {
  // Without a bound of time: the largest table takes as long as the disk needs.
  const client = new pg.Client(superuser);
  await client.connect();
  try {
    // The tables themselves, not an index in their place.
    await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off');
    const tables = await client.query(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_toast%'`,
    );
    let rows = 0;
    for (const { name } of tables.rows as { name: string }[]) {
      const counted = await client.query(`select count(*)::float8 as count from ${name}`);
      rows += counted.rows[0].count as number;
    }
    let filesWithoutBytes = 0;
    const known = await client.query(`select to_regclass('file') is not null as there`);
    if (known.rows[0].there) {
      const stored = await client.query('select id::text as id from file where doomed_at is null');
      for (const { id } of stored.rows as { id: string }[])
        if (!(await stat(join(files, id.slice(-2), id)).catch(() => undefined))) filesWithoutBytes += 1;
    }
    return { tables: tables.rowCount ?? 0, rows, filesWithoutBytes };
  } finally {
    await client.end();
  }
}
