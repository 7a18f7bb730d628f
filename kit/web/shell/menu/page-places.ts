import { type AreaContract, pagesOf } from '#kit/contract/area.ts';
import { groupPagesOf } from '#kit/contract/menu.ts';

let ofGroups: Readonly<Record<string, string>> = {};
let besides: Readonly<Record<string, readonly string[]>> = {};

/** Tells the menu which pages list a group, and which are tabs beside another; called while areas are put together. */
export function setPagePlaces(contracts: readonly AreaContract[]): void {
  const pages = pagesOf(contracts);
  ofGroups = groupPagesOf(pages);
  const found: Record<string, string[]> = {};
  for (const page of pages) {
    if (!('key' in page) || page.menu.tabOf === undefined) continue;
    (found[page.menu.tabOf] ??= [page.menu.tabOf]).push(page.key);
  }
  besides = found;
}

/** Addresses of the pages that list a group, by the key of the group. */
export const groupPages = (): Readonly<Record<string, string>> => ofGroups;

/** Keys of the modules whose pages are tabs of one page, the page itself first. */
export const tabsBeside = (key: string): readonly string[] =>
  Object.values(besides).find((keys) => keys.includes(key)) ?? [];
