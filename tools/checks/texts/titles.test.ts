import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { plantTree } from '../planted-tree.ts';
import { isNode, type Node, type Parsed, parseWebCode, walk } from './syntax.ts';

const root = join(import.meta.dirname, '../../..');
/** What gives the name of a record as its reader's language has it. */
const translates = new Set(['titleText', 'named', 'said', 'titleOf']);
/** What may go by the name as it is kept: letters of a picture that nobody is told, keys of groups, what is kept for later. */
const byItself: Readonly<Record<string, readonly string[]>> = {
  'kit/web/catalogue/cells.tsx': ['row.title.slice(0, 2)'],
  'kit/web/catalogue/arrange.tsx': ['[row.title, []]'],
  'kit/web/catalogue/record/record.tsx': ['title: row.title, kind'],
};

/** Places of the kit that show the title of a record as it is kept, where its cell is in the language of its reader. */
function untranslated(root: string): string[] {
  const parsed: readonly Parsed[] = parseWebCode(root).filter(({ path }) => path.startsWith('kit/web/'));
  return parsed.flatMap(({ path, program, lineOf }) => {
    const source = readFileSync(join(root, path), 'utf8');
    const inside = new Set<Node>();
    const isOne = (node: Node) =>
      node.type === 'MemberExpression' &&
      isNode(node['object']) &&
      (node['object']['name'] === 'row' || node['object']['name'] === 'existing') &&
      isNode(node['property']) &&
      node['property']['name'] === 'title';
    for (const node of walk(program))
      if (node.type === 'CallExpression' && isNode(node['callee']) && translates.has(String(node['callee']['name'])))
        for (const one of walk(node)) inside.add(one);
    return [...walk(program)]
      .filter((node) => isOne(node) && !inside.has(node))
      .filter(({ start }) => !byItself[path]?.some((part) => source.slice(start - 20, start + 40).includes(part)))
      .map(({ start }) => `${path}:${lineOf(start)}`);
  });
}

test('what a record is called is in the language of its reader, in names for screen readers and in headings of dialogs too', () => {
  expect(untranslated(root)).toEqual([]);
});

test('a name that is shown as it is kept is found', () => {
  using tree = plantTree({
    'kit/web/bad.tsx':
      "export const Bad = ({ row }) => (\n  <button aria-label={t('menu', { title: row.title })} />\n);\n",
    'kit/web/good.tsx': "export const Good = ({ row }) => <b>{t('menu', { title: titleText(path, row.title) })}</b>;\n",
  });
  expect(untranslated(tree.root)).toEqual(['kit/web/bad.tsx:2']);
});
