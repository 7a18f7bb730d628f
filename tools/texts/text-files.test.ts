import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { plantTree } from '../checks/planted-tree.ts';
import { listTexts } from './declarations.ts';
import { flatTexts, mergeTexts, readTextFiles } from './text-files.ts';
import { textsPlugin } from './texts-plugin.ts';

const planted: Record<string, string> = {
  'areas/bells/bells.en.json': '{ "action": { "save": "Save" } }',
  'areas/fuel/fuel.en.json': '{ "fuel": { "title": "Fuel" }, "action": { "fill": "Fill up" } }',
  'areas/fuel/cards/cards.en.json': '{ "cards": { "count_one": "{{count}} card", "count_other": "{{count}} cards" } }',
  'kit/web/texts/kit.en.json': '{ "kit": { "one": "One" } }',
  'areas/fuel/other.json': '{ "not": "a language file" }',
};

test('the texts of kit, areas and their rooms are found by their names and merged into one', () => {
  using tree = plantTree(planted);
  expect(mergeTexts(readTextFiles(tree.root))).toEqual({
    kit: { one: 'One' },
    action: { save: 'Save', fill: 'Fill up' },
    fuel: { title: 'Fuel' },
    cards: { count_one: '{{count}} card', count_other: '{{count}} cards' },
  });
});

test.each([
  ['the same text', '{ "action": { "save": "Store" } }', 'action.save'],
  ['a text where another has a group', '{ "action": "Action" }', 'action'],
  ['a group where another has a text', '{ "action": { "save": { "all": "Save all" } } }', 'action.save'],
])('%s in a second file is refused', (_, text, key) => {
  using tree = plantTree({ ...planted, 'areas/zoo/zoo.en.json': text });
  expect(() => mergeTexts(readTextFiles(tree.root))).toThrow(
    `areas/zoo/zoo.en.json has the text '${key}', which areas/`,
  );
});

test('the list for an editor names each text by its area and key', () => {
  using tree = plantTree(planted);
  expect(listTexts(tree.root)).toEqual([
    'bells\taction.save\tSave',
    'fuel\tcards.count_one\t{{count}} card',
    'fuel\tcards.count_other\t{{count}} cards',
    'fuel\tfuel.title\tFuel',
    'fuel\taction.fill\tFill up',
    'kit\tkit.one\tOne',
  ]);
});

test('no two language files of the product have the same key, and none is lost when they are merged', () => {
  const root = join(import.meta.dirname, '../..');
  const files = readTextFiles(root);
  const keys = files.flatMap(({ texts }) => Object.keys(flatTexts(texts)));
  expect(new Set(keys).size).toBe(keys.length);
  expect(Object.keys(flatTexts(mergeTexts(files))).sort()).toEqual(keys.sort());
  expect(keys.length).toBeGreaterThan(1_000);
});

test('the dev server gives the merged texts at their address', async () => {
  using tree = plantTree({ ...planted, 'index.html': '<!doctype html><title>Planted</title>' });
  const server = await createServer({
    root: tree.root,
    configFile: false,
    logLevel: 'silent',
    plugins: [textsPlugin(tree.root)],
    server: { port: 0, host: '127.0.0.1' },
  });
  try {
    await server.listen();
    const [origin] = server.resolvedUrls?.local ?? [];
    const answer = await fetch(`${origin}assets/locales/en.json`);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toEqual(mergeTexts(readTextFiles(tree.root)));
  } finally {
    await server.close();
  }
});
