import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSafePattern } from 'redos-detector';
import { parseSync } from 'vite';
import { report, sourceFiles } from '../source-files.ts';
import { isNode, type Node, walk } from '../texts/syntax.ts';
import { boundedPatterns } from './bounded-patterns.ts';

/** Ways back in a match that are still as good as none. */
const fewWaysBack = 200;
/** Steps in which a pattern is thought about. One that takes more is not proved, and needs a bound. */
const steps = 5_000;

export interface Pattern {
  file: string;
  line: number;
  /** As it is written, with its flags. */
  source: string;
}

/** Code that reads what is sent: all but screens, which hurt nobody but their own reader, tests and tools. */
const meetsInput = (path: string): boolean =>
  /^(?:kit\/(?:contract|server)|areas|apps\/server|telematics)\/.*\.ts$/.test(path) &&
  !/\.(?:test|web|queries|gen\.d)\.ts$|\/(?:testing|tests|isolation|simulator)\//.test(path);

interface Expression {
  pattern: string;
  flags: string;
}

/** The patterns of a source, as they are written. @throws Error when it cannot be parsed. */
export function patternsIn(file: string, source: string): (Pattern & Expression)[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  return [...walk(program)].flatMap((node) => {
    const regex = node.type === 'Literal' ? (node['regex'] as Expression | undefined) : undefined;
    if (!regex) return [];
    const { pattern, flags } = regex;
    const line = source.slice(0, node.start).split('\n').length;
    return [{ file, line, source: `/${pattern}/${flags}`, pattern, flags }];
  });
}

/** The calls of a source that make a pattern of what is known only then, and cannot be proved: `new RegExp(…)` and `RegExp(…)`. */
export function madePatternsIn(file: string, source: string): Pattern[] {
  const isMade = ({ type, callee }: Node) =>
    (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && nameOf(callee) === 'RegExp';
  return [...walk(parseSync(file, source).program)].filter(isMade).map((node) => ({
    file,
    line: source.slice(0, node.start).split('\n').length,
    source: source.slice(node.start, node['end'] as number).replaceAll(/\s+/g, ' '),
  }));
}
const nameOf = (callee: Node): unknown => {
  const named = callee.type === 'MemberExpression' ? callee['property'] : callee;
  return isNode(named) ? named['name'] : undefined;
};

/** Whether a pattern takes a time that grows no faster than the text. */
function isProved({ pattern, flags }: Expression): boolean {
  try {
    return isSafePattern(pattern, {
      unicode: flags.includes('u'),
      caseInsensitive: flags.includes('i'),
      multiLine: flags.includes('m'),
      dotAll: flags.includes('s'),
      maxScore: fewWaysBack,
      maxSteps: steps,
    }).safe;
  } catch {
    return false;
  }
}

/** Calls of `normalize`, whose time grows with the square of marks in a row: normalForm bounds it. */
const normaliser = 'kit/contract/normal-form.ts';
const callsNormalize = (file: string, source: string): boolean =>
  file !== normaliser &&
  [...walk(parseSync(file, source).program)].some(
    ({ type, property }) => type === 'MemberExpression' && isNode(property) && property['name'] === 'normalize',
  );

/**
 * Every pattern below `root` that may take the square of a text's length, or worse, and has no bound.
 * @param bounded patterns that may, as 'path /pattern/flags' or as the call that makes one, each with what bounds the text; those that need none are problems.
 */
export function checkPatterns(root: string, bounded: Readonly<Record<string, string>> = boundedPatterns): string[] {
  const problems: string[] = [];
  const needed = new Set<string>();
  const proved = new Map<string, boolean>();
  for (const file of sourceFiles(root).filter(meetsInput)) {
    const source = readFileSync(join(root, file), 'utf8');
    if (source.includes('.normalize(') && callsNormalize(file, source))
      problems.push(`${file} calls normalize(): use normalForm of ${normaliser}, whose time is bounded`);
    for (const { line, source: made } of source.includes('RegExp(') ? madePatternsIn(file, source) : []) {
      const key = `${file} ${made}`;
      if (key in bounded) needed.add(key);
      else
        problems.push(
          `${file}:${line} ${made} is made where it runs, and cannot be proved: write it as a literal, or say in tools/checks/patterns/bounded-patterns.ts what bounds the text`,
        );
    }
    for (const one of patternsIn(file, source)) {
      const key = `${file} ${one.source}`;
      // One that is on the list is not looked at: what cannot be proved is what takes longest.
      if (key in bounded) needed.add(key);
      else if (!(proved.get(one.source) ?? proved.set(one.source, isProved(one)).get(one.source)))
        problems.push(
          `${file}:${one.line} ${one.source} may take the square of a text’s length: write it so that it cannot, or say in tools/checks/patterns/bounded-patterns.ts what bounds the text`,
        );
    }
  }
  for (const key of Object.keys(bounded))
    if (!needed.has(key))
      problems.push(`${key} is not there any more: take it off tools/checks/patterns/bounded-patterns.ts`);
  return problems;
}

if (import.meta.main) report(checkPatterns(process.cwd()));
