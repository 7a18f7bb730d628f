import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { giveTo, type Home, type Identity, runAs } from './home.ts';

/** An initdb whose parent was killed may still be writing there for a moment. */
const stubbornly = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

/** Passwords of one installation, 256 random bits each. */
export interface Passwords {
  superuser: string;
  owner: string;
  app: string;
}

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-passwords.json');

async function writeWhole(path: string, text: string, mode: number, identity?: Identity): Promise<void> {
  const draft = `${path}.new`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  if (identity) await giveTo(identity, draft);
  await rename(draft, path);
}

/**
 * Reads the installation's passwords; makes them for a new one.
 * @throws Error of one line when they are lost while the database exists.
 */
export async function readPasswords(dataDir: string, exists: boolean): Promise<Passwords> {
  const path = passwordFile(dataDir);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const { code = 'damaged' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT')
      throw new Error(`Cannot read the database passwords in ${path} (${code}).`, { cause: error });
    if (exists)
      throw new Error(`The database passwords are missing: put ${path} back from a backup.`, { cause: error });
  }
  const secret = () => randomBytes(32).toString('base64url');
  const passwords = { superuser: secret(), owner: secret(), app: secret() };
  await writeWhole(path, JSON.stringify(passwords, null, 2), 0o600);
  return passwords;
}

export const superuserName = 'rk_superuser';
export const databaseName = 'roadkeeper';
export const roleNames = { owner: 'rk_owner', app: 'rk_app' };

/** Major version of the cluster's files, or undefined when there is no cluster. */
export async function clusterVersion(clusterDir: string): Promise<string | undefined> {
  const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}

/**
 * Makes a new cluster. It appears under its name only when it is complete, so a start that was killed leaves nothing half.
 * Text sorts by code point (PostgreSQL's built-in C.UTF-8): the same on every machine and after every update of a library,
 * which ICU and the system's locales do not promise, while lower() and upper() still know all letters.
 */
export async function createCluster(home: Home, password: string, durable: boolean): Promise<void> {
  const { clusterDir, identity, binaries } = home;
  const parent = dirname(clusterDir);
  for (const name of await readdir(parent))
    if (/^postgres\.(draft|secret)-\d+$/.test(name)) await rm(join(parent, name), stubbornly);

  const draft = `${clusterDir}.draft-${process.pid}`;
  const secret = `${clusterDir}.secret-${process.pid}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    await giveTo(identity, draft);
    await writeWhole(secret, password, 0o600, identity);
    const args = ['-D', draft, '-U', superuserName, `--pwfile=${secret}`, '--auth=scram-sha-256', '--data-checksums'];
    args.push(
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    );
    if (!durable) args.push('--no-sync');
    const { code, output } = await runAs(identity, binaries.initdb, args);
    if (code !== 0)
      throw new Error(`The database could not be created: ${output.trim().split('\n').slice(-5).join(' | ')}`);
    await rename(draft, clusterDir);
  } finally {
    await rm(secret, { force: true });
    await rm(draft, stubbornly);
  }
}

export interface SettingsOptions {
  socketDir: string;
  durable: boolean;
  /** Every transaction that begins is refused to write. */
  readOnly: boolean;
  /** Further settings, for one run. */
  extra?: Readonly<Record<string, string>>;
}

/** Writes the server's settings; they are ours, and written again at every start. */
export async function writeSettings(home: Home, options: SettingsOptions): Promise<void> {
  const { clusterDir, identity } = home;
  const text = Object.entries(settings(options))
    .map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'\n`)
    .join('');
  await writeWhole(
    join(clusterDir, 'postgresql.conf'),
    `# Written by Roadkeeper at every start.\n${text}`,
    0o600,
    identity,
  );
  await writeWhole(join(clusterDir, 'pg_hba.conf'), 'local all all scram-sha-256\n', 0o600, identity);
  await chmod(clusterDir, 0o700);
}

const mebibyte = 2 ** 20;

function settings({ socketDir, durable, readOnly, extra = {} }: SettingsOptions): Record<string, string | number> {
  // A container's limit counts, not the machine's memory; the call answers 0 or a huge number without a limit.
  const limit = process.constrainedMemory();
  const memoryMb = Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / mebibyte);
  return {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: 5432,
    cluster_name: 'roadkeeper',
    password_encryption: 'scram-sha-256',
    // A test run clones databases in several processes at once.
    max_connections: durable ? 60 : 200,
    shared_buffers: `${Math.min(1024, Math.max(64, Math.floor(memoryMb / 16)))}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    jit: 'off',
    // On two cores a parallel plan takes the core that the product runs on.
    max_parallel_workers_per_gather: availableParallelism() > 4 ? 2 : 0,
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Always: without it even a killed server loses what it had acknowledged.
    synchronous_commit: 'on',
    wal_level: 'replica',
    ...(readOnly ? { default_transaction_read_only: 'on', autovacuum: 'off' } : {}),
    max_wal_size: '1GB',
    min_wal_size: '80MB',
    checkpoint_timeout: '10min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'ISO, YMD',
    lc_messages: 'C',
    default_text_search_config: 'pg_catalog.simple',
    log_line_prefix: '%m [%p] %q%u@%d ',
    // Details and statements hold people's names and numbers.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...extra,
  };
}
