import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { readProperties } from '#kit/contract/words/read-properties.ts';
import { sourceFiles } from '../checks/source-files.ts';
import { isNode, type Node, quasisOf } from '../checks/texts/syntax.ts';

/** English words that stand in code and not in a language file: labels of contracts, and what the server says. */
export interface EnglishWords {
  /** With numbered holes, `{1} is required`, as lists of words have them. */
  text: string;
  /** Files that say it, below the root. */
  paths: string[];
}

/** With `name`, which is read where a definition is one of a page. */
const labels = new Set([...readProperties, 'name']);
/** Properties under which the server says something. */
const messages = new Set(['error', 'message', 'problem', 'warning', 'reason', 'why', 'answer']);
/** Properties that only programs and developers read. */
const silent = new Set(['summary', 'tag', 'description', 'schema', 'query', 'columns', 'sql', 'pattern']);
/** Calls whose texts no person reads, or not in an answer. */
const silentCalls =
  /^(?:Error|TypeError|RangeError|query|info|warn|error|debug|fatal|header|fence|raw|note|get|has|set)$/;
const refusals = /^(?:refuse|Refusal)$/;

const isContract = (path: string) =>
  /\.contract\.ts$|^kit\/contract\/|^areas\/rights\/modules\/modules\.ts$/.test(path);
const isServer = (path: string) =>
  /^(?:kit\/server|areas|apps\/server)\/.*\.ts$/.test(path) && !/\.(?:web|queries)\.ts$/.test(path);
export const isRead = (path: string) =>
  (isContract(path) || isServer(path)) &&
  !/\.test\.ts$|\.gen\.d\.ts$|\.d\.ts$|\/testing\/|^apps\/server\/tests\//.test(path);

/** Files whose sentences reach nobody in an answer or on a page: what only who runs the product reads, papers and files, and texts of emails. */
const neverTold =
  /^apps\/server\/(?!parts\/)|^kit\/server\/(?:backup|postgres|pdf)\/|^areas\/mail\/templates\/[\w-]*templates\.ts$|-paper\.ts$|\/(?:papers|letters|build-bundle|pictures|statement-file|track-files|alibi-pack|alibi-words\.rules|metrics)\.ts$/;

/** Templates of emails: their texts have files of their own for each language; their names, and what they and their variables are for, do not. */
const isTemplates = (path: string) => /^areas\/mail\/templates\/[\w-]*templates\.ts$/.test(path);
const templateVariables = /^(?:text|lines|link|secretLink|secretCode)$/;

const isSentence = (text: string) =>
  /^(?:\p{Lu}|₹|\{1\})/u.test(text) && /\p{L}\p{L}/u.test(text.replace(/\{\d+\}/g, '')) && /\S\s+\S/.test(text);
export const isSql = (text: string) =>
  /\b(?:select|insert into|update \w+ set|delete from|create |alter |with \w+ as|where|coalesce|is (?:not )?null|ilike|nulls last|order by|excluded\.\w+)\b|::\w| as "|\$\d|>=|\b\w\.\w+_\w+\b/.test(
    text,
  ) || /^[A-Z]+ \//.test(text);

/** A literal, a template or a sum of these as one text with numbered holes; undefined for anything else. */
export function textOf(node: Node): { text: string; holes: Node[] } | undefined {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return { text: node['value'], holes: [] };
  if (node.type === 'TemplateLiteral') {
    const holes = node['expressions'] as Node[];
    const parts = quasisOf(node).map(({ value }) => (value as { cooked?: string }).cooked ?? value.raw);
    return { text: parts.map((part, at) => part + (at < holes.length ? `{${at + 1}}` : '')).join(''), holes };
  }
  return undefined;
}

interface Place {
  label: boolean;
  message: boolean;
  quiet: boolean;
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'Literal') return String(node['value']);
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return '';
}

function* wordsOf(node: unknown, place: Place, path: string): Generator<string> {
  if (Array.isArray(node)) {
    for (const one of node) yield* wordsOf(one, place, path);
    return;
  }
  if (!isNode(node)) return;
  const found = textOf(node);
  if (found) {
    const { text, holes } = found;
    const isLabel = place.label && (isContract(path) || isTemplates(path));
    const isSaid =
      !place.quiet &&
      /\p{Script=Latin}/u.test(text) &&
      !/\p{Script=Devanagari}/u.test(text) &&
      !/^[A-Z0-9_ ]+$/.test(text) &&
      // A label is none, even where it says “where” or “is not null”.
      (isLabel || !isSql(text)) &&
      (isLabel || (place.message && /^(?:\p{Lu}|₹|\{1\})/u.test(text)) || (!neverTold.test(path) && isSentence(text)));
    if (isSaid) yield text;
    for (const hole of holes) yield* wordsOf(hole, { ...place, message: place.message || isSaid, label: false }, path);
    return;
  }
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
      return;
    case 'Property': {
      const name = nameOf(node['key']);
      const isLabel = labels.has(name) || (place.label && (name === 'words' || name === 'beside'));
      yield* wordsOf(
        node['value'],
        {
          quiet: place.quiet || silent.has(name) || (name === 'about' && !isContract(path) && !isTemplates(path)),
          label: isLabel || name === 'words' || name === 'beside' || (name === 'forClients' && isContract(path)),
          message: place.message || messages.has(name),
        },
        path,
      );
      return;
    }
    case 'NewExpression':
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      const name = nameOf(callee);
      const refuses =
        refusals.test(name) || (callee.type === 'MemberExpression' && nameOf(callee['object']) === 'refuse');
      const quiet = !refuses && silentCalls.test(name);
      if (isTemplates(path) && templateVariables.test(name))
        yield* wordsOf((node['arguments'] as unknown[])[1], { quiet: false, label: true, message: false }, path);
      yield* wordsOf(
        node['arguments'],
        { quiet: place.quiet || quiet, label: place.label && !refuses, message: place.message || refuses },
        path,
      );
      if (callee.type === 'MemberExpression') yield* wordsOf(callee['object'], place, path);
      return;
    }
    default:
      for (const [key, child] of Object.entries(node))
        if (typeof child === 'object' && child !== null && key !== 'typeAnnotation' && key !== 'typeArguments')
          yield* wordsOf(child, place, path);
  }
}

/** Every text of contracts and of the server that people read, in the order of their files. */
export function findEnglishWords(root: string): EnglishWords[] {
  const found = new Map<string, Set<string>>();
  for (const path of sourceFiles(root).filter(isRead)) {
    const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
    for (const text of wordsOf(program, { label: false, message: false, quiet: false }, path)) {
      const paths = found.get(text) ?? new Set();
      found.set(text, paths.add(path));
    }
  }
  return [...found].map(([text, paths]) => ({ text, paths: [...paths] }));
}

if (import.meta.main)
  for (const { text, paths } of findEnglishWords(process.cwd())) console.log(`${paths[0]}\t${JSON.stringify(text)}`);
