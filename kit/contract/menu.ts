import type { PermittedModule } from './rights.ts';

/** What the menu is made of. */
export type MenuModule = Pick<PermittedModule, 'id' | 'key' | 'name' | 'route' | 'parentId' | 'order' | 'isMenu'>;

export interface MenuGroup<M extends MenuModule = PermittedModule> {
  key: string;
  name: string | null;
  items: M[];
}

/** Permitted modules as menu groups, in their order: top entries first, then one group for each module with children. */
export function menuGroups<M extends MenuModule>(modules: readonly M[]): MenuGroup<M>[] {
  const shown = [...modules].filter((module) => module.isMenu).sort((a, b) => a.order - b.order);
  const under = (id: string): M[] =>
    shown
      .filter((module) => module.parentId === id)
      .flatMap((module) => [...(module.route ? [module] : []), ...under(module.id)]);
  const top = shown.filter((module) => module.parentId === null || !shown.some((one) => one.id === module.parentId));
  const loose = top.filter((module) => module.route);
  const groups = top.map((module) => ({ key: module.key, name: module.name, items: under(module.id) }));
  return [{ key: 'top', name: null, items: loose }, ...groups].filter((group) => group.items.length > 0);
}
