import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { areaOrder } from '../area-rooms.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

/** Steps of the walks: the last two cells of a row are a name and the file that declares it. */
const steps = [...page.matchAll(/^\|[^|]+\|\s*`(\w+)`\s*\|\s*(\S+\.ts)\s*\|$/gm)].map(([, name, file]) => ({
  name: name as string,
  file: file as string,
}));
const declares = (text: string, name: string) =>
  new RegExp(`^(export )?(async )?(function\\*?|const|class) ${name}\\b`, 'm').test(text);

/** What the drawing says in a box: names, with what stands behind their colon. Boxes may stand side by side. */
const box = (name: string): Map<string, string[]> => {
  const lines = page.split('\n');
  const from = lines.findIndex((line) => line.startsWith('┌') && line.includes(`┌ ${name} ─`));
  const column = lines[from]?.slice(0, lines[from]?.indexOf(`┌ ${name} ─`)).split('┌').length ?? 0;
  const found = new Map<string, string[]>();
  if (from < 0) return found;
  let last = '';
  for (let at = from + 1; lines[at]?.startsWith('│'); at += 1) {
    // Between two boxes is a gap.
    const cell = lines[at]?.split('│')[column * 2 - 1] ?? '';
    if (cell.trim() === '') continue;
    const [names = '', rooms = ''] = cell.split(':').map((text) => text.trim());
    // What does not fit in a line goes on in the next one, further in.
    if (cell.startsWith('   ')) found.get(last)?.push(...names.split(' '));
    // Areas that have no rooms stand in one line.
    else if (rooms.startsWith('catalogues only')) for (const one of names.split(' ')) found.set(one, []);
    else found.set((last = names), rooms.split(' ').filter(Boolean));
  }
  return found;
};
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

describe('docs/architecture.md', () => {
  test('has three walks', () => {
    expect([...page.matchAll(/^## .+/gm)].map(([head]) => head)).toEqual([
      '## The rooms',
      '## A list request',
      '## An edit',
      '## A fix, from the socket to the trip',
    ]);
    expect(steps.length).toBe(page.match(/^\|[^|]+\|\s*`/gm)?.length);
    expect(steps.length).toBeGreaterThanOrEqual(24);
  });

  test.each(steps)('$name is declared in $file', ({ name, file }) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(declares(readFileSync(join(root, file), 'utf8'), name)).toBe(true);
  });

  test('draws every area with its rooms, the higher ones above', () => {
    const drawn = box('areas');
    expect([...drawn.keys()].toSorted()).toEqual(folders('areas'));
    for (const [area, rooms] of drawn)
      expect(rooms, area).toEqual(folders(`areas/${area}`).filter((room) => room !== 'testing'));
    const ordered = [...drawn.keys()].filter((area) => (areaOrder as readonly string[]).includes(area));
    expect(ordered).toEqual(areaOrder.toReversed());
  });

  test.each(['apps', 'kit', 'telematics', 'db'])('draws what is in %s', (name) => {
    expect([...box(name).keys()].toSorted()).toEqual(folders(name));
  });

  test('notices a name that is gone', () => {
    expect(declares('export function addRoute() {}', 'addRoutes')).toBe(false);
    expect(declares('  const addRoute = 1;', 'addRoute')).toBe(false);
    expect(declares('export const addRoute = 1;', 'addRoute')).toBe(true);
  });
});

test('every file that docs/comparison.md names as proof is there', () => {
  const named = [...readFileSync(join(root, 'docs/comparison.md'), 'utf8').matchAll(/`([\w./-]+\.test\.ts)`/g)].map(
    ([, file]) => file as string,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
