import { useMemo } from 'react';
import { type AreaContract, cataloguesOf, pagesOf } from '#kit/contract/area.ts';
import { isWorkedIn, type MenuFacts, type MenuGroup, menuFactsOf } from '#kit/contract/menu.ts';
import { oncePer } from '#kit/contract/once-per.ts';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { said, useWorded } from '../../i18n.ts';
import { useKept } from '../../storage/store.ts';

let facts: MenuFacts = { lookedUp: new Set(), tabOf: {}, clientTabOf: {}, staffTabOf: {}, needs: {}, pages: {} };
/** What modules are called, and what clients know them as. */
let clientNames: Readonly<Record<string, { shipped: string; known: string }>> = {};

/** Tells the menu which pages list a group, and which are tabs beside another; called while areas are put together. */
export function setPagePlaces(contracts: readonly AreaContract[]): void {
  const catalogues = cataloguesOf(contracts);
  facts = menuFactsOf(catalogues, pagesOf(contracts));
  atBottom = new Set(catalogues.flatMap(({ path, onPhones }) => (onPhones ? [path] : [])));
  clientNames = Object.fromEntries(
    catalogues.flatMap(({ path, many, forClients }) =>
      forClients ? [[path, { shipped: many, known: forClients.many }]] : [],
    ),
  );
}

let atBottom: ReadonlySet<string> = new Set();
/** On a phone: the pages that always have a place at the bottom, then the first of each of the first groups, in the order of the menu. */
export function phonePages(groups: readonly MenuGroup[], most: number): PermittedModule[] {
  const all = groups.flatMap(({ items }) => items);
  const fixed = all.filter(({ key }) => atBottom.has(key)).slice(0, most);
  const firsts = groups.flatMap(({ items }) => items.slice(0, 1)).filter((one) => !fixed.includes(one));
  const shown = new Set([...fixed, ...firsts.slice(0, most - fixed.length)]);
  return all.filter((one) => shown.has(one));
}

/** Addresses of the pages that list a group, by the key of the group. */
export const groupPages = (): Readonly<Record<string, string>> => facts.pages;

const none: PermittedModule[] = [];
/** An administrator may have given it another name: that one is everybody's. */
const asClientsKnow = oncePer((modules: PermittedModule[]) =>
  modules.map((one) => {
    const name = clientNames[one.key];
    return name?.shipped === one.name ? { ...one, name: name.known } : one;
  }),
);
/** The modules that the reader may see, as they know them. */
export function usePermitted(): PermittedModule[] {
  const [modules] = useKept('_accessible');
  const [user] = useKept('userData');
  const own = user?.kind === 'client' && modules ? asClientsKnow(modules) : (modules ?? none);
  const words = useWorded();
  return useMemo(() => (words ? own.map((one) => ({ ...one, name: said(one.name) })) : own), [own, words]);
}

/** The module beside whose page another is a tab, for such a reader. */
export const tabOf = (key: string, isClient: boolean): string | undefined =>
  (isClient ? facts.clientTabOf : facts.staffTabOf)[key] ?? facts.tabOf[key];

/** The module beside whose page another is always a tab for staff, however their menu is arranged. */
export const staffTabOf = (key: string): string | undefined => facts.staffTabOf[key];

/** The modules beside whose pages one may be a tab, for whoever it is. */
export const placesOf = (key: string): string[] =>
  [facts.clientTabOf[key], facts.staffTabOf[key], facts.tabOf[key]].filter((one) => one !== undefined);

/** Modules whose pages are tabs of one page, the page itself first: those that the reader does something in. */
export function tabsBeside(modules: readonly PermittedModule[], key: string, isClient: boolean): PermittedModule[] {
  const first = tabOf(key, isClient) ?? key;
  return modules
    .filter(
      (one) =>
        one.route !== null &&
        (one.key === first || (tabOf(one.key, isClient) === first && isWorkedIn(facts, one.key, one.actions))),
    )
    .toSorted((a, b) => Number(b.key === first) - Number(a.key === first));
}
