import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lock, sbomOf } from './sbom.ts';

const root = join(import.meta.dirname, '../..');
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
interface Component {
  name: string;
  version: string;
  scope: string;
  purl: string;
  hashes?: { content: string }[];
  licenses?: unknown[];
}
interface Bill {
  serialNumber: string;
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

test('the bill of materials names every package that runs in production, and no other', () => {
  const { components } = sbomOf(lock) as unknown as Bill;
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, Record<string, string>>;
  const has = (name: string, version: string) => components.some((one) => one.name === name && one.version === version);
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
    expect(has(name, version), name).toBe(true);
  for (const name of ['vitest', 'react', 'typescript', 'smtp-server']) {
    expect(devDependencies?.[name], name).toBeDefined();
    expect(
      components.some((one) => one.name === name),
      name,
    ).toBe(false);
  }
  // What npm installs without development packages is what is not marked as theirs alone.
  const marked = Object.entries(
    lock.packages as Record<string, { dev?: boolean; devOptional?: boolean; version: string }>,
  )
    .filter(([place, { dev, devOptional }]) => place !== '' && !dev && !devOptional)
    .map(([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)}@${version}`);
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`));
  expect([...new Set(marked)].filter((one) => !named.has(one))).toEqual([]);
  for (const { name, hashes, licenses, purl } of components) {
    expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses, name).toHaveLength(1);
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/);
  }
});

test('each package finds what it asks for beside it first, and what is optional is said to be', () => {
  const small: Lock = {
    packages: {
      '': { name: 'app', version: '1.0.0', dependencies: { a: '1' }, optionalDependencies: { o: '1' } },
      'node_modules/a': { version: '1.0.0', license: '(MIT OR Apache-2.0)', dependencies: { b: '2', gone: '1' } },
      'node_modules/b': { version: '1.0.0', license: 'MIT' },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'SEE LICENSE IN file' },
      'node_modules/o': { version: '1.0.0', dependencies: { b: '1' } },
    },
  };
  const { components, dependencies } = sbomOf(small) as unknown as Bill;
  expect(components.map(({ name, version, scope }) => [name, version, scope])).toEqual([
    ['a', '1.0.0', 'required'],
    ['b', '1.0.0', 'optional'],
    ['b', '2.0.0', 'required'],
    ['o', '1.0.0', 'optional'],
  ]);
  expect(components.map(({ licenses }) => licenses?.[0])).toEqual([
    { expression: 'MIT OR Apache-2.0' },
    { license: { id: 'MIT' } },
    { license: { name: 'SEE LICENSE IN file' } },
    undefined,
  ]);
  expect(dependencies).toContainEqual({ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@2.0.0'] });
});

test('it is the same file whenever it is made', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rk-sbom-'));
  try {
    const [one, two] = ['one.json', 'two.json'].map((name) => {
      execFileSync(process.execPath, ['tools/sbom/write-sbom.ts', join(folder, name)], { cwd: root });
      return readFileSync(join(folder, name), 'utf8');
    });
    expect(two).toBe(one);
    const bill = JSON.parse(one as string) as Bill;
    expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(one).not.toContain('timestamp');
    expect(one).not.toContain(root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
