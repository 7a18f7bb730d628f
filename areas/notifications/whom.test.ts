import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { areas } from '#areas/areas.ts';
import { topicsOf } from '#kit/server/areas/area-parts.ts';
import { type Notices, startNotices } from './testing/notices.ts';

const root = join(import.meta.dirname, '../..');
let its: Notices;
let actionsOf: Map<string, string[]>;
beforeAll(async () => {
  its = await startNotices();
  const rows = await its.sql<{ key: string; actions: string[] }>('select key, actions from module');
  actionsOf = new Map(rows.map(({ key, actions }) => [key, actions]));
}, 120_000);
afterAll(() => its?.close());

const files = globSync('{areas,kit}/**/*.ts', { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
/** Catalogues by the name that code knows them by. */
const paths = new Map(
  files.flatMap(([, text]) =>
    [...text.matchAll(/export const (\w+) = catalogue\(\s*'([^']+)'/g)].map(([, name, path]) => [
      name ?? '',
      path ?? '',
    ]),
  ),
);
const addressing = /\bto: \{ module: ('[^']+'|\w+\.path), action: '(\w+)'(?:, staff: '(\w+)')? \}/g;

interface Address {
  where: string;
  module: string;
  actions: string[];
}
const addressesIn = (path: string, text: string): Address[] =>
  [...text.matchAll(addressing)].map(([, name = '', action = '', staff]) => ({
    where: path,
    module: name.startsWith("'") ? name.slice(1, -1) : (paths.get(name.replace('.path', '')) ?? name),
    actions: staff === undefined ? [action] : [action, staff],
  }));
/** Addresses that nobody can have: their module is not there, or has no such action. */
const nobodys = (all: readonly Address[]): string[] =>
  all.flatMap(({ where, module, actions }) =>
    actions.filter((one) => !actionsOf.get(module)?.includes(one)).map((one) => `${where}: ${module} ${one}`),
  );

test('whoever a notice is addressed to can be somebody: the module has the action', () => {
  const all = files.flatMap(([path, text]) => addressesIn(path, text));
  // Each one is understood: an address of another form would go unseen.
  const written = files.flatMap(([, text]) => [...text.matchAll(/\bto: \{ module: /g)]).length;
  expect([all.length, all.length > 8]).toEqual([written, true]);
  expect(nobodys(all)).toEqual([]);
  const wrong = `to: { module: challanContest.path, action: 'create', staff: 'approve' }`;
  expect(nobodys(addressesIn('planted', wrong))).toEqual(['planted: challan-contest approve']);
});

test('whoever is told of a topic may look at a module that is there', () => {
  const topics = topicsOf(areas).filter(({ module }) => module !== undefined);
  expect(topics.length).toBeGreaterThan(10);
  expect(topics.filter(({ module }) => !actionsOf.get(module ?? '')?.includes('view'))).toEqual([]);
});
