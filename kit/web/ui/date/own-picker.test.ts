import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** Tags of a screen that leave a day or a moment to the browser's own picker, whose order is that of its language. */
const browsersOwn = (source: string): string[] =>
  [...source.matchAll(/<input\b[^>]*?\btype=["{'`]+(?:date|datetime-local|month|week|time)\b/g)].map(([tag]) => tag);

test('no screen leaves a date or a time of day to the picker of the browser', () => {
  const planted = [
    '<input id="on" type="date" />',
    "<input\n  type={'time'}",
    '<input className="inp" type="datetime-local"',
  ];
  for (const one of planted) expect(browsersOwn(one), one).toHaveLength(1);
  expect(browsersOwn('<input type="text" /><TransferField type="date" />')).toEqual([]);
  const screens = globSync(['kit/web/**/*.tsx', 'areas/**/*.tsx', 'apps/web/**/*.tsx'], { cwd: root });
  expect(screens.length).toBeGreaterThan(300);
  const found = screens.filter((one) => browsersOwn(readFileSync(join(root, one), 'utf8')).length > 0);
  expect(found).toEqual([]);
});
