import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crowdedFolders } from './folders.ts';
import { plantTree } from './planted-tree.ts';

const files = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/file-${at}.ts`, '']));

test('a folder of 26 files is refused, one of 25 with more below it is fine', () => {
  using tree = plantTree({
    ...files('areas/roads', 26),
    ...files('areas/fleet', 25),
    ...files('areas/fleet/list', 25),
  });
  expect(crowdedFolders(tree.root)).toEqual(['areas/roads holds 26 files; 25 is the most: which rooms are in it?']);
});

test('seeds, migrations and settings at the root may be many', () => {
  using tree = plantTree({ ...files('db/seed', 40), ...files('db/migrations', 40), ...files('.', 30) });
  expect(crowdedFolders(tree.root)).toEqual([]);
});

test('the command prints the folder and fails', () => {
  using tree = plantTree(files('kit/web', 26));
  const tool = join(import.meta.dirname, 'folders.ts');
  expect(spawnSync(process.execPath, [tool], { cwd: tree.root, encoding: 'utf8' })).toMatchObject({
    status: 1,
    stderr: 'kit/web holds 26 files; 25 is the most: which rooms are in it?\n',
  });
});
