import { posix } from 'node:path';
import { isModule } from '../../styles/declarations.ts';
import { isNode, type Node, type Parsed, walk } from '../texts/syntax.ts';

/** Where an import of the web app leads, below the root; that of a package as it is. */
const targetOf = (from: string, specifier: string): string => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier;
};

interface Used {
  /** As `path name`, for every class of a module that code names. */
  used: ReadonlySet<string>;
  problems: string[];
}

/** How code uses stylesheets: which classes of which module it names, and what keeps that from being told. */
export function findUsedClasses(parsed: readonly Parsed[]): Used {
  const found = parsed.map(usedIn);
  return {
    used: new Set(found.flatMap(({ used }) => [...used])),
    problems: found.flatMap(({ problems }) => problems),
  };
}

function usedIn(file: Parsed): Used {
  const { path, program, lineOf } = file;
  const { modules, problems } = importsIn(file);
  const used = new Set<string>();
  /** Identifiers that are no value: what an import is called, names of properties, and modules of which a class is taken. */
  const said = new Set<unknown>();
  for (const node of modules.size > 0 ? walk(program) : []) {
    if (node.type === 'ImportDefaultSpecifier') said.add(node['local']);
    if (node.type === 'Property' && node['computed'] !== true) said.add(node['key']);
    if (node.type === 'MemberExpression' && isNode(node['object']) && isNode(node['property'])) {
      const { object, property, computed } = node as Node & { object: Node; property: Node };
      if (computed !== true) said.add(property);
      const target = modules.get(String(object['name']));
      if (!target) continue;
      said.add(object);
      const name = computed === true ? property['value'] : property['name'];
      if (typeof name === 'string') used.add(`${target} ${name}`);
      else problems.push(`${path}:${lineOf(node.start)} reckons which class it takes: name each, so that it is found`);
    }
    if (node.type === 'Identifier' && modules.has(String(node['name'])) && !said.has(node))
      problems.push(`${path}:${lineOf(node.start)} hands on all classes of a module: name those that are meant`);
  }
  return { used, problems };
}

/** The modules that a file imports, by what it calls them; an area imports no other stylesheet but the kit's. */
function importsIn({ path, program, lineOf }: Parsed): { modules: Map<string, string>; problems: string[] } {
  const modules = new Map<string, string>();
  const problems: string[] = [];
  for (const node of program['body'] as Node[]) {
    if (node.type !== 'ImportDeclaration') continue;
    const target = targetOf(path, String((node['source'] as Node)['value']));
    if (!target.endsWith('.css')) continue;
    const [first] = node['specifiers'] as Node[];
    const at = `${path}:${lineOf(node.start)}`;
    if (isModule(target)) {
      if (first?.type === 'ImportDefaultSpecifier') modules.set(String((first['local'] as Node)['name']), target);
      else problems.push(`${at} imports ${target} without its classes`);
    } else if (path.startsWith('areas/') && !target.startsWith('kit/web/'))
      problems.push(`${at} imports ${target}, which is for all screens: make it a module`);
  }
  return { modules, problems };
}
