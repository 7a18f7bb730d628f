import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogues } from '#areas/areas.ts';
import { sourceFiles } from '#tools/checks/source-files.ts';

const root = join(import.meta.dirname, '../../..');
const recorded = /recordChange\(/;

/** Names that have a text in a table of a screen, which no server code may import. */
function worded(path: string, table: string): string[] {
  const [, entries = ''] =
    new RegExp(`const ${table} = \\{([^}]*)\\}`).exec(readFileSync(join(root, path), 'utf8')) ?? [];
  return [...entries.matchAll(/^ {2}(\w+): '/gm)].map(([, name = '']) => name);
}

/** Names under which areas tell the history of something, with the files that do. */
function toldOf(): Map<string, string[]> {
  const told = new Map<string, string[]>();
  for (const path of sourceFiles(root)) {
    if (!/^(?:areas|kit\/server)\/.*\.ts$/.test(path) || /\.(?:test|contract)\.ts$|\/testing\//.test(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    if (!recorded.test(text)) continue;
    for (const [, list = ''] of text.matchAll(/\bfields: \[([^\]]*)\]/g))
      for (const [, name = ''] of list.matchAll(/'(\w+)'/g)) told.set(name, [...(told.get(name) ?? []), path]);
  }
  return told;
}

test('whatever the history is told of has words, and is shown by no name of the code', () => {
  const facts = worded('areas/audit/history/history-entry.tsx', 'facts');
  const fields = worded('kit/web/texts/history-texts.ts', 'historyFieldTexts');
  expect([facts.length, fields.length].every((count) => count > 30)).toBe(true);
  const known = new Set([...facts, ...fields, ...catalogues.flatMap(({ fields }) => Object.keys(fields))]);
  const told = toldOf();
  expect(told.size).toBeGreaterThan(50);
  expect([...told].filter(([name]) => !known.has(name)).map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual(
    [],
  );
});
