import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { mockingFiles, slowest } from './test-files.ts';

const root = join(import.meta.dirname, '..');

test('every file that is known to be slow is there, once', () => {
  const paths = globSync('{kit,areas,telematics,apps,db,tools,e2e}/**/*.test.ts', { cwd: root });
  const counts = slowest.map((end) => [end, paths.filter((path) => `/${path}`.endsWith(`/${end}`)).length]);
  expect(counts).toEqual(slowest.map((end) => [end, 1]));
});

test('files that mock modules are told apart, and words about it are not taken for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rk-mocking-'));
  try {
    const files = {
      'a.test.ts': "import { vi } from 'vitest';\nvi.mock('./a.ts', () => ({}));\n",
      'b.test.ts': "test('b', () => {\n  vi.doMock('./b.ts', () => ({}));\n});\n",
      'c.test.ts': "// Nothing here calls vi.mock('./c.ts').\n",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(mockingFiles(folder, '*.test.ts')).toEqual(['a.test.ts', 'b.test.ts']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the files that mock the filter of tenants are among them', () => {
  const found = mockingFiles(root, 'apps/server/**/*.test.ts').map((path) => basename(path));
  expect(found).toEqual(expect.arrayContaining(['leaks.test.ts', 'tenant-filter-mutants.test.ts']));
});
