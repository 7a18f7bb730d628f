import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findViolations } from './boundaries.ts';
import { plantTree } from './planted-tree.ts';

const projectRoot = join(import.meta.dirname, '../..');
const importing = (...specifiers: string[]) => specifiers.map((specifier) => `import '${specifier}';`).join('\n');

/** What a house that keeps the rules looks like: each import here has to stay allowed. */
const clean: Record<string, string> = {
  'kit/contract/fields.ts': importing('zod/mini'),
  'kit/contract/fields.test.ts': importing('vitest', './fields.ts'),
  'kit/server/db.ts': importing('node:fs', 'pg', '#kit/contract/fields.ts'),
  'kit/server/testing/database.ts': importing('#kit/server/db.ts'),
  'kit/server/db.test.ts': importing(
    '#apps/server/testing.ts',
    '#kit/server/testing/database.ts',
    '#tools/draft.ts',
    '#db/seed/rto.ts',
  ),
  'kit/web/table.tsx': importing('react', '#kit/contract/fields.ts', './table.css'),
  'telematics/gt06.ts': importing('#kit/contract/fields.ts', './fix.ts'),
  'telematics/fix.ts': '',
  'areas/areas.ts': importing('#kit/contract/fields.ts', './tolls/tolls.server.ts', './fleet/fleet.server.ts'),
  'areas/areas.web.ts': importing('./tolls/tolls.web.ts', './fleet/fleet.web.ts'),
  'areas/areas.open.web.ts': importing('./tolls/tolls.open.web.ts', '#kit/web/table.tsx'),
  'areas/tolls/tolls.open.web.ts': '',
  'areas/tolls/tolls.contract.ts': importing(
    '#kit/contract/fields.ts',
    '#areas/fleet/fleet.contract.ts',
    './limits.contract.ts',
  ),
  'areas/tolls/limits.contract.ts': '',
  'areas/tolls/tolls.server.ts': importing(
    '#kit/server/db.ts',
    './inner.ts',
    './tolls.contract.ts',
    '#telematics/gt06.ts',
    '#areas/fleet/fleet.server.ts',
    'node:crypto',
  ),
  'areas/tolls/inner.ts': importing('node:crypto'),
  'areas/tolls/shared.ts': importing('./tolls.contract.ts'),
  'areas/tolls/tolls.web.ts': importing(
    '#kit/web/table.tsx',
    './tolls.contract.ts',
    '#areas/fleet/fleet.contract.ts',
    './shared.ts',
  ),
  'areas/tolls/tolls.test.ts': importing(
    '#apps/server/testing.ts',
    './tolls.server.ts',
    '#areas/fleet/fleet.server.ts',
    '#areas/areas.ts',
  ),
  'areas/fleet/fleet.contract.ts': importing('zod/mini'),
  'areas/fleet/fleet.server.ts': importing('#kit/server/db.ts'),
  'areas/fleet/hidden.ts': '',
  'areas/fleet/fleet.web.ts': '',
  'areas/devices/devices.server.ts': importing('./health/health.routes.ts', '#areas/mail/mail.server.ts'),
  'areas/devices/devices.page.tsx': importing('./registry/list.page.tsx'),
  'areas/devices/health/health.routes.ts': importing('../registry/registry.store.ts', './other.routes.ts'),
  'areas/devices/health/other.routes.ts': importing('#areas/trips/trips.contract.ts'),
  'areas/devices/health/health.test.ts': importing('../registry/registry.policy.ts', '#areas/trips/trips.server.ts'),
  'areas/devices/registry/registry.store.ts': '',
  'areas/devices/registry/registry.policy.ts': '',
  'areas/devices/registry/list.page.tsx': '',
  'areas/mail/mail.server.ts': '',
  'areas/trips/trips.server.ts': importing('#areas/devices/devices.server.ts'),
  'areas/trips/trips.contract.ts': '',
  'apps/server/main.ts': importing('#areas/areas.ts', '#areas/tolls/inner.ts', '#kit/server/db.ts', '#db/seed/rto.ts'),
  'apps/server/testing.ts': importing('#kit/server/testing/database.ts', './main.ts'),
  'apps/web/main.tsx': importing('#areas/areas.web.ts', '#kit/web/table.tsx'),
  'db/seed/rto.ts': importing('#areas/tolls/tolls.contract.ts', '#kit/server/db.ts'),
  'tools/draft.ts': importing('#areas/areas.ts', '#kit/server/db.ts', 'vite'),
  'e2e/sign-in.test.ts': importing('#apps/server/testing.ts', 'playwright-core'),
  'bench/main.ts': importing('kysely', '#apps/server/testing.ts'),
};

