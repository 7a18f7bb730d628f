import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, filesBelow } from './files-below.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rk-below-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('all files below a folder are found, but those of a folder that goes meanwhile', async () => {
  for (const path of ['base/1/kept', 'base/2/gone', 'base/3/kept']) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), path);
  }
  await writeFile(join(folder, 'first'), 'first');
  const found: string[] = [];
  for await (const path of filesBelow(folder)) {
    found.push(path.slice(folder.length + 1));
    // Where it stands in its folder it was seen; its own folder is opened later.
    if (path.endsWith('1/kept')) await rm(join(folder, 'base/2'), { recursive: true });
  }
  expect(found).toEqual(['first', 'base/1/kept', 'base/3/kept']);
});

test('a folder that was never there, and anything that is no folder or file, is told', async () => {
  await expect(filesBelow(join(folder, 'nowhere')).next()).rejects.toThrow('ENOENT');
  await expect(filesBelow(join(folder, 'first')).next()).rejects.toThrow('ENOTDIR');
  expect(await bytesOf(join(folder, 'nowhere'))).toEqual(Buffer.alloc(0));
  expect(String(await bytesOf(join(folder, 'first')))).toBe('first');
  await expect(bytesOf(folder)).rejects.toThrow('EISDIR');
});
