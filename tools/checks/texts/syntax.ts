import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { sourceFiles } from '../source-files.ts';

export interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** A source file of the web app, read for what it shows. */
export interface Parsed {
  path: string;
  program: Node;
  lineOf: (at: number) => number;
}

/** Code of the web app: what may show a text. Tests show nothing. */
const isWebCode = (path: string): boolean =>
  /^(?:(?:kit|apps)\/web\/.*\.tsx?|areas\/.*(?:\.tsx|\.(?:web|queries)\.ts))$/.test(path) &&
  !/\.(?:test|gen\.d)\.tsx?$|\/testing\//.test(path);

/**
 * The web app's code below `root`.
 * @throws Error when a file cannot be parsed.
 */
export function parseWebCode(root: string): Parsed[] {
  return sourceFiles(root)
    .filter(isWebCode)
    .map((path) => {
      const source = readFileSync(join(root, path), 'utf8');
      const { errors, program } = parseSync(path, source);
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`);
      return {
        path,
        program: program as unknown as Node,
        lineOf: (at) => source.slice(0, at).split('\n').length,
      };
    });
}

/** A node and everything below it. */
export function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* walk(one);
  else if (isNode(node)) {
    yield node;
    for (const child of Object.values(node)) if (typeof child === 'object') yield* walk(child);
  }
}

/** The fixed parts of a template. */
export const quasisOf = (template: Node): (Node & { value: { raw: string } })[] =>
  template['quasis'] as (Node & { value: { raw: string } })[];
