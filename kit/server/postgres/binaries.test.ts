import { lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { replaySymlinks } from './binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadkeeper-programs-'));
  mkdirSync(join(folder, 'native/lib'), { recursive: true });
  writeFileSync(join(folder, 'native/lib/libx.so.1.2'), 'library');
  const list = ['libx.so', 'libx.so.1'].map((name) => ({
    source: 'native/lib/libx.so.1.2',
    target: `native/lib/${name}`,
  }));
  writeFileSync(join(folder, 'native/pg-symlinks.json'), JSON.stringify(list));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes the links that the install script would have made, several starts at once too', async () => {
  await Promise.all([replaySymlinks(folder), replaySymlinks(folder), replaySymlinks(folder)]);
  for (const name of ['libx.so', 'libx.so.1']) {
    expect(readlinkSync(join(folder, 'native/lib', name))).toBe('libx.so.1.2');
    expect(readFileSync(join(folder, 'native/lib', name), 'utf8')).toBe('library');
  }
});

it('leaves what is there alone, and mends a broken link', async () => {
  writeFileSync(join(folder, 'native/lib/libx.so'), 'a real file');
  symlinkSync('gone', join(folder, 'native/lib/libx.so.1'));
  await replaySymlinks(folder);
  expect(lstatSync(join(folder, 'native/lib/libx.so')).isSymbolicLink()).toBe(false);
  expect(readlinkSync(join(folder, 'native/lib/libx.so.1'))).toBe('libx.so.1.2');
});

it('has nothing to do for a package without a list', async () => {
  await rm(join(folder, 'native/pg-symlinks.json'));
  await expect(replaySymlinks(folder)).resolves.toBeUndefined();
});
