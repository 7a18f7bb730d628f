import type { ModulePage, Page } from './area.ts';
import type { AnyCatalogue } from './catalogue.ts';
import type { Action, Grants, PermittedModule } from './rights.ts';

/** What the menu is made of. */
export type MenuModule = Pick<PermittedModule, 'id' | 'key' | 'name' | 'route' | 'parentId' | 'order' | 'isMenu'>;
/** With its version: 1 as long as no administrator changed it. */
type Arranged = MenuModule & { version: number };

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

export type Audience = 'staff' | 'client';

/** What the contracts say of where modules are found, by their keys. */
export interface MenuFacts {
  /** Catalogues that are everybody's: whoever only looks things up in one finds it with the search, and where records name it. */
  lookedUp: ReadonlySet<string>;
  /** The module beside whose page one is a tab: for everybody, for clients alone, for staff alone. */
  tabOf: Readonly<Record<string, string>>;
  clientTabOf: Readonly<Record<string, string>>;
  staffTabOf: Readonly<Record<string, string>>;
  /** What staff must be allowed besides looking, to have it in their menu. */
  needs: Readonly<Record<string, { module: string; action: Action }>>;
  /** Groups that one page stands for: see groupPagesOf. */
  pages: Readonly<Record<string, string>>;
}

export function menuFactsOf(catalogues: readonly AnyCatalogue[], pages: readonly (Page | ModulePage)[]): MenuFacts {
  const own = pages.flatMap((page) => ('key' in page ? [page] : []));
  const given = <V>(pairs: readonly (readonly [string, V | null | undefined])[]) =>
    Object.fromEntries(pairs.flatMap(([key, value]) => (value ? [[key, value]] : []))) as Record<string, V>;
  return {
    lookedUp: new Set(catalogues.filter(({ scope }) => scope === 'global').map(({ path }) => path)),
    tabOf: given([
      ...own.map(({ key, menu }) => [key, menu.tabOf] as const),
      ...catalogues.map(({ path, tabOf }) => [path, tabOf] as const),
    ]),
    clientTabOf: given([
      ...own.map(({ key, menu }) => [key, menu.clientTabOf] as const),
      ...catalogues.map(({ path, clientTabOf }) => [path, clientTabOf] as const),
    ]),
    staffTabOf: given([
      ...own.map(({ key, menu }) => [key, menu.staffTabOf] as const),
      ...catalogues.map(({ path, staffTabOf }) => [path, staffTabOf] as const),
    ]),
    needs: given(
      own.map(({ key, menu: { needs, needsIn = key } }) => [key, needs && { module: needsIn, action: needs }] as const),
    ),
    pages: groupPagesOf(pages),
  };
}

/** Whether somebody does more in a module than look things up in it. */
export const isWorkedIn = (facts: MenuFacts, key: string, actions: readonly Action[] | undefined): boolean =>
  !facts.lookedUp.has(key) || (['create', 'edit', 'approve'] as const).some((action) => actions?.includes(action));

/**
 * The permitted modules with `isMenu` as their reader's menu has it: what somebody only looks up, and what is a tab of another page, is no
 * entry. Apart from tabs, what administrators arranged stays as they left it.
 */
export function inMenuOf<M extends Arranged>(
  modules: readonly M[],
  audience: Audience,
  grants: Grants,
  facts: MenuFacts,
): M[] {
  if (audience === 'client') return asTabs(modules, facts.clientTabOf);
  const kept = (group: M) =>
    modules.filter(
      ({ key, parentId, route }) =>
        parentId === group.id &&
        route !== null &&
        facts.tabOf[key] === undefined &&
        isWorkedIn(facts, key, grants[key]),
    );
  const groups = modules.filter(({ key }) => key in facts.pages).map((group) => ({ group, kept: kept(group) }));
  // The one catalogue that somebody keeps is an entry, unless an administrator arranged it otherwise; all others are found on the page of its group.
  const single = new Set(
    groups.flatMap(({ kept: all }) =>
      all.length === 1 ? all.filter(({ version }) => version === 1).map(({ id }) => id) : [],
    ),
  );
  const empty = new Set(groups.flatMap(({ group, kept: all }) => (all.length === 0 ? [group.id] : [])));
  const shown = modules.map((one) => {
    const needed = facts.needs[one.key];
    const isHidden =
      empty.has(one.id) ||
      (one.route !== null && one.version === 1 && !isWorkedIn(facts, one.key, grants[one.key])) ||
      (needed !== undefined && !grants[needed.module]?.includes(needed.action));
    const isMenu = !isHidden && (one.isMenu || single.has(one.id));
    return isMenu === one.isMenu ? one : { ...one, isMenu };
  });
  return asTabs(shown, facts.staffTabOf);
}

/** Without the entries that are tabs of another one. Where the page that one would be a tab of is no entry, it is one itself. */
function asTabs<M extends MenuModule>(modules: readonly M[], tabOf: Readonly<Record<string, string>>): M[] {
  const keys = new Set(modules.filter(({ isMenu }) => isMenu).map(({ key }) => key));
  return modules.map((one) => (one.isMenu && keys.has(tabOf[one.key] ?? '') ? { ...one, isMenu: false } : one));
}
