import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, realpath, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
import { syncFolder } from '../durable.ts';
import { findBinaries } from '../postgres/binaries.ts';
import { lockDataDir } from '../postgres/data-lock.ts';
import { clusterFolder, findHome, giveTo, type Home } from '../postgres/home.ts';
import { findPostmaster } from '../postgres/postmaster.ts';
import { partNames } from './base.ts';
import { type Choice, chooseBackup } from './choose.ts';
import { unpackCluster } from './cluster-copy.ts';
import { examine, type Findings } from './examine.ts';
import { segmentName } from './lsn.ts';
import { baseFolder, fingerprint, namesIn, plainError, poolFolder } from './place.ts';
import { parseList } from './pool.ts';
import { openBytes, openStream, readRecoveryKey } from './recovery-key.ts';
import { recover } from './recover.ts';
import { unfinishedFile } from './unfinished.ts';

export interface RestoreOptions {
  /** Folder of the backups. */
  place: string;
  dataDir: string;
  /** Moment to go back to. Left out: the end. */
  to?: Date | undefined;
  /** The secret half of the recovery key. */
  recoveryKey: string;
  /** What is in the data folder already is put aside, into a folder of its own in there. */
  replace?: boolean;
  /** Of what is missing or damaged the restore goes as far as it can. */
  incomplete?: boolean;
  log: (line: string) => void;
}

export interface Restored extends Choice {
  findings?: Findings;
  lastCommit?: string | undefined;
  /** Where what was there before is now. */
  putAside?: string | undefined;
  files: number;
}

const mebibyte = 2 ** 20;

/**
 * Restores a backup into an empty data folder. Everything is checked before the folder is touched; while it is filled, a mark in
 * it keeps the product from starting on it.
 * @throws Error of one line.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { place, to, incomplete = false } = options;
  const choice = await chooseBackup(place, to, incomplete);
  const { secret, recipient } = await readRecoveryKey(options.recoveryKey);
  if (recipient !== choice.base.recipient)
    throw new Error(
      `This recovery key does not open the backup ${choice.base.id}: that needs the key of ${choice.base.recipient}`,
    );
  const files = await checkFiles(place, choice, incomplete);

  await mkdir(options.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const putAside = await makeRoom(dataDir, options.replace ?? false);
    await checkSpace(dataDir, choice, files);
    await writeFile(join(dataDir, unfinishedFile), `${choice.base.id}\n`, { mode: 0o600 });
    const done = await fill({ ...options, dataDir, recoveryKey: secret }, choice, files);
    await rm(join(dataDir, unfinishedFile));
    await syncFolder(dataDir);
    return { ...choice, ...done, putAside, files: files.length };
  } catch (error) {
    throw plainError(error, dataDir);
  } finally {
    lock.release();
  }
}

/** Stored files that belong to the restored state; some more may, which were stored after the base backup. */
async function checkFiles(place: string, { base }: Choice, incomplete: boolean): Promise<string[]> {
  const pool = poolFolder(place);
  const listed = parseList(await readFile(join(baseFolder(place, base.id), partNames.files), 'utf8'));
  const missing: string[] = [];
  for (const { id, bytes, sha256 } of listed.values()) {
    const found = await fingerprint(join(pool, id.slice(-2), id)).catch(() => undefined);
    if (found?.bytes !== bytes || found.sha256 !== sha256) missing.push(id);
  }
  if (listed.size !== base.files.count || (missing.length > 0 && !incomplete))
    throw new Error(
      `${Math.max(missing.length, base.files.count - listed.size)} of ${base.files.count} stored files are missing or damaged in ${pool}: add --incomplete to restore without them`,
    );
  const damaged = new Set(missing);
  const paths: string[] = [];
  for (const sub of await namesIn(pool))
    for (const id of await namesIn(join(pool, sub)))
      if (!id.endsWith('.part') && !damaged.has(id)) paths.push(join(sub, id));
  return paths;
}

