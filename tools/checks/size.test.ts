import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from './planted-tree.ts';
import { measure, overBudget, sizeBudgets } from './size.ts';

const list = 'the first list';
const { scriptKb, styleKb } = sizeBudgets[list];

/** Text that gzip cannot make smaller than about three quarters. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64');

const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'], css: ['assets/index.css'] },
  '_shared.js': { file: 'assets/shared.js' },
  'pages/list.tsx': {
    file: 'assets/list.js',
    imports: ['_shared.js', 'index.html', '_grid.js'],
    css: ['assets/list.css'],
  },
  '_grid.js': { file: 'assets/grid.js' },
  'pages/map.tsx': { file: 'assets/map.js', isDynamicEntry: true, css: ['assets/map.css'] },
};
const build = (more: Record<string, string> = {}) =>
  plantTree({
    '.vite/manifest.json': JSON.stringify(manifest),
    'assets/index.js': '',
    'assets/shared.js': '',
    'assets/list.js': '',
    'assets/grid.js': '',
    'assets/map.js': noise(400_000),
    'assets/index.css': '',
    'assets/list.css': '',
    'assets/map.css': noise(60_000),
    ...more,
  });

test('the entry, the list page and what they import count once each; other pages do not', () => {
  using tree = build();
  const { files } = measure(tree.root, ['pages/list.tsx']);
  expect(files.map(({ file }) => file).toSorted()).toEqual([
    'assets/grid.js',
    'assets/index.css',
    'assets/index.js',
    'assets/list.css',
    'assets/list.js',
    'assets/shared.js',
  ]);
});

test('a small build passes', () => {
  using tree = build();
  expect(overBudget(list, measure(tree.root, ['pages/list.tsx']))).toEqual([]);
});

test.each(['index', 'shared', 'list', 'grid'])('too much JavaScript in %s is refused', (name) => {
  using tree = build({ [`assets/${name}.js`]: noise((scriptKb + 5) * 1_000) });
  expect(overBudget(list, measure(tree.root, ['pages/list.tsx']))).toEqual([
    expect.stringMatching(/^JavaScript of the first list is \d+\.\d KB gzip; 260 KB is the most$/),
  ]);
});

test('whoever signs in has a smaller budget than whoever is inside', () => {
  using tree = build({ 'assets/list.js': noise(230_000) });
  const sizes = measure(tree.root, ['pages/list.tsx']);
  expect(sizes.scriptKb).toBeGreaterThan(200);
  expect(overBudget(list, sizes)).toEqual([]);
  expect(overBudget('the sign-in page', sizes)).toEqual([
    expect.stringMatching(/^JavaScript of the sign-in page is \d+\.\d KB gzip; 200 KB is the most$/),
  ]);
});

test('too much CSS is refused', () => {
  using tree = build({ 'assets/list.css': noise((styleKb + 5) * 1_000) });
  expect(overBudget(list, measure(tree.root, ['pages/list.tsx']))).toEqual([
    expect.stringMatching(/^CSS of the first list is/),
  ]);
});

test('a page that is not in the build is an error, not a smaller sum', () => {
  using tree = build();
  expect(() => measure(tree.root, ['pages/moved.tsx'])).toThrow('no chunk for pages/moved.tsx');
  expect(() => measure(tree.root, [])).toThrow('which of these the page loads: pages/map.tsx');
  expect(() => measure(join(tree.root, 'assets'), [])).toThrow('manifest.json is missing');
});
