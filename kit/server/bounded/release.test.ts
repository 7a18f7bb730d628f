import { expect, test } from 'vitest';
import { release } from './release.ts';

test('the memory of released bytes is free at once', () => {
  const before = process.memoryUsage().arrayBuffers;
  const bytes = Buffer.alloc(64 * 1024 * 1024, 1);
  expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(60 * 1024 * 1024);
  release(bytes);
  release(bytes);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
});

test('bytes that share their memory with others are left alone', () => {
  const one = Buffer.from('one');
  const other = Buffer.from('other');
  release(one);
  expect(other.toString()).toBe('other');
});
