import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildWeb } from './build-web.ts';
import { plantTree } from './checks/planted-tree.ts';

const sources = { 'apps/web/main.tsx': 'a', 'areas/roads/roads.page.tsx': 'b', 'areas/roads/roads.server.ts': 'c' };
const quiet = () => undefined;

/** A builder that writes a page and counts how often it is asked. */
function builder(root: string) {
  const made = { builds: 0 };
  const load = async () => async () => {
    made.builds += 1;
    mkdirSync(join(root, 'dist/web'), { recursive: true });
    writeFileSync(join(root, 'dist/web/index.html'), `build ${made.builds}`);
    return [];
  };
  return { made, load: load as never };
}
const notInstalled = () => Promise.reject(Object.assign(new Error('no vite'), { code: 'ERR_MODULE_NOT_FOUND' }));

test('the web app is built when its sources changed, and when it is asked for', async () => {
  using tree = plantTree(sources);
  const { made, load } = builder(tree.root);
  const build = (always = false) => buildWeb(tree.root, quiet, { always, load });
  expect(await build()).toBe(join(tree.root, 'dist/web'));
  await build();
  expect(made.builds).toBe(1);
  writeFileSync(join(tree.root, 'areas/roads/roads.server.ts'), 'server code is no part of it');
  await build();
  expect(made.builds).toBe(1);
  writeFileSync(join(tree.root, 'areas/roads/roads.page.tsx'), 'changed');
  await build();
  expect(made.builds).toBe(2);
  await build(true);
  expect(made.builds).toBe(3);
});

test('sources that were only touched are not built anew, and a change of the same length is', async () => {
  using tree = plantTree(sources);
  const { made, load } = builder(tree.root);
  const build = () => buildWeb(tree.root, quiet, { load });
  const page = join(tree.root, 'areas/roads/roads.page.tsx');
  await build();
  const touch = (seconds: number) => utimesSync(page, seconds, seconds);
  touch(1_000_000_000);
  await build();
  await build();
  expect(made.builds).toBe(1);
  writeFileSync(page, 'B');
  touch(1_000_000_001);
  await build();
  expect(made.builds).toBe(2);
});

test('a ready build is served without the packages that built it', async () => {
  using tree = plantTree(sources);
  const { load } = builder(tree.root);
  await buildWeb(tree.root, quiet, { load });
  expect(await buildWeb(tree.root, quiet, { load: notInstalled })).toBe(join(tree.root, 'dist/web'));
});

test('a build that is missing or stale and cannot be made stops the start with one line', async () => {
  using tree = plantTree(sources);
  const attempt = () => buildWeb(tree.root, quiet, { load: notInstalled });
  await expect(attempt()).rejects.toThrow(/^The web app in dist\/web is missing, and Vite is not installed[^\n]*$/);
  const { load } = builder(tree.root);
  await buildWeb(tree.root, quiet, { load });
  writeFileSync(join(tree.root, 'apps/web/main.tsx'), 'changed');
  await expect(attempt()).rejects.toThrow(/^The web app in dist\/web is older than its sources, and Vite[^\n]*$/);
  expect(readFileSync(join(tree.root, 'dist/web/index.html'), 'utf8')).toBe('build 1');
});

test('a builder that is there and broken is no missing one', async () => {
  using tree = plantTree(sources);
  const broken = () => Promise.reject(new SyntaxError('unexpected token'));
  await expect(buildWeb(tree.root, quiet, { load: broken })).rejects.toThrow('unexpected token');
});
