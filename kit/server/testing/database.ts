import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { ConnectionConfig } from '../db/connection.ts';
import { closeDatabase, withClient } from '../postgres/roles.ts';

/** What the run's global set-up gives to test files: a server with a migrated template database. */
export interface TestDatabase {
  /** May make and drop databases. */
  admin: ConnectionConfig;
  owner: ConnectionConfig;
  app: ConnectionConfig;
  /** Name of the migrated database. Nobody may connect to it, so it can be copied at any time. */
  template: string;
  /** The server is the user's own (TEST_DATABASE_URL): it cannot be killed or frozen by a test. */
  isForeign: boolean;
}
declare module 'vitest' {
  interface ProvidedContext {
    /** Or why there is none. */
    database: TestDatabase | { problem: string };
  }
}

export interface ClonedDatabase {
  /** Its name on the server. */
  name: string;
  owner: ConnectionConfig;
  app: ConnectionConfig;
  drop(): Promise<void>;
}

/** The run's server. Throws when it could not be made ready. */
export function testDatabase(): TestDatabase {
  const database = inject('database');
  if ('problem' in database) throw new Error(`There is no test database: ${database.problem}`);
  return database;
}

/** "Source database is being accessed by other users": another file copies it in this moment. */
const templateInUse = '55006';

/** A fresh, migrated, empty database for one test file: call it in `beforeAll` and `drop()` it in `afterAll`. */
export async function cloneDatabase(): Promise<ClonedDatabase> {
  const { admin, owner, app, template, isForeign } = testDatabase();
  const name = `${template}_${process.pid}_${Date.now().toString(36)}${Math.trunc(Math.random() * 36 ** 4).toString(36)}`;
  const [to, from, by] = [name, template, owner.user].map(pg.escapeIdentifier);
  // Copying files takes half the time, but a checkpoint too, which only a server without fsync has for nothing.
  const strategy = isForeign ? 'wal_log' : 'file_copy';
  await withClient(admin, async (client) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(`create database ${to} template ${from} owner ${by} strategy ${strategy}`);
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== templateInUse || attempt === 20) throw error;
        await sleep(100);
      }
    }
    await closeDatabase(client, name, app.user);
  });
  return {
    name,
    owner: { ...owner, database: name },
    app: { ...app, database: name },
    drop: () =>
      withClient(admin, async (client) => void (await client.query(`drop database if exists ${to} with (force)`))),
  };
}
