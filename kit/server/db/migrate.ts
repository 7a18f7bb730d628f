import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { ConnectionConfig } from './connection.ts';

export interface MigrateOptions {
  /** Folder of `NNNN_name.sql` files, run in the order of their names. */
  directory: string;
  /** The runtime role; the files write it as `:app`. */
  appRole: string;
  log?: (line: string) => void;
}

/** One migrator at a time per database, whatever the number of processes. */
const lockKey = 7_240_531;

/**
 * Runs the migrations that a database has not had yet, each in a transaction of its own, as the owner.
 * @returns the names that were run. Throws when a file that has run was changed since.
 */
export async function migrate(owner: ConnectionConfig, options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({
    ...owner,
    connectionTimeoutMillis: 10_000,
    options: '-c timezone=UTC -c lock_timeout=10000',
  });
  client.on('error', () => undefined);
  await client.connect();
  const done: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists schema_migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migration')).rows.map(
        (row) => [row.name, row.sha256],
      ),
    );
    const names = (await readdir(options.directory)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort();
    for (const name of names) {
      const sql = await readFile(join(options.directory, name), 'utf8');
      const sha256 = createHash('sha256').update(sql).digest('hex');
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before !== undefined)
        throw new Error(`Migration ${name} was changed after it had run. Put it back and write a new one`);
      await client.query('begin');
      try {
        await client.query(sql.replaceAll(':app', pg.escapeIdentifier(options.appRole)));
        await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [name, sha256]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      options.log?.(`migrated ${name}`);
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}
