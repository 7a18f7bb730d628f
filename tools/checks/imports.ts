import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** One import of a file, static, dynamic, re-exported or of a type alone. */
export interface Import {
  line: number;
  /** As written, e.g. '#kit/contract/fields.ts' or './row.ts'. */
  specifier: string;
  /** The imported file's path below the root, or null for a package or a built-in module. */
  target: string | null;
  /** Of types alone: gone before the file runs. */
  erased: boolean;
}

/**
 * Every import of a TypeScript file.
 * @param root folder of the project.
 * @param path of the file below it, with forward slashes.
 * @throws Error when the file cannot be parsed.
 */
export function importsOf(root: string, path: string): Import[] {
  const source = readFileSync(join(root, path), 'utf8');
  const { module, errors, program } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? 'cannot be parsed'}`);
  const found: { specifier: string; at: number; erased: boolean }[] = [];
  // `import { type A }` stays as an import of nothing, so only the statement's own `type` counts.
  const isErased = (start: number) => /^(?:import|export)\s+type\s*[\w$*{]/.test(source.slice(start, start + 200));
  for (const { moduleRequest, start } of module.staticImports)
    found.push({ specifier: moduleRequest.value, at: moduleRequest.start, erased: isErased(start) });
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest } of entries)
      if (moduleRequest)
        found.push({ specifier: moduleRequest.value, at: moduleRequest.start, erased: isErased(start) });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) found.push({ specifier: literal[2], at: moduleRequest.start, erased: false });
  }
  // Types such as import('./row.ts').Row stand in no list of the parser.
  if (/\bimport\s*\(/.test(source))
    walkTypeImports(program, (specifier, at) => found.push({ specifier, at, erased: true }));
  return found.map(({ specifier, at, erased }) => ({
    line: source.slice(0, at).split('\n').length,
    specifier,
    erased,
    target: targetOf(path, specifier),
  }));
}

function targetOf(path: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return posix.normalize(bare.slice(1));
  if (bare.startsWith('.')) return posix.join(posix.dirname(path), bare);
  return null;
}

function walkTypeImports(node: unknown, found: (specifier: string, at: number) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'TSImportType' && 'source' in node) {
    const source = node.source as { value?: unknown; start: number };
    if (typeof source.value === 'string') found(source.value, source.start);
  }
  for (const child of Object.values(node)) walkTypeImports(child, found);
}
