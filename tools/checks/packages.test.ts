import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPackages } from './packages.ts';
import { plantTree } from './planted-tree.ts';

const node = { 'node_modules/node': { version: '24.21.0', hasInstallScript: true } };
const plant = (packages: Record<string, object>, allowScripts: Record<string, boolean> = { node: true }) =>
  plantTree({
    'package.json': JSON.stringify({ allowScripts }),
    'package-lock.json': JSON.stringify({ packages: { ...node, ...packages } }),
  });

test('packages that run on our Node pass, older or optional ones for other machines too', () => {
  using tree = plant({
    '': { engines: { node: '>=20' } },
    'node_modules/plain': { version: '1.0.0' },
    'node_modules/vitest': { version: '5.1.1', engines: { node: '^22.12.0 || ^24.0.0 || >=26.0.0' } },
    'node_modules/@img/sharp-win32-ia32': { version: '0.35.5', engines: { node: '^20.9.0' }, optional: true },
  });
  expect(checkPackages(tree.root)).toEqual([]);
});

test('a package that wants another Node is named', () => {
  using tree = plant({ 'node_modules/a/node_modules/@x/late': { version: '9.0.0', engines: { node: '>=26' } } });
  expect(checkPackages(tree.root)).toEqual(['package-lock.json: @x/late 9.0.0 wants Node >=26, and ours is 24.21.0']);
});

test('a deprecated package is named with what its author says', () => {
  using tree = plant({ 'node_modules/old': { version: '1.0.0', deprecated: 'Use new instead' } });
  expect(checkPackages(tree.root)).toEqual(['package-lock.json: old 1.0.0 is deprecated: Use new instead']);
});

test('an install script is allowed or refused by name', () => {
  const packages = { 'node_modules/scripted': { version: '1.0.0', hasInstallScript: true } };
  using open = plant(packages);
  expect(checkPackages(open.root)).toEqual([
    'package-lock.json: scripted 1.0.0 has an install script: allow or refuse it in allowScripts of package.json',
  ]);
  using refused = plant(packages, { node: true, scripted: false });
  expect(checkPackages(refused.root)).toEqual([]);
});

test('packages for other machines have to be locked as well', () => {
  const tool = { version: '2.0.0', optionalDependencies: { '@tool/linux': '2.0.0', '@tool/darwin': '2.0.0' } };
  const lock = { 'node_modules/a/node_modules/tool': tool, 'node_modules/a/node_modules/@tool/linux': {} };
  using tree = plant(lock);
  expect(checkPackages(tree.root)).toEqual([
    'package-lock.json: tool 2.0.0 may need @tool/darwin 2.0.0, which is not locked',
  ]);
  using whole = plant({ ...lock, 'node_modules/@tool/darwin': { version: '2.0.0' } });
  expect(checkPackages(whole.root)).toEqual([]);
});

test('the command prints what is wrong and fails', () => {
  using tree = plant({ 'node_modules/old': { version: '1.0.0', deprecated: 'Gone' } });
  const tool = join(import.meta.dirname, 'packages.ts');
  expect(spawnSync(process.execPath, [tool], { cwd: tree.root, encoding: 'utf8' })).toMatchObject({
    status: 1,
    stderr: 'package-lock.json: old 1.0.0 is deprecated: Gone\n',
  });
});
