import type { Page } from './area.ts';
import type { PermittedModule } from './rights.ts';

/** What the menu is made of. */
export type MenuModule = Pick<PermittedModule, 'id' | 'key' | 'name' | 'route' | 'parentId' | 'order' | 'isMenu'>;

export interface MenuGroup<M extends MenuModule = PermittedModule> {
  key: string;
  name: string | null;
  items: M[];
}

/** Addresses of the pages that list what is in a group, by the group's key. */
export const groupPagesOf = (pages: readonly Page[]): Record<string, string> =>
  Object.fromEntries(pages.flatMap(({ ofGroup, path }) => (ofGroup ? [[ofGroup, path]] : [])));

/**
 * Permitted modules as menu groups, in their order: top entries first, then one group for each module with children.
 * @param pages see groupPagesOf: each is an entry that is named like its group.
 */
export function menuGroups<M extends MenuModule>(
  modules: readonly M[],
  pages: Readonly<Record<string, string>> = {},
): MenuGroup<M>[] {
  const shown = [...modules]
    .filter((module) => module.isMenu)
    .sort((a, b) => a.order - b.order)
    .map((module) => ({ ...module, route: module.route ?? pages[module.key] ?? null }));
  const under = (id: string): M[] =>
    shown
      .filter((module) => module.parentId === id)
      .flatMap((module) => [...(module.route ? [module] : []), ...under(module.id)]);
  const top = shown.filter((module) => module.parentId === null || !shown.some((one) => one.id === module.parentId));
  const isPage = (module: M) => module.route !== null && !(module.key in pages);
  const loose = top.filter(isPage);
  const groups = top.map((module) => ({
    key: module.key,
    name: module.name,
    items: [...(module.route && !isPage(module) ? [module] : []), ...under(module.id)],
  }));
  return [{ key: 'top', name: null, items: loose }, ...groups].filter((group) => group.items.length > 0);
}
