import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from './planted-tree.ts';
import { findMissing, productionEntries } from './runtime-packages.ts';

const dependencies = { node: '24.21.0', pg: '8.0.0', '@x/files': '1.0.0' };
const plant = (files: Record<string, string>, more: object = {}) =>
  plantTree({ 'package.json': JSON.stringify({ dependencies, ...more }), ...files });
const main = `import { Client } from 'pg';\nimport 'node:fs';\nimport { a } from './a.ts';\n`;
const files = `createRequire(import.meta.url).resolve('@x/files/package.json');\n`;

test('a server that needs its dependencies alone passes', () => {
  using tree = plant({
    'main.ts': main,
    'a.ts': `${files}import type { Kysely } from 'kysely';\nexport type { Page } from 'playwright-core';\nexport const a = 1;\n`,
    'never.ts': `import 'vitest';\n`,
  });
  expect(findMissing(tree.root, ['main.ts'])).toEqual([]);
});

test('a development package is refused however far away it is imported, and in a worker', () => {
  using tree = plant({
    'main.ts': main,
    'a.ts': `${files}export { b } from '#kit/b.ts';\nnew Worker(new URL('./work/worker.ts', import.meta.url));\n`,
    'kit/b.ts': `export const b = async () => await import('@mantine/core/styles.js');\n`,
    'work/worker.ts': `import { type Row } from 'read-rows';\n`,
  });
  expect(findMissing(tree.root, ['main.ts'])).toEqual([
    `kit/b.ts:1 needs '@mantine/core' at run time: move it to dependencies in package.json`,
    `work/worker.ts:1 needs 'read-rows' at run time: move it to dependencies in package.json`,
  ]);
});

test.each([
  ['is resolved for its files', files.replaceAll('@x/files', 'swagger')],
  ['is loaded at its first use', `const load = () => createRequire(import.meta.url)('swagger');\n`],
])('a package that %s counts', (_, source) => {
  using tree = plant({ 'main.ts': main, 'a.ts': source });
  expect(findMissing(tree.root, ['main.ts'])).toEqual([
    `a.ts:1 needs 'swagger' at run time: move it to dependencies in package.json`,
    `package.json: nothing that runs in production needs '@x/files'`,
  ]);
});

test('the Node that runs everything is a dependency, an optional one counts as installed', () => {
  using tree = plant(
    { 'main.ts': `import 'pg';\n` },
    { dependencies: {}, devDependencies: { node: '24.21.0' }, optionalDependencies: { pg: '8.0.0' } },
  );
  expect(findMissing(tree.root, ['main.ts'])).toEqual([
    `package.json: 'node' runs everything: move it to dependencies`,
  ]);
});

// Reads every file that the server loads.
test('the product and the commands of its operators run without development packages', { timeout: 60_000 }, () => {
  expect(findMissing(join(import.meta.dirname, '../..'), productionEntries)).toEqual([]);
});
