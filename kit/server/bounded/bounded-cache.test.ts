import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';
import type { StoredFile } from '../files/store.ts';
import { createThumbnails } from '../files/thumbnails.ts';

test('keys count like values, and what was not used for longest goes first', () => {
  const cache = createBoundedCache<string>(64_000);
  for (let at = 0; at < 1_000; at += 1) {
    cache.set(`${at} ${'k'.repeat(1_000)}`, 'v', 1);
    cache.get(`0 ${'k'.repeat(1_000)}`);
  }
  expect(cache.bytes).toBeLessThanOrEqual(64_000);
  expect(cache.size).toBeLessThanOrEqual(32);
  expect(cache.get(`0 ${'k'.repeat(1_000)}`)).toBe('v');
  expect(cache.get(`1 ${'k'.repeat(1_000)}`)).toBeUndefined();
  expect(cache.get(`999 ${'k'.repeat(1_000)}`)).toBe('v');
});

test('what would take the room of many is not kept, and leaves nothing old behind', () => {
  const cache = createBoundedCache<string>(64_000);
  cache.set('a', 'small', 10);
  cache.set('a', 'large', 4_000);
  expect([cache.get('a'), cache.bytes, cache.size]).toEqual([undefined, 0, 0]);
  cache.set('k'.repeat(2_000), 'under a long key', 1);
  expect(cache.size).toBe(0);
  cache.set('a', 'once', 10);
  cache.set('a', 'twice', 20);
  const { bytes } = cache;
  cache.delete('a');
  expect([bytes > 20, cache.bytes]).toEqual([true, 0]);
});

test('thumbnails are remembered by their bytes, not by their number', async () => {
  const side = 128;
  const noise = Buffer.from(Array.from({ length: side * side * 3 }, (_, at) => (at * 2_654_435_761) >>> 24));
  const picture = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
  const thumbnails = createThumbnails(200_000);
  const file = (id: number): StoredFile => ({
    ref: { id: String(id), name: 'a.webp', mime: 'image/webp', bytes: picture.length, width: side, height: side },
    sha256: '',
    async *pieces() {
      yield picture;
    },
  });
  const made = await Promise.all(Array.from({ length: 60 }, (_, at) => thumbnails.of(file(at), side)));
  expect(made.reduce((sum, one) => sum + one.length, 0)).toBeGreaterThan(400_000);
  expect(thumbnails.bytes).toBeGreaterThan(100_000);
  expect(thumbnails.bytes).toBeLessThanOrEqual(200_000);
});
