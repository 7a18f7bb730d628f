import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import type { ColumnSetting } from '#kit/contract/views.ts';
import { api } from '../api.ts';
import { queryClient } from '../queries.ts';
import { columnsOf } from './cells.tsx';

/** Columns of a list as its reader wants them: the link first, then the others in their order. */
export interface Columns {
  shown: [string, AnyField][];
  /** Every column that can be shown, in order, for the menu that sets them. */
  all: ColumnSetting[];
  set: (columns: ColumnSetting[]) => void;
  reset: () => void;
}

/**
 * Merges what a person chose with what the definition has: fields that are gone are dropped, new ones join at the end as
 * the definition shows them.
 */
export function mergeColumns(definition: AnyCatalogue, kept: readonly ColumnSetting[]): ColumnSetting[] {
  const { link, picture, rest } = columnsOf(definition);
  const usual = new Set(rest.map(([name]) => name));
  const offered = Object.entries<AnyField>(definition.fields)
    .filter(([name, field]) => name !== link && name !== picture && field.kind !== 'longText' && field.kind !== 'file')
    .map(([name]) => name);
  const known = kept.filter((one) => offered.includes(one.name));
  const listed = [...usual, ...offered.filter((name) => !usual.has(name))];
  const added = listed
    .filter((name) => !known.some((one) => one.name === name))
    .map((name) => ({ name, shown: usual.has(name) }));
  return [...known, ...added];
}

export function useColumns(definition: AnyCatalogue): Columns {
  const queryKey = ['columns', definition.path];
  const { data = [] } = useQuery({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ColumnSetting[]>>(`/${definition.path}/columns`, { signal, quiet: true })).data,
  });
  const all = mergeColumns(definition, data);
  const set = (columns: ColumnSetting[]) => {
    queryClient.setQueryData(queryKey, columns);
    void api.put(`/${definition.path}/columns`, { body: { columns } });
  };
  return {
    all,
    shown: all.filter((one) => one.shown).map((one) => [one.name, definition.fields[one.name] as AnyField]),
    set,
    reset: () => set([]),
  };
}
