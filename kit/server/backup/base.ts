import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { syncFolder } from '../durable.ts';
import { packCluster } from './cluster-copy.ts';
import { packInstallation } from './installation.ts';
import { type Lsn, parseLsn } from './lsn.ts';
import {
  baseFolder,
  listBases,
  type Manifest,
  makeFolder,
  manifestFile,
  namesIn,
  plainError,
  writeStream,
  writeWhole,
} from './place.ts';
import { formatList, listStored, parseList, poolCopier } from './pool.ts';
import { sealStream } from './recovery-key.ts';
import { dropLock, takeLock } from './slot.ts';

export const partNames = {
  cluster: 'database.tar.zst.age',
  installation: 'installation.tar.zst.age',
  files: 'files.sha256',
} as const;

export interface BaseOptions {
  dataDir: string;
  place: string;
  recipient: string;
  /** Version of the product. */
  program: string;
  /** Left out when the database is the operator's own. */
  database?: BaseDatabase;
}

export interface BaseDatabase {
  /** Connected as superuser. */
  client: pg.Client;
  clusterDir: string;
  /** Series that the log of writes goes to. */
  series: string;
  /** Ends when the log is in the archive up to a place. */
  archived: (to: Lsn) => Promise<void>;
}

/**
 * Makes a base backup; the product may be running. Under its name it is whole from the first moment: one that is broken off stays
 * behind as `.part` and is removed by the next.
 * @throws Error of one line when another one is being made, or the disk of the backup is full.
 */
export async function makeBase(options: BaseOptions): Promise<Manifest> {
  const { place, database } = options;
  if (database && !(await takeLock(database.client, 'base'))) throw new Error('Another backup is being made right now');
  try {
    await makeFolder(baseFolder(place));
    for (const name of await namesIn(baseFolder(place)))
      if (name.endsWith('.part')) await rm(baseFolder(place, name), { recursive: true, force: true });
    const id = new Date().toISOString().replaceAll(':', '-');
    const draft = baseFolder(place, `${id}.part`);
    await mkdir(draft, { mode: 0o700 });
    try {
      const manifest = await fill(draft, id, options);
      await writeWhole(join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
      await rename(draft, baseFolder(place, id));
      await syncFolder(baseFolder(place));
      return manifest;
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  } catch (error) {
    throw plainError(error, place);
  } finally {
    if (database) await dropLock(database.client, 'base').catch(() => undefined);
  }
}

async function fill(draft: string, id: string, options: BaseOptions): Promise<Manifest> {
  const { dataDir, place, recipient, program, database } = options;
  const startedAt = new Date().toISOString();
  const parts: Manifest['parts'] = {};
  const put = async (name: string, clear: Readable) => {
    parts[name] = await writeStream(join(draft, name), await sealStream(recipient, clear));
  };

  const copied = database && (await copyDatabase(database, (tar) => put(partNames.cluster, tar)));
  await put(partNames.installation, await packInstallation(dataDir));

  // After the database: what it names then is there. What is removed from now on is named by this list.
  const files = join(dataDir, 'files');
  await poolCopier(files, place).copyNew();
  const earlier = (await listBases(place)).at(-1);
  const known = earlier ? await readFile(join(baseFolder(place, earlier.id), partNames.files), 'utf8') : '';
  const stored = await listStored(files, place, parseList(known));
  const list = formatList(stored);
  await writeWhole(join(draft, partNames.files), list);

  const stopped = database && copied && (await copied.stop());
  if (database && stopped) await database.archived(parseLsn(stopped.to));
  return {
    format: 1,
    id,
    holds: database ? 'everything' : 'installation',
    startedAt,
    finishedAt: new Date().toISOString(),
    recipient,
    program,
    parts,
    files: { count: stored.length, bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0) },
    ...(database && copied && stopped
      ? { database: { version: copied.version, bytes: copied.bytes, series: database.series, ...stopped } }
      : {}),
  };
}

/** Copies the files between the two calls that make the copy mendable. The connection stays open in between. */
async function copyDatabase({ client, clusterDir }: BaseDatabase, put: (tar: Readable) => Promise<void>) {
  const { rows } = await client.query(
    `select pg_backup_start('roadkeeper', true)::text as "from", current_setting('server_version_num')::int / 10000 as version`,
  );
  const { from, version } = rows[0] as { from: string; version: number };
  const { tar, bytes } = await packCluster(clusterDir);
  await put(tar);
  return {
    version: String(version),
    bytes,
    async stop(): Promise<{ from: string; to: string; label: string }> {
      const stopped = await client.query('select lsn::text as "to", labelfile as label from pg_backup_stop(false)');
      return { from, ...(stopped.rows[0] as { to: string; label: string }) };
    },
  };
}
