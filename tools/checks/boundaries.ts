import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { entranceRule, orderRule } from './area-rooms.ts';
import { type Import, importsOf } from './imports.ts';
import { report, sourceFiles } from './source-files.ts';

export interface Violation {
  file: string;
  line: number;
  specifier: string;
  rule: string;
}

type Room =
  | 'contract'
  | 'kit-server'
  | 'kit-web'
  | 'area'
  | 'wiring'
  | 'telematics'
  | 'apps-server'
  | 'apps-web'
  | Outer;
type Outer = 'db' | 'tools' | 'bench' | 'e2e';

/** Where a file lives; undefined for files of no room, such as configuration at the root. */
function roomOf(path: string): Room | undefined {
  const [top, second, ...rest] = path.split('/');
  switch (top) {
    case 'kit':
      return second === 'contract' ? 'contract' : second === 'web' ? 'kit-web' : 'kit-server';
    case 'areas':
      return rest.length === 0 ? 'wiring' : 'area';
    case 'apps':
      return second === 'web' ? 'apps-web' : 'apps-server';
    case 'telematics':
    case 'db':
    case 'tools':
    case 'bench':
    case 'e2e':
      return top;
    default:
      return undefined;
  }
}

const areaOf = (path: string) => path.split('/')[1] ?? '';
const isContract = (path: string) => path.endsWith('.contract.ts');
const isScreen = (path: string) => path.endsWith('.tsx') || /\.(web|queries)\.ts$/.test(path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || isTesting(path);
/** What tests share: a fresh database, a running product. */
const isTesting = (path: string) => path.endsWith('/testing.ts') || path.includes('/testing/');
const isKit = (room: Room | undefined) => room === 'contract' || room === 'kit-server' || room === 'kit-web';

/** Which rooms each room may import besides itself. What areas may import of each other stands in areaRule. */
const open: Record<Room, readonly Room[]> = {
  contract: [],
  'kit-server': ['contract'],
  'kit-web': ['contract'],
  telematics: ['contract'],
  area: ['contract', 'kit-server', 'kit-web', 'telematics', 'wiring'],
  wiring: ['contract', 'kit-server', 'kit-web', 'area'],
  'apps-server': ['contract', 'kit-server', 'area', 'wiring', 'telematics', 'db', 'tools'],
  'apps-web': ['contract', 'kit-web', 'area', 'wiring'],
  db: ['contract', 'kit-server', 'area', 'wiring'],
  tools: ['contract', 'kit-server', 'area', 'wiring', 'telematics', 'db', 'apps-server'],
  // Of kit/web what its own page draws with: server code is held back from it by its side.
  bench: ['contract', 'kit-server', 'kit-web', 'area', 'wiring', 'telematics', 'db', 'apps-server', 'tools'],
  e2e: ['contract', 'kit-server', 'area', 'wiring', 'telematics', 'db', 'apps-server', 'tools'],
};

const names: Record<Room, string> = {
  contract: 'kit/contract',
  'kit-server': 'kit/server',
  'kit-web': 'kit/web',
  telematics: 'telematics',
  area: 'an area',
  wiring: 'the wiring files of areas/',
  'apps-server': 'apps/server',
  'apps-web': 'apps/web',
  db: 'db',
  tools: 'tools',
  bench: 'bench',
  e2e: 'e2e',
};

/** What puts the areas together: a line of each for every area, of the last for one whose pages ask for no session. */
const wiring: ReadonlySet<string> = new Set(['areas/areas.ts', 'areas/areas.web.ts', 'areas/areas.open.web.ts']);

/** The rule that an import from one room into another breaks, in words; undefined when it may stand. */
function roomRule(from: string, to: string): string | undefined {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (!room || !target) return undefined;
  if (room === 'wiring' && !wiring.has(from)) return `areas are wired in ${[...wiring].join(', ')} only`;
  if (isTesting(to) && !isTest(from) && !['tools', 'bench', 'e2e'].includes(room)) return `only tests import ${to}`;
  if (isTest(from) && (to === 'apps/server/testing.ts' || target === 'db' || target === 'tools')) return undefined;
  if (isContract(from) && !isContract(to) && target !== 'contract')
    return 'a contract imports contracts and kit/contract only';
  if (room !== target && !open[room].includes(target)) {
    if (isKit(room) && ['area', 'wiring'].includes(target)) return 'kit knows no area';
    return `${names[room]} may not import ${names[target]}`;
  }
  return room === 'area' && (target === 'area' || target === 'wiring') ? areaRule(from, to) : undefined;
}

/** Across areas: any contract, and from server code the other area's public face. */
function areaRule(from: string, to: string): string | undefined {
  // Tests look at all catalogues; the areas themselves are given them.
  if (roomOf(to) === 'wiring') return isTest(from) ? undefined : 'an area may not import what wires the areas';
  const area = areaOf(to);
  if (isContract(to)) return undefined;
  if (area === areaOf(from)) return isTest(from) ? undefined : entranceRule(from, to);
  // Tests set up what they need in other areas with the test fixtures of those.
  if (isTest(from) && isTesting(to)) return undefined;
  if (isScreen(to)) return "an area may not import another area's screens";
  if (to !== `areas/${area}/${area}.server.ts`)
    return `of another area only contracts and ${area}.server.ts may be imported`;
  return isTest(from) ? undefined : orderRule(areaOf(from), area);
}

/** Server code and screens never meet, whatever file stands between them. */
function sideRule(sides: ReadonlySet<Side>, found: Import): string | undefined {
  const { specifier, target } = found;
  if (sides.has('server') && target && (isScreen(target) || roomOf(target) === 'kit-web'))
    return 'server code imports no screen and nothing of kit/web';
  if (!sides.has('web')) return undefined;
  if (!target) return isBuiltin(specifier) ? 'web code imports no Node module' : undefined;
  if (roomOf(target) === 'kit-server') return 'web code may not import kit/server';
  return target.endsWith('.server.ts') ? 'web code may not import server code' : undefined;
}

/** Contracts run anywhere, so of packages they use the small Zod alone. */
const packageRule = (from: string, { specifier, target }: Import): string | undefined =>
  !target && !isTest(from) && (isContract(from) || roomOf(from) === 'contract') && specifier !== 'zod/mini'
    ? 'contracts import no package but zod/mini'
    : undefined;

/** `../` that leaves its folder of areas/, kit/ or apps/ hides a crossing that '#kit/…' shows. */
function spellingRule(from: string, { specifier, target }: Import): string | undefined {
  if (!specifier.startsWith('.') || !target || roomOf(from) === 'wiring') return undefined;
  const same = roomOf(from) === roomOf(target) && (roomOf(from) !== 'area' || areaOf(from) === areaOf(target));
  return same ? undefined : `write '#${posix.normalize(target)}': relative paths stay in their room`;
}

type Side = 'web' | 'server';
function sideOf(path: string): Side | undefined {
  const room = roomOf(path);
  if (isTest(path)) return undefined;
  if (room === 'kit-web' || room === 'apps-web' || isScreen(path)) return 'web';
  return room === 'contract' || room === 'wiring' || (room === 'area' && !path.endsWith('.server.ts'))
    ? undefined
    : 'server';
}

/** The sides a file is used on: its own, and those of everything that imports it, directly or not. */
function sidesOf(graph: ReadonlyMap<string, readonly Import[]>): Map<string, Set<Side>> {
  const sides = new Map<string, Set<Side>>([...graph.keys()].map((path) => [path, new Set()]));
  const spread = (path: string, side: Side) => {
    const own = sides.get(path);
    if (!own || own.has(side)) return;
    // A file that belongs to one side passes on its own side only: the import that crossed over is the violation.
    if ((sideOf(path) ?? side) !== side) return;
    own.add(side);
    for (const { target } of graph.get(path) ?? []) if (target) spread(target, side);
  };
  for (const path of graph.keys()) {
    const side = sideOf(path);
    if (side) spread(path, side);
  }
  return sides;
}

/**
 * Every import below `root` that breaks a rule of who may import whom (AGENTS.md lists them). Cycles are oxlint's.
 * @param root folder that holds kit/, areas/, apps/ and the others.
 */
export function findViolations(root: string): Violation[] {
  const files = sourceFiles(root).filter((path) => /\.tsx?$/.test(path) && roomOf(path));
  const graph = new Map(files.map((path) => [path, importsOf(root, path)]));
  const sides = sidesOf(graph);
  const violations: Violation[] = [];
  for (const [file, imports] of graph) {
    for (const found of imports) {
      const rule =
        (found.target && roomRule(file, found.target)) ||
        packageRule(file, found) ||
        sideRule(sides.get(file) ?? new Set(), found) ||
        spellingRule(file, found);
      if (rule) violations.push({ file, line: found.line, specifier: found.specifier, rule });
    }
  }
  return violations;
}

if (import.meta.main) {
  const violations = findViolations(process.cwd());
  report(violations.map(({ file, line, specifier, rule }) => `${file}:${line} imports '${specifier}': ${rule}`));
}
