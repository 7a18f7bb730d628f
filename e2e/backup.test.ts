import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPostgres } from '#kit/server/postgres/launcher.ts';
import { mountSmallDisk, type SmallDisk } from '#kit/server/testing/small-disk.ts';
import { runningDatabase } from '#kit/server/postgres/running.ts';
import { foreign } from './support/kills.ts';
import { demoDataDir, type RunningProduct, startProduct } from './support/product.ts';
import { differences, readTables, type Tables } from './support/tables.ts';
import { call, login } from './support/writers.ts';

const small = foreign ? undefined : await mountSmallDisk(3);

const root = join(import.meta.dirname, '..');

interface Ended {
  code: number | null;
  output: string;
}

describe.skipIf(foreign)('a backup of a product that runs', () => {
  let folder: string;
  let dataDir: string;
  let place: string;
  let product: RunningProduct;
  let recoveryKey: string;
  let token: string;
  /** What the database held at two moments. */
  let middle: { at: Date; tables: Tables };
  let end: Tables = {};
  let seen: { health: { attention: { name: string }[] }; baseAge: number };

  const command = (
    name: 'backup' | 'restore',
    args: readonly string[] = [],
    environment: Record<string, string> = {},
  ) => {
    const child = spawn(process.execPath, [`tools/backup/${name}.ts`, ...args], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: place, BACKUP_KEEP: '2', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
    const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, output })));
    return { child, ended };
  };
  const backup = (args: readonly string[] = [], environment: Record<string, string> = {}) =>
    command('backup', args, environment).ended;
  const restore = (to: string, args: readonly string[] = [], from = place, key = recoveryKey) =>
    command('restore', ['--from', from, ...args], { DATA_DIR: to, BACKUP_RECOVERY_KEY: key }).ended;

  let serial = 0;
  const write = async () => {
    const body = { name: `Backed up ${(serial += 1)}` };
    const answer = await call(product.url, token, 'POST', '/vehicle-brand', { body });
    if (answer?.status !== 201) throw new Error(`Not written: ${JSON.stringify(answer)}`);
  };
  const upload = async () => {
    const form = new FormData();
    form.append('name', `With a logo ${(serial += 1)}`);
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    form.append('logo', new File([Buffer.from(pixel, 'base64')], 'pixel.png', { type: 'image/png' }));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${product.url}/api/v1/vehicle-brand`, { method: 'POST', headers, body: form });
    if (answer.status !== 201) throw new Error(`Not written: ${await answer.text()}`);
  };
  const tablesOf = async (of: string) => {
    const superuser = await runningDatabase(of, 'superuser');
    if (!superuser) throw new Error('The product does not run');
    return readTables(superuser);
  };
  const health = async () =>
    (await fetch(`${product.url}/readyz`)).json() as Promise<{ attention: { name: string }[] }>;
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${product.url}/metrics`)).text())?.[1]);
  /** Until everything written before now is in the backup. */
  const carriedOver = async () => {
    const now = Date.now();
    const series = JSON.parse(await readFile(await newestManifest(), 'utf8')).database.series as string;
    const reached = async () =>
      Date.parse(JSON.parse(await readFile(join(place, 'log', series, 'reached.json'), 'utf8')).at);
    await vi.waitUntil(async () => (await reached()) > now, { timeout: 30_000, interval: 100 });
  };
  const bases = async () => (await readdir(join(place, 'bases'))).sort();
  const newestManifest = async () => join(place, 'bases', (await bases()).at(-1) ?? '', 'manifest.json');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rk-backup-'));
    place = join(folder, 'disk');
    dataDir = await demoDataDir();
    const made = await backup(['--new-key']);
    recoveryKey = /AGE-SECRET-KEY-1\w+/.exec(made.output)?.[0] ?? '';
    if (recoveryKey.length !== 74) throw new Error(made.output);
    product = await startProduct(dataDir, { BACKUP_DIR: place, BACKUP_EVERY_HOURS: '0' });
    token = await login(product.url);

    const writing = new AbortController();
    const written = (async () => {
      while (!writing.signal.aborted) await (serial % 5 === 0 ? upload() : write());
    })();
    const done = await backup();
    writing.abort();
    await written;
    if (done.code !== 0) throw new Error(done.output);

    for (let count = 0; count < 10; count += 1) await write();
    await upload();
    // What the product does by itself, as chaining the history, is done as well.
    do middle = { tables: await tablesOf(dataDir), at: new Date() };
    while (!isDeepStrictEqual(middle.tables, await tablesOf(dataDir)));
    // A moment is given in milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (let count = 0; count < 10; count += 1) await write();
    await upload();
    await carriedOver();
    await vi.waitUntil(async () => (await metric('backup_base_age_seconds')) > 0, { timeout: 30_000, interval: 200 });
    seen = { health: await health(), baseAge: await metric('backup_base_age_seconds') };
    for (;;) {
      end = await tablesOf(dataDir);
      await carriedOver();
      // Frozen, so that nothing is written between the last look and the end.
      process.kill(product.pid ?? 0, 'SIGSTOP');
      if (isDeepStrictEqual(end, await tablesOf(dataDir))) break;
      process.kill(product.pid ?? 0, 'SIGCONT');
    }
    await product.kill();
  });
  afterAll(async () => {
    await product.stop();
    await small?.close();
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
  });

  const comparable = async (restored: string) => {
    const server = await startPostgres({ dataDir: restored, log: () => undefined });
    try {
      return await readTables(server.superuser);
    } finally {
      await server.stop();
    }
  };

  test('says how old it is, and needs no attention', () => {
    expect(seen.health.attention).toEqual([]);
    expect(seen.baseAge).toBeGreaterThan(0);
    expect(seen.baseAge).toBeLessThan(120);
  });

  test('restores to the end: every table is the same row by row, people sign in, and files open', async () => {
    const to = join(folder, 'end');
    const done = await restore(to);
    expect(done.code, done.output).toBe(0);
    expect(differences(end, await comparable(to))).toEqual({});

    const restored = await startProduct(to);
    try {
      const again = await login(restored.url);
      const listed = await call(restored.url, again, 'GET', '/vehicle-brand?q=With%20a%20logo&take=50');
      expect(listed?.json.count).toBeGreaterThan(2);
      const withLogo: { logo: { id: string } }[] = listed?.json.data ?? [];
      for (const { logo } of withLogo) {
        const headers = { authorization: `Bearer ${again}` };
        const file = await fetch(`${restored.url}/api/v1/file/${logo.id}`, { headers });
        expect(file.status).toBe(200);
        expect((await file.arrayBuffer()).byteLength).toBe(96);
      }
    } finally {
      await restored.stop();
    }
  });

  test('restores to a moment: every table is as it was then', async () => {
    const to = join(folder, 'moment');
    const done = await restore(to, ['--to-time', middle.at.toISOString()]);
    expect(done.code, done.output).toBe(0);
    expect(done.output).toContain(middle.at.toISOString());
    expect(differences(middle.tables, await comparable(to))).toEqual({});

    // What was restored has a history of its own from then on, and is backed up like any other.
    const own = { DATA_DIR: to, BACKUP_DIR: join(folder, 'moment-disk') };
    const saved = await backup(['--new-folder'], own);
    expect(saved.code, saved.output).toBe(0);
    const again = join(folder, 'moment-again');
    const repeated = await restore(again, [], own.BACKUP_DIR);
    expect(repeated.code, repeated.output).toBe(0);
    expect(differences(middle.tables, await comparable(again))).toEqual({});
  });

  describe('that is not as it should be', () => {
    /** A copy of the backup with something done to it, and what a restore of it says. */
    const spoilt = async (spoil: (copy: string) => Promise<void>, args: readonly string[] = [], key = recoveryKey) => {
      const copy = await mkdtemp(join(folder, 'spoilt-'));
      await cp(place, copy, { recursive: true });
      await spoil(copy);
      const to = `${copy}-restored`;
      return { ...(await restore(to, args, copy, key)), to, copy };
    };
    const expectRefused = async (what: Promise<Ended & { to: string }>, line: RegExp) => {
      const { code, output, to } = await what;
      expect(output).toMatch(line);
      expect(output.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(1);
      // Nothing was touched.
      expect(await readdir(to).catch(() => [])).toEqual([]);
    };
    const asItIs = async () => undefined;
    const inBase = async (copy: string, name: string) =>
      join(copy, 'bases', (await readdir(join(copy, 'bases')))[0] ?? '', name);
    const pieces = async (copy: string) => {
      const { series, to } = JSON.parse(await readFile(await inBase(copy, 'manifest.json'), 'utf8')).database;
      const least = BigInt(`0x${String(to).replace('/', '').padStart(9, '0')}`);
      const names = (await readdir(join(copy, 'log', series))).filter((name) => name.endsWith('.age')).sort();
      return names.map((name) => ({
        path: join(copy, 'log', series, name),
        isLater: BigInt(`0x${name.slice(0, 16)}`) > least,
      }));
    };
    const cutShort = async (path: string) => truncate(path, (await readFile(path)).length - 20);

    test('with another recovery key, or one that was mistyped', async () => {
      const other = 'AGE-SECRET-KEY-1K4JJYD0975KDDA0HL2HSGKXH4S608NNKRUNMA7ND35MJLR6WC60QVAG4UD';
      await expectRefused(spoilt(asItIs, [], other), /recovery key does not open the backup/);
      await expectRefused(spoilt(asItIs, [], recoveryKey.replace(/.$/, 'B')), /no recovery key/);
      await expectRefused(spoilt(asItIs, ['--key-file', '/nowhere'], ''), /Cannot read \/nowhere \(ENOENT\)/);
    });

    test('cut short, changed, without its keys, or broken off', async () => {
      const database = 'database.tar.zst.age';
      await expectRefused(
        spoilt(async (copy) => cutShort(await inBase(copy, database))),
        /damaged: database.* bytes, not/,
      );
      const flip = async (copy: string) => {
        const path = await inBase(copy, database);
        const bytes = await readFile(path);
        bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
        await writeFile(path, bytes);
      };
      await expectRefused(spoilt(flip), /damaged: database.* was changed/);
      const dropKeys = async (copy: string) => rm(await inBase(copy, 'installation.tar.zst.age'));
      await expectRefused(spoilt(dropKeys), /incomplete: installation.* is missing/);
      const dropManifest = async (copy: string) => rm(await inBase(copy, 'manifest.json'));
      await expectRefused(spoilt(dropManifest), /no whole backup in .*: what is there was broken off/);
      const dropFile = async (copy: string) => {
        const list = await readFile(await inBase(copy, 'files.sha256'), 'utf8');
        await rm(join(copy, 'files', /^[0-9a-f]{64} {2}(\S+)$/m.exec(list)?.[1] ?? ''));
      };
      await expectRefused(spoilt(dropFile), /^Not restored: 1 of \d+ stored files are missing or damaged/);
    });

    test('with a gap in what was written since: only what is before it, and only when that is wanted', async () => {
      const drop = async (copy: string) => {
        for (const { path, isLater } of await pieces(copy)) if (isLater) return rm(path);
      };
      const gap = await spoilt(drop);
      await expectRefused(Promise.resolve(gap), /A part of the log of writes is missing .*--incomplete/);
      expect((await restore(gap.to, ['--incomplete'], gap.copy)).code).toBe(0);

      const later = async (copy: string) => (await pieces(copy)).find(({ isLater }) => isLater)?.path ?? '';
      const torn = await spoilt(async (copy) => cutShort(await later(copy)));
      expect(torn).toMatchObject({
        code: 1,
        output: expect.stringMatching(/Not restored: .*wal.zst.age is damaged\n$/),
      });
      // The half is not taken for a product.
      await expect(startPostgres({ dataDir: torn.to, log: () => undefined })).rejects.toThrow(
        /restore into .* did not come to its end/,
      );
      const again = await restore(torn.to, ['--incomplete'], torn.copy);
      expect(again).toMatchObject({
        code: 0,
        output: expect.stringContaining('what was written from there on is left out'),
      });
    });

    test('for a moment that it does not hold, or into a folder that is not empty', async () => {
      await expectRefused(spoilt(asItIs, ['--to-time', '2026-01-01T00:00:00Z']), /The oldest backup in .* leads to/);
      await expectRefused(spoilt(asItIs, ['--to-time', '2099-01-01T00:00:00+05:30']), /reaches to 20.*, not to 2098/);
      await expectRefused(spoilt(asItIs, ['--to-time', 'yesterday']), /--to-time must be a time with its zone/);

      const to = await mkdtemp(join(folder, 'full-'));
      await writeFile(join(to, 'kept.txt'), 'kept');
      expect((await restore(to)).output).toMatch(/is not empty: .* --replace/);
      const done = await restore(to, ['--replace']);
      expect(done.code, done.output).toBe(0);
      const aside = (await readdir(to)).find((name) => name.startsWith('replaced-')) ?? '';
      expect(await readFile(join(to, aside, 'kept.txt'), 'utf8')).toBe('kept');
    });
  });

  test('a backup that is killed is none; the next clears it away, and older ones than are kept go', async () => {
    const killed = command('backup');
    await vi.waitUntil(async () => (await bases()).some((name) => name.endsWith('.part')), { timeout: 30_000 });
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect((await bases()).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    const first = (await bases())[0] ?? '';

    // The product does not run any more: the command starts the database by itself.
    for (let count = 0; count < 2; count += 1) {
      const done = await backup();
      expect(done.code, done.output).toBe(0);
    }
    expect(await bases()).toHaveLength(2);
    expect(await bases()).not.toContain(first);
    const to = join(folder, 'thinned');
    const done = await restore(to);
    expect(done.code, done.output).toBe(0);
    expect(differences(end, await comparable(to))).toEqual({});
  });

  test('with a database of the user’s own it is of keys and stored files, and says who saves the database', async () => {
    const other = join(folder, 'other-disk');
    const url = 'postgres://rk_app:secret@127.0.0.1:1/roadkeeper';
    const environment = { BACKUP_DIR: other, DATABASE_URL: url, DATABASE_OWNER_URL: url };
    const done = await backup(['--new-folder'], environment);
    expect(done).toMatchObject({
      code: 0,
      output: expect.stringMatching(/your own: .*pg_basebackup.*\nbackup .*keys;/),
    });
    const to = join(folder, 'installation');
    expect((await restore(to, [], other)).output).toContain('restore it with its tools');
    expect(await readFile(join(to, 'keys', 'files.key'))).toEqual(await readFile(join(dataDir, 'keys', 'files.key')));
    expect((await stat(join(to, 'keys', 'files.key'))).mode & 0o077).toBe(0);
  });

  test('refuses what cannot be: no folder, one in DATA_DIR, one that is not mounted', async () => {
    const said = async (environment: Record<string, string>) => (await backup([], environment)).output;
    expect(await said({ BACKUP_DIR: '' })).toBe(
      'No backup was made: Set BACKUP_DIR to a folder on another disk, for this command and for the product\n',
    );
    expect(await said({ BACKUP_DIR: join(dataDir, 'backup') })).toMatch(/BACKUP_DIR lies in DATA_DIR/);
    expect(await said({ BACKUP_DIR: join(folder, 'unmounted') })).toMatch(
      /not a folder for backups: is its disk mounted/,
    );
    expect(await said({ DATA_DIR: join(folder, 'nothing') })).toMatch(/There is no recovery key yet/);
  });

  test.skipIf(!small)('a full disk is one line, and leaves nothing that could be taken for a backup', async () => {
    const disk = small as SmallDisk;
    const onto = await backup(['--new-folder'], { BACKUP_DIR: join(disk.path, 'backups') });
    expect(onto).toMatchObject({ code: 1, output: `No backup was made: The disk of ${disk.path}/backups is full\n` });
    expect(await readdir(join(disk.path, 'backups', 'bases')).catch(() => [])).toEqual([]);
    const into = await restore(join(disk.path, 'data'));
    expect(into).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Not restored: The disk of .* MB left, .* needs/),
    });
    expect(await readdir(join(disk.path, 'data'))).toEqual([]);
  });
});
