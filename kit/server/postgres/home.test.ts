import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyBinaries, findBinaries, packageFolder } from './binaries.ts';
import { clusterVersion, createCluster } from './cluster.ts';
import { findHome, type Home, type HomeOptions, runAs } from './home.ts';

const isRoot = process.getuid?.() === 0 && packageFolder() !== undefined;
if (!isRoot)
  console.warn('Skipped: where root puts the database is tested as root, with the built-in database installed.');

let base: string;
let closedHome: string;
let dataDir: string;
let outside: string;
const lines: string[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'roadkeeper-test-'));
  await chmod(base, 0o755);
  closedHome = join(base, 'home');
  dataDir = join(closedHome, 'data');
  outside = join(base, 'outside');
  await mkdir(dataDir, { recursive: true });
  await chmod(closedHome, 0o700);
  lines.length = 0;
});
afterEach(() => rm(base, { recursive: true, force: true }));

const find = async (options: Partial<HomeOptions> = {}) =>
  findHome(dataDir, { binaries: await findBinaries(), log: (line) => void lines.push(line), outside, ...options });

/** The answer is right when a cluster can be made with it. */
async function expectToServe(home: Home): Promise<void> {
  expect((await runAs(home.identity, '/usr/bin/id', ['-u'])).output.trim()).toBe('65534');
  await createCluster(home, 'secret', false);
  expect(await clusterVersion(home.clusterDir)).toBe('18');
  expect(statSync(home.clusterDir).uid).toBe(home.identity.kind === 'user' ? home.identity.uid : 0);
}

describe.runIf(isRoot)('where root puts the database', () => {
  it('user 65534 serves a folder that it can reach', async () => {
    await chmod(closedHome, 0o755);
    const home = await find();
    expect(home.clusterDir).toBe(join(dataDir, 'postgres'));
    // Programs below a closed home leave only the namespace.
    expect(['user', 'namespace']).toContain(home.identity.kind);
    await expectToServe(home);
  });

  it('a user namespace serves a folder below a closed home', async (context) => {
    if ((await runAs({ kind: 'namespace' }, '/bin/true', [])).code !== 0)
      return context.skip('no user namespaces here');
    const home = await find();
    expect(home).toMatchObject({ clusterDir: join(dataDir, 'postgres'), identity: { kind: 'namespace' } });
    await expectToServe(home);
    expect(statSync(closedHome).mode & 0o777).toBe(0o700);
  });

  it('without namespaces a data folder that only bars the way is opened for passing through', async () => {
    await chmod(closedHome, 0o755);
    await chmod(dataDir, 0o700);
    const home = await find({ allowed: ['user'] });
    expect(home).toMatchObject({ clusterDir: join(dataDir, 'postgres'), identity: { kind: 'user', uid: 65534 } });
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
    await expectToServe(home);
  });

  it('without namespaces a new database below a closed home goes outside, and is found there again', async () => {
    const home = await find({ allowed: ['user'] });
    expect(home.clusterDir.startsWith(outside)).toBe(true);
    expect(readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim()).toBe(home.clusterDir);
    expect(lines.join()).toContain(`the database lives in ${home.clusterDir}`);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
    await expectToServe(home);
    expect((await find()).clusterDir).toBe(home.clusterDir);
  });

  it('programs out of reach are copied, once', async () => {
    const binaries = await findBinaries();
    const hidden = join(closedHome, 'programs');
    const closed = await copyBinaries(binaries, hidden);
    await chmod(closedHome, 0o711);
    await chmod(hidden, 0o700);
    const home = await find({ binaries: closed, allowed: ['user'] });
    expect(home.binaries.root.startsWith(outside)).toBe(true);
    expect(home.clusterDir).toBe(join(dataDir, 'postgres'));
    await expectToServe(home);
    const made = statSync(home.binaries.postgres).ctimeMs;
    expect((await find({ binaries: closed, allowed: ['user'] })).binaries).toEqual(home.binaries);
    expect(statSync(home.binaries.postgres).ctimeMs).toBe(made);
  });

  it('an existing database out of reach is refused in one sentence, not replaced by a new one', async () => {
    await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
    await expect(find({ allowed: ['user'] })).rejects.toThrow(
      `PostgreSQL does not run as root, and user 65534 cannot reach ${join(dataDir, 'postgres')}: start Roadkeeper as another user.`,
    );
    expect(existsSync(outside)).toBe(false);
  });
});
