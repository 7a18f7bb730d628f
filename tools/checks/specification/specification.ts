import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report } from '../source-files.ts';
import { documentOf, documentPath } from './document.ts';
import type { Line, NamedTest } from './line.ts';
import { sections } from './lines.ts';
import { waiting } from './waiting.ts';

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a file has a test of a name, as `test('…'` or `test.each(…)('…'`, that is not skipped. */
export function hasTest(source: string, name: string): boolean {
  const found = new RegExp(`(\\btest(?:\\.\\w+)?|\\))\\(\\s*(['"\`])${literal(name)}\\2`).exec(source);
  return found !== null && !/\.(?:skip|todo|fails)$/.test(found[1] ?? '');
}

function testProblem(root: string, { file, name }: NamedTest): string | undefined {
  if (!file.endsWith('.test.ts') || !existsSync(join(root, file))) return `${file} is no file of tests`;
  return hasTest(readFileSync(join(root, file), 'utf8'), name) ? undefined : `${file} has no test '${name}'`;
}

/**
 * What is wrong with the specification's lines: tests that are not there, lines of one id, marks of lines that there are not,
 * and a page that was not made from them.
 */
export function checkSpecification(
  root: string,
  all: Readonly<Record<string, readonly Line[]>> = sections,
  marked: Readonly<Record<string, string>> = waiting,
): string[] {
  const lines = Object.values(all).flat();
  const ids = lines.map(({ id }) => id);
  const path = join(root, documentPath);
  return [
    ...lines.flatMap(({ id, test }) => {
      const problem = test && testProblem(root, test);
      return problem === undefined ? [] : [`${id}: ${problem}`];
    }),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two lines are called ${id}`),
    ...Object.keys(marked)
      .filter((id) => !ids.includes(id))
      .map((id) => `waiting.ts names ${id}, which is no line`),
    ...(existsSync(path) && readFileSync(path, 'utf8') === documentOf(all)
      ? []
      : [`${documentPath} is not made from the tables as they are now: run npm run specification`]),
  ];
}

if (import.meta.main) report(checkSpecification(process.cwd()));
