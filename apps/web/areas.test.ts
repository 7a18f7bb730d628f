import { expect, test } from 'vitest';
import { openScreens } from '#areas/areas.open.web.ts';
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

test('whoever has no session gets exactly the pages that are open, by the screens of their areas', () => {
  const open = installAreas(webs).filter((screen) => screen.open);
  expect(Object.fromEntries(open.map(({ path, component }) => [path, component]))).toEqual(openScreens);
});