test('a house that keeps the rules is accepted', () => {
  using tree = plantTree(clean);
  expect(findViolations(tree.root)).toEqual([]);
});

const refused: readonly (readonly [path: string, specifier: string, rule: string])[] = [
  ['kit/server/bad.ts', '#areas/tolls/tolls.contract.ts', 'kit knows no area'],
  ['kit/contract/bad.ts', '#areas/areas.ts', 'kit knows no area'],
  ['kit/server/bad.test.ts', '#areas/tolls/tolls.server.ts', 'kit knows no area'],
  ['kit/server/bad.ts', '#apps/server/main.ts', 'kit/server may not import apps/server'],
  ['kit/server/bad.ts', '#telematics/fix.ts', 'kit/server may not import telematics'],
  ['kit/server/bad.ts', '#db/seed/rto.ts', 'kit/server may not import db'],
  ['kit/server/bad.ts', '#kit/web/table.tsx', 'kit/server may not import kit/web'],
  ['kit/contract/bad.ts', '#kit/server/db.ts', 'kit/contract may not import kit/server'],
  ['kit/contract/bad.ts', 'dayjs', 'contracts import no package but zod/mini'],
  ['kit/contract/bad.ts', 'zod', 'contracts import no package but zod/mini'],
  ['kit/contract/bad.ts', 'node:fs', 'contracts import no package but zod/mini'],
  ['kit/web/bad.ts', '#kit/server/db.ts', 'kit/web may not import kit/server'],
  ['kit/web/bad.tsx', 'node:fs', 'web code imports no Node module'],
  ['kit/web/bad.tsx', 'fs', 'web code imports no Node module'],
  ['telematics/bad.ts', '#kit/server/db.ts', 'telematics may not import kit/server'],
  ['telematics/bad.ts', '#areas/tolls/tolls.contract.ts', 'telematics may not import an area'],
  ['areas/tolls/bad.contract.ts', './inner.ts', 'a contract imports contracts and kit/contract only'],
  ['areas/tolls/bad.contract.ts', '#kit/server/db.ts', 'a contract imports contracts and kit/contract only'],
  ['areas/tolls/bad.contract.ts', 'react', 'contracts import no package but zod/mini'],
  [
    'areas/tolls/bad.ts',
    '#areas/fleet/hidden.ts',
    'of another area only contracts and fleet.server.ts may be imported',
  ],
  ['areas/tolls/bad.server.ts', '#areas/fleet/hidden.ts', 'of another area only contracts and fleet.server.ts'],
  ['areas/tolls/bad.web.tsx', '#areas/fleet/fleet.web.ts', "an area may not import another area's screens"],
  ['areas/tolls/bad.server.ts', '#areas/fleet/fleet.web.ts', "an area may not import another area's screens"],
  ['areas/tolls/bad.server.ts', './tolls.web.ts', 'server code imports no screen'],
  ['areas/tolls/bad.server.ts', '#kit/web/table.tsx', 'server code imports no screen'],
  ['areas/tolls/bad.server.ts', '#areas/areas.ts', 'an area may not import what wires the areas'],
  ['areas/tolls/bad.web.tsx', '#areas/areas.web.ts', 'an area may not import what wires the areas'],
  [
    'areas/contracts.ts',
    './tolls/tolls.contract.ts',
    'areas are wired in areas/areas.ts, areas/areas.web.ts, areas/areas.open.web.ts only',
  ],
  ['apps/server/bad.ts', '#areas/areas.web.ts', 'server code imports no screen'],
  ['areas/tolls/bad.server.ts', '#db/seed/rto.ts', 'an area may not import db'],
  ['areas/tolls/bad.server.ts', '#apps/server/main.ts', 'an area may not import apps/server'],
  ['areas/tolls/bad.server.ts', '#tools/draft.ts', 'an area may not import tools'],
  ['areas/tolls/bad.server.ts', '#apps/server/testing.ts', 'only tests import apps/server/testing.ts'],
  ['areas/tolls/bad.web.tsx', './tolls.server.ts', 'web code may not import server code'],
  ['areas/tolls/bad.web.tsx', '#kit/server/db.ts', 'web code may not import kit/server'],
  ['areas/tolls/bad.web.tsx', 'node:crypto', 'web code imports no Node module'],
  [
    'areas/devices/health/bad.ts',
    '../registry/registry.policy.ts',
    'policies, pages and tabs of registry are wired by',
  ],
  [
    'areas/devices/registry/bad.store.ts',
    '../health/health.routes.ts',
    'policies, pages and tabs of health are wired by',
  ],
  [
    'areas/devices/health/bad.tab.tsx',
    '../registry/list.page.tsx',
    'policies, pages and tabs of registry are wired by',
  ],
  ['areas/devices/health/bad.ts', '#areas/trips/trips.server.ts', 'devices is below trips: use an event of devices'],
  ['areas/mail/bad.ts', '#areas/tolls/tolls.server.ts', 'mail is below tolls: use an event of mail'],
  ['apps/web/bad.tsx', '#apps/server/main.ts', 'apps/web may not import apps/server'],
  ['apps/web/bad.tsx', '#db/seed/rto.ts', 'apps/web may not import db'],
  ['apps/server/bad.ts', '#apps/web/main.tsx', 'apps/server may not import apps/web'],
  ['apps/server/bad.ts', '#kit/server/testing/database.ts', 'only tests import kit/server/testing/database.ts'],
  ['areas/tolls/bad.ts', '../fleet/fleet.contract.ts', "write '#areas/fleet/fleet.contract.ts'"],
  ['kit/server/bad.ts', '../contract/fields.ts', "write '#kit/contract/fields.ts'"],
];
/** Each bad file under a name of its own, so that all of them stand in one house. */
const planted = refused.map(
  ([path, specifier, rule], at) => [path.replace('bad', `bad-${at}`), specifier, rule] as const,
);
const violations = (() => {
  using tree = plantTree({
    ...clean,
    ...Object.fromEntries(planted.map(([path, specifier]) => [path, importing(specifier)])),
  });
  return findViolations(tree.root);
})();

