import '../node-version.ts';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { BackupSettings } from '#apps/server/backup-settings.ts';
import { readConfig } from '#apps/server/config.ts';
import { version } from '#apps/server/version.ts';
import { type Archive, openArchive } from '#kit/server/backup/archive.ts';
import { makeBase } from '#kit/server/backup/base.ts';
import { readReached } from '#kit/server/backup/log-pieces.ts';
import { parseLsn } from '#kit/server/backup/lsn.ts';
import { checkPlace, listBases, type Manifest, markPlace, writeWhole } from '#kit/server/backup/place.ts';
import { type Answer, askForBase } from '#kit/server/backup/request.ts';
import { checkRecipient, newRecoveryKey, recipientFile } from '#kit/server/backup/recovery-key.ts';
import { findSlot, takeLock } from '#kit/server/backup/slot.ts';
import { thin } from '#kit/server/backup/thin.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { clusterFolder } from '#kit/server/postgres/home.ts';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { runningDatabase } from '#kit/server/postgres/running.ts';

// Makes a base backup, of a product that runs or of one that does not. Ends with 0, or with 1 and one line that says why not.

const say = (line: string) => process.stdout.write(`${line}\n`);
const number = new Intl.NumberFormat('en-IN');
const megabytes = (bytes: number) => `${number.format(Math.ceil(bytes / 2 ** 20))} MB`;
/** A product that runs carries the log over every second. */
const patienceMs = 120_000;

async function makeKey(dataDir: string, place: string): Promise<void> {
  const path = join(dataDir, recipientFile);
  const isNew = !existsSync(path);
  const { secret, recipient } = await newRecoveryKey();
  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await markPlace(place);
  await writeWhole(path, `${recipient}\n`);
  say(
    'This is the recovery key. Write it down or put it into a password store, away from this machine and from the backup:',
  );
  say('');
  say(`  ${secret}`);
  say('');
  say('Without it no backup can be restored, and it is shown only now.');
  if (!isNew)
    say(
      'Backups made before still need the recovery key from before. A product that runs takes the new one after its next start.',
    );
}

async function recipientOf(dataDir: string): Promise<string> {
  const path = join(dataDir, recipientFile);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error('There is no recovery key yet: run npm run backup -- --new-key once');
  return checkRecipient(text);
}

async function withSuperuser<T>(config: ConnectionConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The product that runs makes it, when it was started with BACKUP_DIR. */
async function madeByProduct(answer: Answer, place: string): Promise<Manifest> {
  if ('problem' in answer) throw new Error(answer.problem);
  const manifest = (await listBases(place)).find(({ id }) => id === answer.id);
  if (!manifest) throw new Error(`Roadkeeper runs with another BACKUP_DIR: its backup ${answer.id} is not in ${place}`);
  return manifest;
}

/** What the built-in database is backed up with: the product's own archive, or one for this command when nobody archives. */
async function backUpDatabase(dataDir: string, { place, keep }: BackupSettings, recipient: string): Promise<Manifest> {
  const asked = await askForBase(dataDir);
  if (asked) return madeByProduct(asked, place);
  const running = await runningDatabase(dataDir, 'superuser');
  if (!running && !existsSync(join(dataDir, 'postgres-passwords.json')))
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the folder that Roadkeeper runs on`);
  const server = running ? undefined : await startPostgres({ dataDir, log: () => undefined });
  const superuser = running ?? server?.superuser;
  if (!superuser) throw new Error('There is no database');
  const clusterDir = server?.clusterDir ?? clusterFolder(dataDir);
  const files = join(dataDir, 'files');
  try {
    return await withSuperuser(superuser, (carrying) =>
      withSuperuser(superuser, async (client) => {
        let own: Archive | undefined;
        if (await takeLock(carrying, 'archive'))
          own = await openArchive({ client: carrying, clusterDir, files, place, recipient, temporary: !server });
        if (own && running)
          say(
            'Roadkeeper runs without BACKUP_DIR: this backup leads to this moment only. Set it and start Roadkeeper again.',
          );
        const series = own?.series ?? (await findSlot(client))?.series;
        if (!series) throw new Error('Roadkeeper has just been started: try again in a moment');
        const archived = async (to: bigint) => {
          const until = performance.now() + patienceMs;
          for (;;) {
            if (own) await own.round();
            const reached = own ? own.reached() : parseLsn((await readReached(place, series))?.to ?? '0/0');
            if (reached >= to) return;
            if (performance.now() > until)
              throw new Error('The product does not carry its log of writes over: /readyz on this machine says why');
            await sleep(100);
          }
        };
        const base = { dataDir, place, recipient, program: version };
        const manifest = await makeBase({ ...base, database: { client, clusterDir, series, archived } });
        await thinned(place, keep, series);
        return manifest;
      }),
    );
  } finally {
    await server?.stop();
  }
}

async function thinned(place: string, keep: number, series?: string): Promise<void> {
  const { bases, pieces, files } = await thin(place, keep, series);
  if (bases + pieces + files > 0)
    say(
      `removed: ${bases} older backups, ${pieces} pieces of the log and ${files} stored files that none of ${keep} needs`,
    );
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'new-key': { type: 'boolean' }, 'new-folder': { type: 'boolean' } } });
  const { dataDir, backup, database } = readConfig(process.env, { demo: false });
  if (!backup) throw new Error('Set BACKUP_DIR to a folder on another disk, for this command and for the product');
  if (values['new-key']) return makeKey(dataDir, backup.place);
  const recipient = await recipientOf(dataDir);
  if (values['new-folder']) await markPlace(backup.place);
  checkPlace(backup.place);
  const started = performance.now();
  let made: Manifest;
  if (database) {
    say(
      'The database is your own: back it up with its tools (pg_basebackup, pgBackRest). This saves keys and stored files.',
    );
    made = await makeBase({ dataDir, place: backup.place, recipient, program: version });
    await thinned(backup.place, backup.keep);
  } else made = await backUpDatabase(dataDir, backup, recipient);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const stored = Object.values(made.parts).reduce((sum, { bytes }) => sum + bytes, 0);
  say(
    `backup ${made.id}: ${made.database ? `database of ${megabytes(made.database.bytes)}, ` : ''}${number.format(made.files.count)} stored files, keys; ${megabytes(stored)} in ${seconds} s`,
  );
  say(`${(await listBases(backup.place)).length} of at most ${backup.keep} backups in ${backup.place}`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`No backup was made: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
