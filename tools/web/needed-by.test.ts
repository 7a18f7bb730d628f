import { expect, test } from 'vitest';
import { neededBy } from './needed-by.ts';

const imports: Readonly<Record<string, readonly string[]>> = {
  inside: ['menu', 'areas'],
  menu: ['icons'],
  areas: ['icons', 'inside'],
  page: ['table', 'icons'],
};
const infoOf = (id: string) => (imports[id] ? { importedIds: imports[id] } : null);

test('what a module imports is loaded with it, and what that imports; a page that is fetched later is not', () => {
  const isInside = neededBy('inside');
  const found = ['inside', 'menu', 'areas', 'icons', 'page', 'table'].filter((id) => isInside(id, infoOf));
  expect(found).toEqual(['inside', 'menu', 'areas', 'icons']);
});