test.each(planted)('%s that imports %s is refused', (path, specifier, rule) => {
  expect(violations.filter(({ file }) => file === path)).toEqual([
    { file: path, line: 1, specifier, rule: expect.stringContaining(rule) as string },
  ]);
});

test('and nothing else of that house is', () => {
  expect(violations).toHaveLength(planted.length);
});

test.each([
  ['of a type', "import type { Db } from '#areas/areas.ts';"],
  ['passed on', "export { db } from '#areas/areas.ts';"],
  ['passed on whole', "export * from '#areas/areas.ts';"],
  ['at run time', "export const load = () => import('#areas/areas.ts');"],
  ['inside a type', "export type Db = import('#areas/areas.ts').Db;"],
])('an import %s counts', (_, code) => {
  using tree = plantTree({ ...clean, 'kit/server/bad.ts': `\n${code}` });
  expect(findViolations(tree.root)).toMatchObject([{ file: 'kit/server/bad.ts', line: 2, rule: 'kit knows no area' }]);
});

test('text that looks like an import is none', () => {
  using tree = plantTree({
    ...clean,
    'kit/server/fine.ts': "const text = `import '#areas/areas.ts';`; // import '#areas/x.ts'",
  });
  expect(findViolations(tree.root)).toEqual([]);
});

test('a file between a screen and Node is found', () => {
  using tree = plantTree({
    ...clean,
    'areas/tolls/bad.web.tsx': importing('./middle.ts'),
    'areas/tolls/middle.ts': importing('./far.ts'),
    'areas/tolls/far.ts': importing('node:fs'),
  });
  expect(findViolations(tree.root)).toMatchObject([{ file: 'areas/tolls/far.ts', specifier: 'node:fs' }]);
});

test('a file between the server and a screen is found', () => {
  using tree = plantTree({
    ...clean,
    'areas/tolls/bad.server.ts': importing('./middle.ts'),
    'areas/tolls/middle.ts': importing('./tolls.web.ts'),
  });
  expect(findViolations(tree.root)).toMatchObject([{ file: 'areas/tolls/middle.ts', specifier: './tolls.web.ts' }]);
});