/** Takes away what an earlier restore left half, and puts aside what else is there when that is wanted. */
async function makeRoom(dataDir: string, replace: boolean): Promise<string | undefined> {
  const server = findPostmaster(clusterFolder(dataDir));
  if (server)
    throw new Error(`A database still runs on ${dataDir} (process ${server.pid}): start Roadkeeper there and stop it`);
  const names = (await readdir(dataDir)).filter((name) => !/^(roadkeeper\.lock.*|replaced-.*|lost\+found)$/.test(name));
  if (names.length === 0) return undefined;
  if (names.includes(unfinishedFile)) {
    // It goes last, so that a half that is half away is still known as one.
    for (const name of names.filter((one) => one !== unfinishedFile))
      await rm(join(dataDir, name), { recursive: true, force: true });
    await rm(join(dataDir, unfinishedFile));
    return undefined;
  }
  if (!replace)
    throw new Error(
      `${dataDir} is not empty: set DATA_DIR to another folder, or add --replace to put aside what is in it`,
    );
  if (existsSync(join(dataDir, 'postgres.location')))
    throw new Error(
      `The database of ${dataDir} lies outside it, in ${clusterFolder(dataDir)}: move both away, then repeat`,
    );
  const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(':', '-')}`);
  await mkdir(aside, { mode: 0o711 });
  for (const name of names) await rename(join(dataDir, name), join(aside, name));
  return aside;
}

async function checkSpace(dataDir: string, { base, log }: Choice, files: readonly string[]): Promise<void> {
  const each = base.files.count > 0 ? base.files.bytes / base.files.count : 0;
  const logBytes = log ? Number(log.end - log.from) + log.series.segmentBytes : 0;
  const needed = (base.database?.bytes ?? 0) + logBytes + files.length * each + 64 * mebibyte;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < needed)
    throw new Error(
      `The disk of ${dataDir} has ${Math.floor((bavail * bsize) / mebibyte)} MB left, and the restore needs ${Math.ceil(needed / mebibyte)} MB`,
    );
}

async function fill(options: RestoreOptions, choice: Choice, files: readonly string[]) {
  const { place, dataDir, recoveryKey: secret, to, log } = options;
  const { base } = choice;
  const part = async (name: string) => openStream(secret, createReadStream(join(baseFolder(place, base.id), name)));
  log(`keys and settings of the backup of ${base.finishedAt}`);
  await pipeline(await part(partNames.installation), unpackTar(dataDir, { dmode: 0o700, fmode: 0o600 }));
  if (files.length > 0) log(`${files.length} stored files`);
  for (const path of files) {
    await mkdir(join(dataDir, 'files', path, '..'), { recursive: true, mode: 0o700 });
    await copyFile(join(poolFolder(place), path), join(dataDir, 'files', path));
  }
  if (!base.database || !choice.log) return {};

  log(`database, ${Math.ceil(base.database.bytes / mebibyte)} MB`);
  const home = await findHome(dataDir, { binaries: await findBinaries(), log });
  const major = home.binaries.version.split('.')[0];
  if (base.database.version !== major)
    throw new Error(
      `The backup was made with PostgreSQL ${base.database.version}, and this is ${major}: restore it with the version of Roadkeeper that made it, ${base.program}`,
    );
  await unpackCluster(await part(partNames.cluster), home.clusterDir);
  await writeFile(join(home.clusterDir, 'backup_label'), base.database.label, { mode: 0o600 });
  await layLog(home, choice.log, options);
  await giveTo(home.identity, home.clusterDir);
  log(to ? `replaying what was written until ${to.toISOString()}` : 'replaying what was written since');
  const { found, lastCommit } = await recover({ home, dataDir, to, log }, (superuser) =>
    examine(superuser, join(dataDir, 'files')),
  );
  return { findings: found, lastCommit };
}

/** Puts the log where PostgreSQL looks for it. The last segment ends in zeros, as after a crash. */
async function layLog(
  { clusterDir }: Home,
  log: NonNullable<Choice['log']>,
  { recoveryKey, incomplete, log: say }: RestoreOptions,
): Promise<void> {
  const size = BigInt(log.series.segmentBytes);
  for (const { name, from } of log.pieces) {
    const bytes = await openPiece(join(log.folder, name), recoveryKey).catch((error: Error) => {
      if (!incomplete) throw error;
      say(`${error.message}: what was written from there on is left out`);
      return undefined;
    });
    if (!bytes) return;
    const path = join(clusterDir, 'pg_wal', segmentName(log.series.timeline, from, size));
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      await handle.truncate(Number(size));
      await handle.write(bytes, 0, bytes.length, Number(from % size));
    } finally {
      await handle.close();
    }
  }
}

async function openPiece(path: string, recoveryKey: string): Promise<Buffer> {
  try {
    return await openBytes(recoveryKey, await readFile(path));
  } catch (error) {
    throw new Error(`${path} is damaged`, { cause: error });
  }
}
