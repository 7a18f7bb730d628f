import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachWorded, worded } from '#kit/contract/words/worded.ts';

const root = join(import.meta.dirname, '../../..');

/** Exported lists of choices, whose labels people read, that nothing puts into another language. */
function unreached(modules: readonly [path: string, exported: object][]): string[] {
  const reached = new Set<unknown>();
  const reach = (one: unknown): void => {
    if (typeof one !== 'object' || one === null || reached.has(one)) return;
    reached.add(one);
    for (const value of Object.values(one)) reach(value);
  };
  eachWorded(reach);
  const isChoice = (one: unknown) => typeof one === 'object' && one !== null && 'value' in one && 'label' in one;
  return modules.flatMap(([path, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      Array.isArray(value) && value.some((one) => isChoice(one) && !reached.has(one)) ? [`${path}: ${name}`] : [],
    ),
  );
}

test('every list of choices of a contract is in the language of its reader', async () => {
  const paths = globSync('{areas,kit}/**/*.contract.ts', { cwd: root });
  const modules = await Promise.all(
    paths.map(async (path): Promise<[string, object]> => [path, (await import(join(root, path))) as object]),
  );
  expect(modules.length).toBeGreaterThan(100);
  expect(unreached(modules)).toEqual([]);
});

test('a list that no catalogue has, and that is not marked, is found', () => {
  const states = [{ value: 'LOUD', label: 'Loud' }];
  const marked = worded([{ value: 'LOUD', label: 'Loud' }]);
  expect(unreached([['bell.contract.ts', { states, marked, limits: [1, 2] }]])).toEqual(['bell.contract.ts: states']);
});
