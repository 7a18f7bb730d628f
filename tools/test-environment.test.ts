import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { folderInMemory, prepareEnvironment } from './test-environment.ts';

test('a folder on a disk, or in memory without room, is none', () => {
  expect(folderInMemory(import.meta.dirname)).toBeUndefined();
  expect(folderInMemory('/dev/shm', Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(folderInMemory('/nowhere/at/all')).toBeUndefined();
});

const folder = folderInMemory('/dev/shm', 1);
test.skipIf(folder === undefined)('the folder in memory is for everybody to write to, as the temporary one is', () => {
  expect(statSync(folder as string).mode & 0o1777).toBe(0o1777);
});

test('what the user has set stays', () => {
  const own = { TMPDIR: tmpdir(), NODE_OPTIONS: '--max-semi-space-size=16' };
  prepareEnvironment(own);
  expect(own).toEqual({ TMPDIR: tmpdir(), NODE_OPTIONS: '--max-semi-space-size=16' });
  const more: NodeJS.ProcessEnv = { TMPDIR: tmpdir(), NODE_OPTIONS: '--trace-warnings' };
  prepareEnvironment(more);
  expect(more['NODE_OPTIONS']).toBe('--trace-warnings --max-semi-space-size=64');
});
