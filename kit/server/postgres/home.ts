import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { lchown, lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Binaries, copyBinaries } from './binaries.ts';

/**
 * As whom PostgreSQL runs; it refuses to run as root. `self`: as we do. `user`: as another user, root only.
 * `namespace`: with our own rights on files under a number that is not root's inside a user namespace.
 */
export type Identity = { kind: 'self' } | { kind: 'user'; uid: number; gid: number } | { kind: 'namespace' };

/** Where a cluster lives, which programs serve it, and as whom. */
export interface Home {
  clusterDir: string;
  binaries: Binaries;
  identity: Identity;
}
export interface HomeOptions {
  binaries: Binaries;
  log: (line: string) => void;
  /** What root may use. Default both. */
  allowed?: readonly ('user' | 'namespace')[];
  /** Where root puts what user 65534 must reach but cannot. Default /var/lib/roadkeeper. */
  outside?: string;
}

/** "nobody" on Linux; on macOS a number without a name, which serves as well. */
const nobody: Identity = { kind: 'user', uid: 65534, gid: 65534 };

/** Command and spawn options that run a program under an identity. */
export function commandAs(identity: Identity, file: string, args: readonly string[]) {
  // The working folder may be out of the other user's reach, and our environment holds secrets that are not PostgreSQL's.
  const options = { cwd: '/', env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  switch (identity.kind) {
    case 'self':
      return { file, args: [...args], options };
    case 'user':
      return { file, args: [...args], options: { ...options, uid: identity.uid, gid: identity.gid } };
    case 'namespace':
      return {
        file: 'unshare',
        args: ['--user', '--map-user=65534', '--map-group=65534', '--', file, ...args],
        options,
      };
  }
}

/** Runs a program to its end under an identity. */
export function runAs(
  identity: Identity,
  file: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const command = commandAs(identity, file, args);
  return new Promise((resolve) => {
    const child = spawn(command.file, command.args, { ...command.options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });
}

/** Whether an identity reaches a folder and runs the programs: found out by doing so. */
function canServe(identity: Identity, binaries: Binaries, folder: string): boolean {
  const command = commandAs(identity, '/bin/sh', [
    '-c',
    'cd "$1" && exec "$2" --version',
    'sh',
    folder,
    binaries.postgres,
  ]);
  return spawnSync(command.file, command.args, { ...command.options, timeout: 10_000 }).status === 0;
}

/**
 * Decides where the cluster of a data folder lives and as whom it runs. As root the first that works of: the user who owns
 * the cluster already, user 65534, a user namespace, user 65534 with a copy of the programs and, as the last resort for a
 * new cluster, outside the data folder, which a pointer file then says.
 * @throws Error of one line when nothing works.
 */
export async function findHome(dataDir: string, options: HomeOptions): Promise<Home> {
  const { binaries, log, allowed = ['user', 'namespace'], outside = '/var/lib/roadkeeper' } = options;
  const pointer = pointerFile(dataDir);
  const clusterDir = clusterFolder(dataDir);
  const owner = ownerOf(clusterDir);
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.())
      throw new Error(
        `${clusterDir} belongs to user ${owner.uid}: start Roadkeeper as that user, or set another DATA_DIR.`,
      );
    return { clusterDir, binaries, identity: { kind: 'self' } };
  }
  const parent = dirname(clusterDir);
  const serves = (identity: Identity, programs = binaries) => canServe(identity, programs, parent);

  if (owner && owner.uid !== 0 && allowed.includes('user')) {
    const identity: Identity = { kind: 'user', ...owner };
    if (serves(identity)) return { clusterDir, binaries, identity };
  }
  if (allowed.includes('user') && serves(nobody)) return { clusterDir, binaries, identity: nobody };
  if (allowed.includes('namespace') && serves({ kind: 'namespace' }))
    return { clusterDir, binaries, identity: { kind: 'namespace' } };

  const programs = canServe(nobody, binaries, '/') ? binaries : await copyBinaries(binaries, outside);
  if (programs !== binaries)
    log(`database programs copied to ${programs.root}: user 65534 cannot reach ${binaries.root}`);
  if (serves(nobody, programs)) return { clusterDir, binaries: programs, identity: nobody };
  // What lies in the data folder is closed to others file by file, so others may pass through it.
  const { mode } = statSync(dataDir);
  chmodSync(dataDir, mode | 0o011);
  if (serves(nobody, programs)) return { clusterDir, binaries: programs, identity: nobody };
  chmodSync(dataDir, mode);
  if (owner || !canServe(nobody, programs, '/'))
    throw new Error(
      `PostgreSQL does not run as root, and user 65534 cannot reach ${clusterDir}: start Roadkeeper as another user.`,
    );

  const folder = join(outside, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const moved = join(folder, 'postgres');
  if (!canServe(nobody, programs, folder))
    throw new Error(
      `PostgreSQL does not run as root, and user 65534 cannot reach ${folder}: start Roadkeeper as another user.`,
    );
  writeFileSync(pointer, `${moved}\n`, { mode: 0o600 });
  log(`the database lives in ${moved}: PostgreSQL does not run as root, and user 65534 cannot reach ${dataDir}`);
  return { clusterDir: moved, binaries: programs, identity: nobody };
}

const pointerFile = (dataDir: string) => join(dataDir, 'postgres.location');
/** Where the cluster of a data folder lies. */
export const clusterFolder = (dataDir: string): string =>
  readPointer(pointerFile(dataDir)) ?? join(dataDir, 'postgres');

function readPointer(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/** Owner of the cluster's files under an identity, as root sees it; undefined when we may only own our own. */
export function fileOwner(identity: Identity): { uid: number; gid: number } | undefined {
  if (identity.kind === 'user') return { uid: identity.uid, gid: identity.gid };
  return identity.kind === 'namespace' ? { uid: 0, gid: 0 } : undefined;
}

/** Gives a file or a whole folder to the identity. The top comes last, so an interrupted change is seen and done again. */
export async function giveTo(identity: Identity, path: string): Promise<void> {
  const owner = fileOwner(identity);
  if (!owner || (await lstat(path)).uid === owner.uid) return;
  await change(path, owner);
}

async function change(path: string, owner: { uid: number; gid: number }): Promise<void> {
  if ((await lstat(path)).isDirectory()) for (const name of await readdir(path)) await change(join(path, name), owner);
  await lchown(path, owner.uid, owner.gid);
}
