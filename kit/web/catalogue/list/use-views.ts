import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { SavedView } from '#kit/contract/views.ts';
import { api } from '../../api.ts';
import { store } from '../../storage/store.ts';
import type { View } from './view.ts';

export const viewsKey = (path: string): string[] => ['views', path];

/** The saved views of a list: how they are asked for. */
export const viewsOf = (path: string) =>
  queryOptions({
    queryKey: viewsKey(path),
    queryFn: async ({ signal }) => (await api.get<Answer<SavedView[]>>(`/${path}/views`, { signal, quiet: true })).data,
  });

/** Search part of an address in one order, so that two that mean the same are the same. */
export const inOrder = (search: string): string => {
  const params = new URLSearchParams(search);
  for (const name of ['page', 'view']) params.delete(name);
  params.sort();
  return params.toString();
};

/** A ready view as an address: days that are counted from today are named, and so is its reader. */
export const namedIn = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => {
      const counted = /^today([+-]\d+)?$/.exec(value);
      if (value === 'me') return [name, store.get('userData')?.id ?? ''];
      return [name, counted ? addDays(indiaDay(new Date()), Number(counted[1] ?? 0)) : value];
    }),
  );

/** What a list is narrowed to besides words, in one order. */
export const filtersIn = ({ q: _q, sort: _sort, ...filters }: Readonly<Record<string, string>>): string =>
  inOrder(new URLSearchParams(filters).toString());

/** What the list shows now, as a saved view would keep it. */
export const searchOf = ({ params, size }: View): string =>
  inOrder(new URLSearchParams({ ...params, ...(size === 25 ? {} : { size: String(size) }) }).toString());

/** The saved views of a list and the one its address names; a view that one may not see is as if none were named. */
export function useViews(definition: AnyCatalogue, view: View) {
  const { data, isPending } = useQuery(viewsOf(definition.path));
  const open = data?.find((one) => one.id === view.saved);
  return {
    all: data ?? [],
    open,
    /** The view that the address names is not known yet. */
    loading: view.saved !== undefined && isPending,
    isChanged: open !== undefined && inOrder(open.search) !== searchOf(view),
  };
}
export type Views = ReturnType<typeof useViews>;
