import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sourceFiles } from '../checks/source-files.ts';
import { ownClasses } from './selectors.ts';

/** A stylesheet whose classes are its own: who uses them imports them. */
export const isModule = (path: string): boolean => path.endsWith('.module.css');

/** The declarations of a module stand beside it. */
export const declarationPath = (path: string): string => `${path}.d.ts`;

const key = (name: string) => (/^[a-zA-Z_]\w*$/.test(name) ? name : `'${name}'`);

/** The classes of a module for the compiler, so that one which the module lacks is refused. */
export const declarationOf = (
  path: string,
  css: string,
): string => `// Made from ${basename(path)} by \`npm run styles\`.
declare const styles: {
${ownClasses(css)
  .map((name) => `  readonly ${key(name)}: string;\n`)
  .join('')}};
export default styles;
`;

/** Writes the declarations that are missing or older than their modules. */
export function writeDeclarations(root: string): void {
  for (const path of sourceFiles(root).filter(isModule)) {
    const file = join(root, declarationPath(path));
    const text = declarationOf(path, readFileSync(join(root, path), 'utf8'));
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}

if (import.meta.main) writeDeclarations(process.cwd());
