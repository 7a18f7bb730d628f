import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { translator, type WordList } from '#kit/contract/words/translate.ts';
import { sourceFiles } from '../checks/source-files.ts';
import { isNode, type Node, walk } from '../checks/texts/syntax.ts';
import { isRead, isSql, textOf } from './english-words.ts';

/** Words inside a sentence; names have capitals. */
const phrase = /^\p{Ll}[\p{Ll}’' -]*\p{Ll}$/u;
/** What only those read who run the product: its settings, its log, its commands. */
const ownWords = /^apps\/server\/|^kit\/server\/(?:backup|postgres|chain|db)\//;
/** More variants than this has no sentence of the product. */
const most = 24;

/** The words that an expression can be: a literal, one of two, or a constant of the same file that is one of these. */
function literalsOf(node: unknown, constants: ReadonlyMap<string, unknown>, depth = 0): string[] {
  if (!isNode(node) || depth > 4) return [];
  const from = (one: unknown) => literalsOf(one, constants, depth + 1);
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? [node['value']] : [];
    case 'ConditionalExpression':
      return [...from(node['consequent']), ...from(node['alternate'])];
    case 'LogicalExpression':
      return [...from(node['left']), ...from(node['right'])];
    case 'Identifier':
      return from(constants.get(String(node['name'])));
    default:
      return [];
  }
}

/** A text with every combination of the words that its holes can have. */
function variantsOf(text: string, holes: readonly Node[], constants: ReadonlyMap<string, unknown>): Variant[] {
  let all: Variant[] = [{ text, filled: [] }];
  for (const [at, hole] of holes.entries()) {
    const words = literalsOf(hole, constants).filter((word) => phrase.test(word));
    if (words.length === 0 || all.length * words.length > most) continue;
    all = all.flatMap(({ text: one, filled }) =>
      words.map((word) => ({ text: one.replace(`{${at + 1}}`, () => word), filled: [...filled, word] })),
    );
  }
  return all.map((one) => {
    let at = 0;
    return { ...one, text: one.text.replace(/\{\d{1,2}\}/g, () => `{${(at += 1)}}`) };
  });
}
interface Variant {
  text: string;
  filled: string[];
}

/** A sentence that is put together of parts, of which the translation has some only. */
export interface HalfSaid {
  path: string;
  text: string;
  /** What its reader is shown. */
  shown: string;
}

/** Every text of contracts and of the server, told or not, that a list translates in part. */
export function findHalfSaid(root: string, list: WordList): HalfSaid[] {
  const find = translator(list, []);
  const found = new Map<string, HalfSaid>();
  for (const path of sourceFiles(root).filter((one) => isRead(one) && !ownWords.test(one))) {
    const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
    const nodes = [...walk(program)];
    const constants = new Map<string, unknown>();
    for (const { type, id, init } of nodes)
      if (type === 'VariableDeclarator' && isNode(id) && id.type === 'Identifier')
        constants.set(String(id['name']), init);
    for (const node of nodes) {
      const said = textOf(node);
      if (!said || isSql(said.text)) continue;
      for (const { text, filled } of variantsOf(said.text, said.holes, constants)) {
        if (!/^(?:\p{Lu}|₹|\{1\})/u.test(text) || found.has(text) || list[text] !== undefined) continue;
        const shown = find(text);
        if (shown && isHalf(text, shown, filled)) found.set(text, { path, text, shown });
      }
    }
  }
  return [...found.values()];
}

/** Two words of the English that stand side by side in what is shown, or one of what a hole was given. */
function isHalf(text: string, shown: string, filled: readonly string[]): boolean {
  const words = new Set(shown.split(/[^\p{L}-]+/u));
  if (filled.some((one) => one.split(' ').some((word) => word.length > 2 && words.has(word)))) return true;
  return [...shown.matchAll(/\p{Ll}{2,} \p{Ll}{2,}/gu)].some(([pair]) => text.includes(pair));
}
