import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { packageFolder } from './binaries.ts';
import { type PostgresServer, startPostgres } from './launcher.ts';
import { endLeftover } from './leftover.ts';
import { childrenOf, isSameProcess, startMark } from './processes.ts';
import { withClient } from './roles.ts';

const hasServer = packageFolder() !== undefined;
if (!hasServer) console.warn('Skipped: the built-in database has no package for this machine.');
const isRoot = process.getuid?.() === 0;

const folders: string[] = [];
const holders: { pid: number; mark: string }[] = [];
async function newFolder(): Promise<string> {
  // The name under which a later test run clears what a killed one left.
  const folder = await mkdtemp(join(tmpdir(), 'roadkeeper-test-'));
  folders.push(folder);
  return folder;
}
const lines: string[] = [];
const start = (dataDir: string, durable = false) =>
  startPostgres({ dataDir, durable, log: (line) => void lines.push(line) });

/** Starts another product on a folder and waits for its first word. */
async function startHolder(dataDir: string, row: string, user?: { uid: number; gid: number }) {
  const script = join(import.meta.dirname, 'holder.ts');
  const child = spawn(process.execPath, [script, dataDir, row], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...user,
  });
  if (child.pid) holders.push({ pid: child.pid, mark: startMark(child.pid) ?? '' });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
  return { process: child, ended, said: JSON.parse(said) as { pid?: number; adopted?: boolean; error?: string } };
}

const words = (server: PostgresServer) =>
  withClient(server.owner, async (client) =>
    (await client.query<{ word: string }>('select word from kept order by word')).rows.map((row) => row.word),
  );

