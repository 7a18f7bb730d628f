import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../postgres/launcher.ts';
import { withClient } from '../postgres/roles.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { type Archiver, startArchiver } from './archiver.ts';
import { listPieces, readReached } from './log-pieces.ts';
import { parseLsn } from './lsn.ts';
import { baseFolder, listBases, logFolder, markPlace } from './place.ts';
import { askForBase } from './request.ts';
import { newRecoveryKey, recipientFile } from './recovery-key.ts';
import { dropSlots, findSlot } from './slot.ts';

const disk = await mountSmallDisk(64);

describe('the archiver', () => {
  let folder: string;
  let dataDir: string;
  let place: string;
  let server: PostgresServer;
  let archiver: Archiver | undefined;
  const lines: string[] = [];
  const slow = { timeout: 30_000 };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rk-archiver-'));
    dataDir = join(folder, 'data');
    place = join(disk?.path ?? folder, 'backups');
    server = await startPostgres({ dataDir, durable: false, log: () => undefined });
    await markPlace(place);
    await withClient(server.owner, (client) => client.query('create table noise (words text)'));
  });
  afterAll(async () => {
    await archiver?.stop();
    await server.stop();
    await disk?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (everyHours: number) => {
    const { superuser, clusterDir } = server;
    const order = { superuser, dataDir, clusterDir, place, keep: 3, everyHours, program: '0.0.0' };
    archiver = startArchiver(order, (line) => void lines.push(line));
    return archiver;
  };
  const seriesNow = () => withClient(server.superuser, async (client) => (await findSlot(client))?.series ?? '');
  const flushed = () =>
    withClient(server.superuser, async (client) => {
      const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as lsn');
      return parseLsn(rows[0].lsn);
    });
  const write = (bytes: number) =>
    withClient(server.owner, (client) =>
      client.query(
        `insert into noise select string_agg(sha512(random()::text::bytea)::text, '') from generate_series(1, $1)`,
        [Math.ceil(bytes / 130)],
      ),
    );
  const isCarriedOver = async () => {
    const { to } = (await readReached(place, await seriesNow())) ?? { to: '0/0' };
    return parseLsn(to) >= (await flushed());
  };

  test('waits for a recovery key, then makes a first base backup by itself', async () => {
    const { status } = start(24);
    await expect.poll(() => status().problem, slow).toMatch(/no recovery key yet/);
    await writeFile(join(dataDir, recipientFile), (await newRecoveryKey()).recipient);
    await mkdir(join(dataDir, 'keys'));
    await expect.poll(() => status().baseAt, slow).toMatch(/^20/);
    expect(status()).toMatchObject({ problem: null, baseProblem: null });
    expect(await listBases(place)).toHaveLength(1);
  });

  test('puts the pieces of a segment together, and lets PostgreSQL drop what is in the backup', async () => {
    const before = await withClient(server.superuser, findSlot);
    for (let count = 0; count < 10; count += 1) {
      await write(2 ** 21);
      await expect.poll(isCarriedOver, slow).toBe(true);
    }
    const pieces = await listPieces(logFolder(place, await seriesNow()));
    const whole = pieces.filter(({ from, to }) => to - from === 16n << 20n);
    expect(whole.length).toBeGreaterThan(0);
    for (const { to } of whole)
      expect(pieces.filter((piece) => piece.to > to - (16n << 20n) && piece.to <= to)).toHaveLength(1);
    const after = await withClient(server.superuser, findSlot);
    expect(after?.series).toBe(before?.series);
    expect(after?.from).toBeGreaterThan(before?.from ?? 0n);
  });

  test('makes a base backup when a command asks for one, and says why it cannot', async () => {
    const answer = await askForBase(dataDir);
    expect(answer).toMatchObject({ id: (await listBases(place)).at(-1)?.id });
    expect(await listBases(place)).toHaveLength(2);
    const folder = baseFolder(place);
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'in its way');
    expect(await askForBase(dataDir)).toMatchObject({ problem: expect.stringMatching(/EEXIST|ENOTDIR/) });
    await rm(folder);
    await rename(`${folder}-away`, folder);
  });

  test('goes on where it ended, in the same series', async () => {
    const series = await seriesNow();
    await archiver?.stop();
    await write(2 ** 16);
    start(0);
    await expect.poll(isCarriedOver, slow).toBe(true);
    expect(await seriesNow()).toBe(series);
    expect(await readdir(logFolder(place))).toEqual([series]);
  });

  test('does not write where the disk is not mounted, says so, and goes on when it is back', async () => {
    await rename(place, `${place}-away`);
    await mkdir(place);
    await archiver?.stop();
    const { status } = start(0);
    await expect.poll(() => status().problem, slow).toMatch(/is its disk mounted/);
    await write(2 ** 16);
    expect(await readdir(place)).toEqual([]);
    await rm(place, { recursive: true });
    await rename(`${place}-away`, place);
    await expect.poll(() => status().problem, slow).toBeNull();
    await expect.poll(isCarriedOver, slow).toBe(true);
    expect(lines.at(-1)).toBe('backup: the log of writes is carried over again');
  });

  test.skipIf(!disk)('waits while the disk of the backup is full; the database goes on writing', async () => {
    const { status } = archiver as Archiver;
    disk?.fill();
    await write(2 ** 21);
    await expect.poll(() => status().problem, slow).toMatch(/is full$/);
    await write(2 ** 16);
    await disk?.empty();
    await expect.poll(() => status().problem, slow).toBeNull();
    await expect.poll(isCarriedOver, slow).toBe(true);
  });

  test('begins a new series when the log was not kept, and makes a base backup for it', async () => {
    const series = await seriesNow();
    await archiver?.stop();
    await withClient(server.superuser, dropSlots);
    const { status } = start(24);
    await expect.poll(seriesNow, slow).not.toBe('');
    expect(await seriesNow()).not.toBe(series);
    await expect.poll(async () => (await listBases(place)).length, slow).toBe(3);
    await expect.poll(() => status().baseAt, slow).toBe((await listBases(place)).at(-1)?.finishedAt);
  });
});
