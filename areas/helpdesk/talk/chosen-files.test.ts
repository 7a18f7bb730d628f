import { expect, test } from 'vitest';
import { addFiles } from './chosen-files.rules.ts';

const file = (name: string, type = 'image/png', bytes = 10) => new File([new Uint8Array(bytes)], name, { type });

test('five pictures or PDFs of ten megabytes go along; another says why not', () => {
  const four = ['a', 'b', 'c', 'd'].map((name) => file(name));
  const { files, refused } = addFiles(four, [
    file('page.html', 'text/html'),
    file('large.pdf', 'application/pdf', 10 * 1024 * 1024 + 1),
    file('e.pdf', 'application/pdf'),
    file('f'),
  ]);
  expect(files.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e.pdf']);
  expect(refused).toEqual([
    { name: 'page.html', problem: 'type' },
    { name: 'large.pdf', problem: 'size' },
    { name: 'f', problem: 'count' },
  ]);
});
