import { expect, test } from 'vitest';
import { openScreens } from '#areas/areas.open.web.ts';
import { webs } from '#areas/areas.web.ts';
import { installAreas, tabsOf } from '#kit/web/area.ts';
import { allCatalogues } from '#kit/web/catalogue/all.ts';
import { childrenOf } from '#kit/web/catalogue/record/children.tsx';

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

test('tabs that stand first on the page of a record are among its tabs', () => {
  installAreas(webs);
  const named = Object.entries(tabsOf(webs)).filter(([, { firstTabs }]) => firstTabs);
  expect(named.map(([path]) => path)).toContain('vehicle');
  for (const [path, { firstTabs = [], tabs }] of named) {
    const children = childrenOf(allCatalogues(), path).map(({ definition, field }) => `${definition.path}.${field}`);
    expect([...tabs.map(({ slug }) => slug), ...children], path).toEqual(expect.arrayContaining([...firstTabs]));
    expect(new Set(firstTabs).size, path).toBe(firstTabs.length);
  }
});
