import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { flatTexts, readTextFiles, type TextFile } from './text-files.ts';

/** The declarations of a language file stand beside it. */
export const declarationPath = (path: string): string => path.replace(/\.en\.json$/, '.texts.gen.d.ts');

const plural = /_(?:zero|one|two|few|many|other)$/;
const holesOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name as string);

/** Keys as code uses them, without the endings of plurals, each with its values; #count chooses the plural. */
export function keysOf({ texts }: TextFile): Map<string, Set<string>> {
  const keys = new Map<string, Set<string>>();
  for (const [name, text] of Object.entries(flatTexts(texts))) {
    const key = name.replace(plural, '');
    const values = keys.get(key) ?? new Set();
    for (const hole of holesOf(text)) values.add(hole);
    if (key !== name) values.add('#count');
    if (values.has('#count')) values.delete('count');
    keys.set(key, values);
  }
  return keys;
}

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;

/** Adds the texts of a file to the interface Texts, see kit/web/texts/texts.ts. */
export function declarationOf(file: TextFile): string {
  const lines = [...keysOf(file)].map(
    ([key, values]) => `    ${quoted(key)}: ${[...values].sort().map(quoted).join(' | ') || 'never'};\n`,
  );
  return `// Made from ${basename(file.path)} by \`npm run texts\`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
${lines.join('')}  }
}
`;
}

/** Writes the declarations that are missing or older than their texts. */
export function writeDeclarations(root: string): void {
  for (const file of readTextFiles(root)) {
    const path = join(root, declarationPath(file.path));
    const text = declarationOf(file);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}

/** Every text on a line of its own, as an editor reads them: the area (or the kit), the key, the text. */
export const listTexts = (root: string): string[] =>
  readTextFiles(root).flatMap(({ path, texts }) => {
    const area = path.startsWith('areas/') ? path.split('/')[1] : 'kit';
    return Object.entries(flatTexts(texts)).map(([key, text]) => `${area}\t${key}\t${text}`);
  });

if (import.meta.main) {
  if (process.argv.includes('--list')) console.log(listTexts(process.cwd()).sort().join('\n'));
  else writeDeclarations(process.cwd());
}