test('the command prints each violation and fails, and passes a clean tree', () => {
  const run = (root: string) =>
    spawnSync(process.execPath, [join(projectRoot, 'tools/checks/boundaries.ts')], { cwd: root, encoding: 'utf8' });
  using bad = plantTree({ ...clean, 'kit/server/bad.ts': importing('#areas/areas.ts') });
  expect(run(bad.root)).toMatchObject({
    status: 1,
    stderr: "kit/server/bad.ts:1 imports '#areas/areas.ts': kit knows no area\n",
  });
  using good = plantTree(clean);
  expect(run(good.root)).toMatchObject({ status: 0, stderr: '' });
});

/** Runs the project's own lint rules over a planted tree. */
function lint(files: Record<string, string>): string {
  using tree = plantTree({
    'package.json': JSON.stringify({ type: 'module', imports: { '#kit/*': './kit/*', '#areas/*': './areas/*' } }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', noEmit: true },
    }),
    ...files,
  });
  cpSync(join(projectRoot, '.oxlintrc.json'), join(tree.root, '.oxlintrc.json'));
  try {
    return execFileSync(join(projectRoot, 'node_modules/.bin/oxlint'), ['--format=unix'], {
      cwd: tree.root,
      encoding: 'utf8',
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test('the lint rules pass clean files', () => {
  expect(lint({ 'kit/server/fine.ts': 'export const three = () => 3;\n' })).toBe('');
});

const faults: readonly (readonly [what: string, rule: string, code: string, path?: string])[] = [
  [
    'a cycle over subpath imports',
    'import(no-cycle)',
    "import { other } from '#kit/server/other.ts';\nexport const bad = () => other;\n",
  ],
  [
    'a cycle of types',
    'import(no-cycle)',
    "import type { other } from './other.ts';\nexport type Bad = typeof other;\nexport const bad = 1;\n",
  ],
  [
    'a promise nobody waits for',
    'no-floating-promises',
    'const wait = async () => 1;\nexport const bad = () => {\n  wait();\n};\n',
  ],
  ['a promise where none is expected', 'no-misused-promises', 'export const bad = () => [1].forEach(async () => 1);\n'],
  ['any without a reason', 'no-explicit-any', 'export const bad = (value: any) => value;\n'],
  ['printing past the log', 'no-console', "export const bad = () => console.log('bad');\n"],
  ['the full Zod', 'no-restricted-imports', "import { z } from 'zod';\nexport const bad = z;\n"],
  ['Kysely', 'no-restricted-imports', "import { sql } from 'kysely';\nexport const bad = sql;\n"],
  ['a default export', 'no-default-export', 'export default 1;\n'],
  ['a file name in capitals', 'filename-case', 'export const bad = 1;\n', 'kit/server/Bad.ts'],
  [
    'a hook behind a condition',
    'rules-of-hooks',
    "import { useState } from 'react';\nexport function Bad({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n",
    'kit/web/bad.tsx',
  ],
  ['a picture without a text', 'alt-text', 'export const Bad = () => <img src="/a.png" />;\n', 'kit/web/bad.tsx'],
];
/** Each fault in a file of its own, and beside a cycle the file that closes it: one run of the rules sees all of them. */
const faulty = faults.map(([what, rule, code, path = 'kit/server/bad.ts'], at) => {
  const named = (text: string) => text.replace(/bad(?=\.)/, `bad-${at}`).replace('Bad.ts', `Bad-${at}.ts`);
  const file = named(path);
  const other = `import { bad } from '#kit/server/bad-${at}.ts';\nexport const other = () => bad;\n`;
  const closing = `kit/server/other-${at}.ts`;
  return {
    what,
    rule,
    file,
    files: {
      [file]: code.replace('/other.ts', `/other-${at}.ts`),
      ...(rule.includes('cycle') ? { [closing]: other } : {}),
    },
  };
});
const told = lint(Object.assign({}, ...faulty.map(({ files }) => files))).split('\n');

test.each(faulty)('the lint rules refuse $what', ({ rule, file }) => {
  expect(told.filter((line) => line.startsWith(`${file}:`)).join('\n')).toContain(rule);
});
