import { type AnyCatalogue } from '#kit/contract/catalogue.ts';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import { store } from '../storage/store.ts';

let catalogues: readonly AnyCatalogue[] = [];

/** To be called once, before the first page is drawn. */
export function setCatalogues(all: readonly AnyCatalogue[]): void {
  catalogues = all;
}

/** Every catalogue of the product, in the order of the areas: for pages about records of all kinds. */
export const allCatalogues = (): readonly AnyCatalogue[] => catalogues;

/** The catalogue with this path, which is also the key of its module; undefined for a module that is none. */
export const catalogueAt = (path: string | undefined): AnyCatalogue | undefined =>
  catalogues.find((one) => one.path === path);

/** The same as its reader knows it: who is signed in does not change while a page is drawn. */
export function seenAt(path: string | undefined): AnyCatalogue | undefined {
  const definition = catalogueAt(path);
  return definition && seenBy(definition, store.get('userData')?.kind);
}
