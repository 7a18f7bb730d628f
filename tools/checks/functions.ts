import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { report, sourceFiles } from './source-files.ts';

/** Most lines of a function. A callback of describe() holds the tests of a file and does not count. */
export const functionBudget = 120;

/** Functions that are longer for now, as 'path name'. None is added; one that has become shorter goes. */
const longForNow: readonly string[] = [
  'areas/rights/testing/own-clients.ts testOwnClients',
  'e2e/identity/access-review.test.ts access is reviewed from a new role to a reset password, and each step shows where it should',
  'kit/server/catalogue/write/writes.ts catalogueWrites',
];

export interface LongFunction {
  file: string;
  line: number;
  /** Its own name, or that of the variable or property that it is given to; of a test, its sentence. */
  name: string;
  lines: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node['name'] as string;
  return node.type === 'Literal' ? String(node['value']) : undefined;
};
/** What is called, as far as it has a name: `describe` for describe.skip(…) and describe.each(…)(…) too. */
const calleeOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'MemberExpression') return calleeOf(node['object']);
  return node.type === 'CallExpression' ? calleeOf(node['callee']) : nameOf(node);
};

/** What names a function from outside: the variable, property or call that it stands in. */
function given(parent: Node): string | undefined {
  if (parent.type === 'VariableDeclarator') return nameOf(parent['id']);
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(parent.type)) return nameOf(parent['key']);
  if (parent.type !== 'CallExpression') return undefined;
  const [first] = parent['arguments'] as unknown[];
  return isNode(first) && first.type === 'Literal' ? nameOf(first) : calleeOf(parent);
}

/** The functions of a source that have more lines than the budget. @throws Error when it cannot be parsed. */
export function longFunctions(file: string, source: string): LongFunction[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const found: LongFunction[] = [];
  const walk = (node: Node, parent: Node | undefined) => {
    if (isFunction(node)) {
      const line = lineOf(node.start);
      const lines = lineOf(node.end) - line + 1;
      const isSuite = parent?.type === 'CallExpression' && calleeOf(parent) === 'describe';
      if (lines > functionBudget && !isSuite)
        found.push({ file, line, lines, name: nameOf(node['id']) ?? (parent && given(parent)) ?? '' });
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, node);
  };
  walk(program as unknown as Node, undefined);
  return found;
}

/**
 * Every function below `root` that is too long.
 * @param allowed functions that may be, as 'path name'; those that are not too long are problems as well.
 */
export function checkFunctions(root: string, allowed: readonly string[] = longForNow): string[] {
  const long = sourceFiles(root)
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('db/seed/'))
    .flatMap((path) => longFunctions(path, readFileSync(join(root, path), 'utf8')));
  const key = ({ file, name }: LongFunction) => `${file} ${name}`;
  const keys = new Set(long.map(key));
  return [
    ...long
      .filter((one) => !allowed.includes(key(one)))
      .map(
        ({ file, line, name, lines }) => `${file}:${line} ${name} has ${lines} lines; ${functionBudget} is the most`,
      ),
    ...allowed
      .filter((entry) => !keys.has(entry))
      .map((entry) => `${entry} is no longer too long: take it off the list in tools/checks/functions.ts`),
  ];
}

if (import.meta.main) report(checkFunctions(process.cwd()));
