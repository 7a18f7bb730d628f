import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '#apps/server/config.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { migrate } from '#kit/server/db/migrate.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';

export const migrationFolder = join(import.meta.dirname, '../../db/migrations');

/**
 * Brings the database that the environment names up to date, or the built-in one of DATA_DIR, and lends it to `work`.
 * @param work gets the connection of the role that owns the tables. Left out, only the migrations run.
 * @throws Error of one line when the configuration is wrong or another process holds the data folder.
 */
export async function withOwnerDatabase(work?: (owner: ConnectionConfig) => Promise<void>): Promise<void> {
  const log = (line: string) => console.log(line);
  const config = readConfig(process.env, { demo: false });
  if (!config.database) await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const server = config.database
    ? { ...config.database, stop: async () => undefined }
    : await startPostgres({ dataDir: config.dataDir, log });
  try {
    const done = await migrate(server.owner, { directory: migrationFolder, app: server.app, log });
    if (done.length === 0) log('the database is up to date');
    await work?.(server.owner);
  } finally {
    await server.stop();
  }
}

/** Runs a command to its end; a failure is one line on the error stream. */
export async function command(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
