import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { sourceFiles } from '#tools/checks/source-files.ts';

const root = join(import.meta.dirname, '../../../..');

/** A call that gives a statement its fence. */
export interface Place {
  name: string;
  file: string;
  line: number;
}
/** A statement that compares the organisation or the owner of rows by itself. */
export interface ByHand {
  file: string;
  line: number;
  text: string;
}
interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* walk(one);
  else if (isNode(node)) {
    yield node;
    for (const [key, child] of Object.entries(node)) if (key !== 'parent') yield* walk(child);
  }
}

/** Names of functions that take a place, with the number of that parameter; of those a file gives to others, or of all. */
function takersIn(program: unknown, exportedOnly: boolean): [string, number][] {
  const takers: [string, number][] = [];
  const exported = (program as { body: Node[] }).body.filter((node) => node.type === 'ExportNamedDeclaration');
  for (const node of walk(exportedOnly ? exported.map((one) => declarationsOf(one)) : program)) {
    const made = node.type === 'VariableDeclarator' && isNode(node['init']) ? node['init'] : node;
    if (!['FunctionDeclaration', 'ArrowFunctionExpression', 'FunctionExpression'].includes(made.type)) continue;
    const id = made === node ? node['id'] : (node['id'] as Node | null);
    const at = (made['params'] as Node[]).findIndex((one) => /^_?place$/.test(String(one['name'])));
    if (isNode(id) && at >= 0) takers.push([String(id['name']), at]);
  }
  return takers;
}

/** The functions that an export gives to others, without what stands inside of them. */
const declarationsOf = ({ declaration }: Node): unknown[] => {
  if (!isNode(declaration)) return [];
  const declared = declaration.type === 'VariableDeclaration' ? (declaration['declarations'] as Node[]) : [declaration];
  return declared.map((one) => {
    const made = isNode(one['init']) ? one['init'] : one;
    const bare = { ...made, body: undefined };
    return made === one ? bare : { ...one, init: bare };
  });
};

const serverFiles = (): string[] =>
  sourceFiles(root).filter(
    (path) =>
      /^(kit\/server|areas|apps\/server)\/.*\.ts$/.test(path) &&
      !/\.(test|contract|web)\.ts$|(^|\/)testing(\/|\.ts$)/.test(path) &&
      // Of a backup the place is a folder.
      !/^(kit\/server\/backup\/|apps\/server\/backup)/.test(path),
  );

/**
 * Every place of the product's source that fences a statement.
 * @throws Error where a call gives no name that can be read, so that no test could take its fence away.
 */
export function placesInSource(): { places: Place[]; byHand: ByHand[] } {
  const parsed = serverFiles().map((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return { file, source, program: parseSync(file, source).program as unknown };
  });
  const shared = parsed.flatMap(({ program }) => takersIn(program, true));
  const places: Place[] = [];
  const byHand: ByHand[] = [];
  for (const { file, source, program } of parsed) {
    const takers = new Map([...shared, ...takersIn(program, false)]);
    const lineOf = (at: number) => source.slice(0, at).split('\n').length;
    for (const node of walk(program)) {
      if (node.type === 'CallExpression' && isNode(node['callee'])) {
        const at = takers.get(String(node['callee']['name']));
        const given = at === undefined ? undefined : (node['arguments'] as Node[])[at];
        if (!given) continue;
        // Passed on by a function that takes a place itself.
        if (given.type === 'Identifier' && /^_?place$/.test(String(given['name']))) continue;
        if (typeof given['value'] !== 'string')
          throw new Error(`${file}:${lineOf(given.start)}: give the place as a plain text`);
        places.push({ name: given['value'], file, line: lineOf(given.start) });
      }
      const text = node.type === 'TemplateElement' ? (node['value'] as { raw: string }).raw : node['value'];
      const isText = node.type === 'TemplateElement' || node.type === 'Literal';
      if (isText && typeof text === 'string' && comparesByHand.test(text))
        byHand.push({ file, line: lineOf(node.start), text });
    }
  }
  return { places, byHand };
}

const comparesByHand = /\b(org_id|owner_id)\s*(=|is not distinct from)\s/;