async function until(what: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms; log: ${lines.slice(-5).join(' | ')}`);
    await sleep(50);
  }
}

afterEach(() => {
  for (const { pid, mark } of holders.splice(0)) if (isSameProcess(pid, mark)) process.kill(pid, 'SIGKILL');
});
afterAll(async () => {
  await sleep(100);
  for (const folder of folders) await endLeftover(folder);
});

describe.skipIf(!hasServer)('a first start', () => {
  let dataDir: string;
  let server: PostgresServer;
  beforeAll(async () => {
    dataDir = join(await newFolder(), 'data');
    server = await start(dataDir, true);
  });
  afterAll(async () => {
    await server?.stop();
  });

  it('gives a durable PostgreSQL with checksums that no network reaches', async () => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses', 'TimeZone'];
    const settings = await withClient(server.app, async (client) => {
      const { rows } = await client.query('select name, setting from pg_settings where name = any($1)', [names]);
      return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
    });
    expect(settings).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      TimeZone: 'UTC',
    });
    expect(server.adopted).toBe(false);
  });

  it('keeps passwords, log and socket to the user who runs it, and leaves no other secret behind', () => {
    for (const name of ['postgres-passwords.json', 'postgres.log', 'roadkeeper.lock'])
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    expect(statSync(server.app.host).mode & 0o777).toBe(0o700);
    expect(Buffer.byteLength(join(server.app.host, '.s.PGSQL.5432'))).toBeLessThan(104);
    const passwords: Record<string, string> = JSON.parse(
      readFileSync(join(dataDir, 'postgres-passwords.json'), 'utf8'),
    );
    expect(new Set(Object.values(passwords)).size).toBe(3);
    for (const password of Object.values(passwords)) expect(Buffer.from(password, 'base64url')).toHaveLength(32);
    expect(readdirSync(dataDir).sort()).toEqual(
      ['postgres', 'postgres-passwords.json', 'postgres.log', 'postgres.reserve', 'roadkeeper.lock'].sort(),
    );
  });

  it('refuses a wrong password', async () => {
    await expect(withClient({ ...server.app, password: 'wrong' }, async () => undefined)).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('gives a runtime role that bypasses nothing, owns nothing and creates nothing', async () => {
    await withClient(server.owner, async (client) => {
      await client.query('create table secret (id integer, org text)');
      await client.query('alter table secret enable row level security');
      await client.query('alter table secret force row level security');
      await client.query('grant select on secret to rk_app');
    });
    await withClient({ ...server.superuser, database: 'roadkeeper' }, (client) =>
      client.query("insert into secret values (1, 'a')"),
    );
    await withClient(server.app, async (client) => {
      expect((await client.query('select * from secret')).rows).toEqual([]);
      const role = await client.query(
        'select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = current_user',
      );
      expect(Object.values(role.rows[0])).toEqual([false, false, false, false, false]);
      const owned = await client.query(
        'select 1 from pg_class where relowner = (select oid from pg_roles where rolname = current_user)',
      );
      expect(owned.rowCount).toBe(0);
      for (const sql of [
        'create table mine (id integer)',
        'create schema mine',
        'create role mine',
        'create database mine',
        'alter table secret disable row level security',
        'set role rk_owner',
        'set row_security = off; select * from secret',
        "select pg_read_file('/etc/passwd')",
      ])
        await expect(client.query(sql), sql).rejects.toThrow(/permission denied|must be owner|row-level security/);
    });
  });

  it('lets the owner migrate, but not become more', async () => {
    await withClient(server.owner, async (client) => {
      await client.query('create extension if not exists pg_trgm');
      await expect(client.query('alter role rk_owner superuser')).rejects.toThrow('permission denied');
    });
  });

  it('is refused to a second process in one sentence that says who and what to do', async () => {
    const second = await startHolder(dataDir, 'never');
    expect(second.said.error).toBe(
      `Roadkeeper already runs on ${dataDir} (process ${process.pid}): stop that one first, or set DATA_DIR to another folder.`,
    );
    expect(await second.ended).toBe(1);
    await expect(start(dataDir)).rejects.toThrow('Roadkeeper already runs');
  });

  it('ends with stop(): no process, no socket, no lock, and may be stopped twice', async () => {
    const pid = server.pid() ?? 0;
    const family = [pid, ...childrenOf(pid)].map((one) => ({ pid: one, mark: startMark(one) ?? '' }));
    expect(family.length).toBeGreaterThan(3);
    await server.stop();
    await server.stop();
    expect(family.filter((one) => isSameProcess(one.pid, one.mark))).toEqual([]);
    expect(server.pid()).toBeUndefined();
    expect(existsSync(server.app.host)).toBe(false);
    expect(existsSync(join(dataDir, 'roadkeeper.lock'))).toBe(false);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});

describe.skipIf(!hasServer)('after a kill', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await newFolder();
  });

  it('a killed product leaves its server running, and the next one adopts it with every row', async () => {
    const first = await startHolder(dataDir, 'one');
    expect(first.said).toMatchObject({ adopted: false });
    first.process.kill('SIGKILL');
    await first.ended;
    const server = await start(dataDir);
    try {
      expect(server.adopted).toBe(true);
      expect(server.pid()).toBe(first.said.pid);
      expect(await words(server)).toEqual(['one']);
    } finally {
      await server.stop();
    }
    expect(server.pid()).toBeUndefined();
  });

  it('a pid file that names a stranger is cleared, and a lock that names one is taken over', async () => {
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const pidFile = join(dataDir, 'postgres/postmaster.pid');
      writeFileSync(pidFile, `${stranger.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n/nowhere\n\n  1  1\nready\n`);
      // The number is in use again, but not by the process that took the lock.
      writeFileSync(join(dataDir, 'roadkeeper.lock'), JSON.stringify({ pid: stranger.pid, startMark: 'long ago' }));
      const server = await start(dataDir);
      try {
        expect(server.adopted).toBe(false);
        expect(server.pid()).not.toBe(stranger.pid);
        expect(await words(server)).toEqual(['one']);
      } finally {
        await server.stop();
      }
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  it('a killed server is back by itself within 15 s, with every committed row', async () => {
    const server = await start(dataDir);
    try {
      for (const round of ['two', 'three']) {
        const before = server.pid() ?? 0;
        await withClient(server.owner, (client) => client.query('insert into kept values ($1)', [round]));
        process.kill(before, 'SIGKILL');
        await until(async () => {
          const now = server.pid();
          return (
            now !== undefined && now !== before && (await words(server).catch(() => [] as string[])).includes(round)
          );
        }, 15_000);
      }
      expect(await words(server)).toEqual(['one', 'three', 'two']);
    } finally {
      await server.stop();
    }
  });

  it('a server that is told to shut down smartly, while somebody is connected who does not leave, is back by itself', async () => {
    const server = await start(dataDir);
    try {
      const before = server.pid() ?? 0;
      const gone = withClient(server.owner, async (client) => {
        client.on('error', () => undefined);
        process.kill(before, 'SIGTERM');
        await until(() => server.pid() !== before, 15_000);
      });
      await gone.catch(() => undefined);
      await until(async () => (await words(server).catch(() => [])).length === 3, 15_000);
      expect(server.pid()).not.toBe(before);
    } finally {
      await server.stop();
    }
  });

  it('a server killed while one of its processes is frozen is back as well', async () => {
    const server = await start(dataDir);
    try {
      const before = server.pid() ?? 0;
      const frozen = childrenOf(before)[0] ?? 0;
      process.kill(frozen, 'SIGSTOP');
      process.kill(before, 'SIGKILL');
      await until(async () => (await words(server).catch(() => [])).length === 3, 15_000);
      expect(server.pid()).not.toBe(before);
    } finally {
      await server.stop();
    }
  });

  it('a server whose socket was swept away is reachable again', async () => {
    const server = await start(dataDir);
    try {
      rmSync(server.app.host, { recursive: true });
      await until(async () => (await words(server).catch(() => [])).length === 3, 15_000);
      expect(existsSync(join(server.app.host, '.s.PGSQL.5432'))).toBe(true);
    } finally {
      await server.stop();
    }
  });

  it('a database that vanishes is reported, not replaced by an empty one', async () => {
    const server = await start(dataDir);
    const clusterDir = join(dataDir, 'postgres');
    renameSync(clusterDir, `${clusterDir}.away`);
    try {
      process.kill(server.pid() ?? 0, 'SIGKILL');
      await until(() => lines.some((line) => line.includes('The database is gone')), 5_000);
      expect(existsSync(clusterDir)).toBe(false);
      renameSync(`${clusterDir}.away`, clusterDir);
      await until(async () => (await words(server).catch(() => [])).length === 3, 15_000);
    } finally {
      await server.stop();
    }
  });

  it('keys without a database are no first start: it is refused in one line, and nothing is made', async () => {
    const clusterDir = join(dataDir, 'postgres');
    renameSync(clusterDir, `${clusterDir}.away`);
    mkdirSync(join(dataDir, 'keys'));
    await expect(start(dataDir)).rejects.toThrow(
      `The database is missing: there is no ${clusterDir}, though ${join(dataDir, 'keys')} is there. Put it back from a backup, or move the keys away to begin with an empty database.`,
    );
    expect(existsSync(clusterDir)).toBe(false);
    rmSync(join(dataDir, 'keys'), { recursive: true });
    renameSync(`${clusterDir}.away`, clusterDir);
  });

  it('stop() right after a kill leaves nothing running', async () => {
    const server = await start(dataDir);
    process.kill(server.pid() ?? 0, 'SIGKILL');
    await sleep(300);
    await server.stop();
    await sleep(500);
    expect(server.pid()).toBeUndefined();
    expect(existsSync(join(dataDir, 'roadkeeper.lock'))).toBe(false);
  });

  it('stop() ends a frozen server', async () => {
    const server = await start(dataDir);
    const pid = server.pid() ?? 0;
    const mark = startMark(pid) ?? '';
    process.kill(pid, 'SIGSTOP');
    for (const child of childrenOf(pid))
      try {
        process.kill(child, 'SIGSTOP');
      } catch (error) {
        // One that was just ending by itself is gone.
        expect(error).toMatchObject({ code: 'ESRCH' });
      }
    await server.stop();
    expect(isSameProcess(pid, mark)).toBe(false);
  });

  it('a server that cannot start says why', async () => {
    const control = join(dataDir, 'postgres/global/pg_control');
    const bytes = readFileSync(control);
    writeFileSync(control, Buffer.alloc(bytes.length));
    await expect(start(dataDir)).rejects.toThrow(/^PostgreSQL did not start\. Its last lines: .*incompatible/);
    writeFileSync(control, bytes);
    const server = await start(dataDir);
    await server.stop();
  });
});

describe.skipIf(!hasServer)('as other users', () => {
  it('runs for a user who is not root', async (context) => {
    if (!isRoot) return context.skip('this whole file runs as such a user already');
    const user = { uid: 1000, gid: 1000 };
    const canRead = spawnSync(process.execPath, [join(import.meta.dirname, 'processes.ts')], { ...user, cwd: '/' });
    if (canRead.status !== 0) return context.skip('user 1000 cannot read this folder');
    const dataDir = await newFolder();
    chownSync(dataDir, user.uid, user.gid);
    const product = await startHolder(dataDir, 'theirs', user);
    expect(product.said).toMatchObject({ adopted: false });
    expect(statSync(`/proc/${product.said.pid}`).uid).toBe(1000);
    product.process.kill('SIGTERM');
    expect(await product.ended).toBe(0);
    expect(startMark(product.said.pid ?? 0)).toBeUndefined();
  });

  it('runs on a data folder inside a home that only its user may enter', async () => {
    const home = await newFolder();
    const dataDir = join(home, 'home/data');
    mkdirSync(join(home, 'home'), { mode: 0o700 });
    folders.push(dataDir);
    folders.reverse();
    const server = await start(dataDir);
    try {
      const { rows } = await withClient(server.app, (client) => client.query('select 1 as one'));
      expect(rows).toEqual([{ one: 1 }]);
      expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(true);
    } finally {
      await server.stop();
    }
  });
});
