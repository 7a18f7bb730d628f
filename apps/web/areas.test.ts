import { expect, test } from 'vitest';
import { webs } from '#areas/areas.web.ts';
import { installAreas } from '#kit/web/area.ts';
import { allCatalogues } from '#kit/web/catalogue/all.ts';

test('every page of the product has its screen, and every catalogue has pages', () => {
  const paths = installAreas(webs).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { path } of allCatalogues()) expect(paths).toContain(`/${path}`);
  expect(paths).toContain('/access/why');
  expect(paths, 'drawn by the page at /mail').not.toContain('/mail/templates');
});
