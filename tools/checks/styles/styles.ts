import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { declarationOf, declarationPath, isModule } from '../../styles/declarations.ts';
import { ownClasses, selectorsOf } from '../../styles/selectors.ts';
import { report, sourceFiles } from '../source-files.ts';
import { parseWebCode } from '../texts/syntax.ts';
import { findUnknownWords } from './class-names.ts';
import { findUnknownProperties } from './properties.ts';
import { findUsedClasses } from './used-classes.ts';

const isOfArea = (path: string) => path.startsWith('areas/');

/** What is wrong with a module by itself: selectors that reach other screens, classes that nobody has. */
function checkModule(path: string, css: string, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const { text, line, global, isAnchored } of selectorsOf(css)) {
    if (!isAnchored) found.push(`${path}:${line} '${text}' reaches other screens: begin it with a class of the module`);
    for (const name of global)
      if (!known.has(name)) found.push(`${path}:${line} styles '.${name}', which no stylesheet of the kit defines`);
  }
  return found;
}

/**
 * What is wrong with the stylesheets below `root`: those of areas that are not modules or reach beyond their area, classes
 * that nothing uses or defines, custom properties that nothing defines, declarations that are out of date. That a class which is used stands in its module is the
 * compiler's to say.
 * @throws Error when a file cannot be parsed.
 */
export function checkStyles(root: string): string[] {
  const sheets = sourceFiles(root)
    .filter((path) => path.endsWith('.css'))
    .map((path) => ({ path, css: readFileSync(join(root, path), 'utf8') }));
  const modules = sheets.filter(({ path }) => isModule(path));
  const ofAll = sheets.filter(({ path }) => !isModule(path) && !isOfArea(path));
  const known = new Set(ofAll.flatMap(({ css }) => ownClasses(css)));
  const parsed = parseWebCode(root);
  const { used, problems } = findUsedClasses(parsed);
  for (const { path } of sheets)
    if (isOfArea(path) && !isModule(path)) problems.push(`${path} is for all screens: make it a module, ….module.css`);
  const names = new Map<string, string>();
  for (const { path, css } of modules) {
    const same = names.get(basename(path));
    if (same) problems.push(`${path} is called as ${same} is, so their classes would be the same: rename one`);
    names.set(basename(path), path);
    problems.push(...checkModule(path, css, known));
    for (const name of ownClasses(css))
      if (!used.has(`${path} ${name}`)) problems.push(`${path} has '.${name}', which nothing uses: delete it`);
    const declared = join(root, declarationPath(path));
    if (!existsSync(declared) || readFileSync(declared, 'utf8') !== declarationOf(path, css))
      problems.push(`${declarationPath(path)} is not made from ${path} as it is now: run npm run styles`);
  }
  const sources = sourceFiles(root)
    .filter((path) => /^(kit\/web|areas)\/.*\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  problems.push(...findUnknownProperties(sources));
  const inAreas = parsed.filter(({ path }) => isOfArea(path));
  return [...problems, ...inAreas.flatMap((one) => findUnknownWords(one, known))];
}

if (import.meta.main) report(checkStyles(process.cwd()));
