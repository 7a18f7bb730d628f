import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addressNames, type AnyCatalogue } from '#kit/contract/catalogue.ts';
import { listLimits, listSizes, parseListQuery } from '#kit/contract/list-query.ts';
import { useAddressBelow } from '../../parts-below.ts';
import { store } from '../../storage/store.ts';

/** Parts of the address that are not the list's to ask for. */
const notAsked = addressNames.filter((name) => name !== 'q' && name !== 'sort');

/** What a list shows, as its address says. The address is the only owner of it. */
export interface View {
  page: number;
  size: number;
  /** Parameters of the API's list: q, sort, status, filters. */
  params: Record<string, string>;
  /** Those of them that narrow the list. */
  filters: Record<string, string>;
  /** Id of the saved view that is open. */
  saved: string | undefined;
}

/** Reads a view out of an address; what is not understood falls back instead of failing. */
export function viewOf(definition: AnyCatalogue, search: Readonly<Record<string, unknown>>): View {
  const params: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) {
    if (notAsked.includes(key) || typeof value !== 'string') continue;
    const one = parseListQuery(definition, { [key]: value });
    if (!('messages' in one)) params[key] = value;
  }
  const page = Number(search['page'] ?? 1);
  const size = Number(search['size'] ?? 25);
  const rows = listSizes.includes(size) ? size : 25;
  const { sort: _sort, ...filters } = params;
  return {
    page: Number.isInteger(page) && page > 0 && page * rows <= listLimits.maxSkip ? page : 1,
    size: rows,
    params,
    filters,
    saved: typeof search['view'] === 'string' ? search['view'] : undefined,
  };
}

/** The order that a list is shown in: what was chosen, or else its own. What is looked for by words stands in the order of names. */
export const sortOf = (definition: AnyCatalogue, { params }: Pick<View, 'params'>): string =>
  params['sort'] ?? (params['q'] === undefined ? definition.listSort : definition.sort);

/** What is asked for, with the order that is shown unless calls answer in it by themselves. */
export function askedOf(definition: AnyCatalogue, view: View): { sort: string; params: View['params'] } {
  const sort = sortOf(definition, view);
  return { sort, params: sort === definition.sort ? view.params : { ...view.params, sort } };
}

/** What a list is opened with again: words that somebody searched for then would hide what they look for now. */
const worthKeeping = (address: string): string => {
  const params = new URLSearchParams(address);
  for (const name of ['q', 'page']) params.delete(name);
  return params.toString();
};

/** The view of the page with ways to change it. A change of filters goes back to the first page without a history entry. */
export function useView(definition: AnyCatalogue, active: boolean) {
  const { search } = useAddressBelow(`/${definition.path}`);
  const navigate = useNavigate();
  const view = viewOf(definition, search);
  const address = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)])).toString();

  // A bare address takes up the view this list was left with; one with parameters is taken as it stands.
  useEffect(() => {
    if (!active) return;
    const last = worthKeeping(store.get('lastViews')[definition.path] ?? '');
    if (address === '' && last)
      void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(last)) as never, replace: true });
    // Once for each list, when it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [definition.path]);
  useEffect(() => {
    if (!active) return;
    const views = store.get('lastViews');
    const kept = worthKeeping(address);
    if ((views[definition.path] ?? '') !== kept) store.set('lastViews', { ...views, [definition.path]: kept });
  }, [address, active, definition.path]);

  const go = (next: Record<string, string | undefined>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...next }),
      replace,
      resetScroll: false,
    });
  return {
    view,
    /** Sets filters, search or status; undefined takes one away. */
    filter: (next: Record<string, string | undefined>) => go({ ...next, page: undefined }, true),
    sort: (name: string) => go({ sort: sortOf(definition, view) === name ? `-${name}` : name, page: undefined }, true),
    order: (sort: string) => go({ sort, page: undefined }, true),
    page: (page: number) => go({ page: page === 1 ? undefined : String(page) }, false),
    size: (size: number) => go({ size: size === 25 ? undefined : String(size), page: undefined }, true),
    /** Opens a saved view, or with undefined closes it and leaves the list as it is. */
    open: (id: string | undefined) => go({ view: id }, true),
    clear: () => go(Object.fromEntries(Object.keys(view.filters).map((key) => [key, undefined])), true),
  };
}
export type ViewControl = ReturnType<typeof useView>;
