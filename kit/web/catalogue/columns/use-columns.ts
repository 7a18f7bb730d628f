import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { type AnyCatalogue, readFields, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { type ColumnSetting, type ColumnSettings, columnWidths, type SavedView } from '#kit/contract/views.ts';
import { ApiError, api } from '../../api.ts';
import { queryClient } from '../../queries.ts';
import { columnsOf } from '../cells.tsx';

/** Columns of a list as its reader wants them. */
export interface Columns {
  /** Those beside the record's name: pinned ones first, then the others, each in their order. */
  shown: [string, AnyField][];
  /** How each column is set, by name; the record's own too. */
  layout: ReadonlyMap<string, ColumnSetting>;
  /** Every column that can be shown, in order, for the menu that sets them; the record's name comes first. */
  all: ColumnSetting[];
  /** True until it is known what the reader wants. */
  loading: boolean;
  /** The reader has changed the columns of the view that is open. */
  isChanged: boolean;
  /** Makes other settings out of those that hold at that moment, which may be newer than what is drawn. */
  set: (make: (all: ColumnSetting[]) => ColumnSetting[]) => void;
  /** Changes one column; width undefined makes it as wide as it needs. */
  change: (name: string, to: (one: ColumnSetting) => Partial<ColumnSetting>) => void;
  /** Back to the columns of the view, or to the usual ones. */
  reset: () => void;
}

/**
 * Merges what a person chose with what the definition has: fields that are gone are dropped, new ones join at the end as
 * the definition shows them. The record's name is always there, and first.
 */
export function mergeColumns(definition: AnyCatalogue, kept: readonly ColumnSetting[]): ColumnSetting[] {
  const { link, picture, rest } = columnsOf(definition);
  const usual = new Set(rest.map(([name]) => name));
  const offered = Object.entries<AnyField>(readFields(definition))
    .filter(([name, field]) => name !== link && name !== picture && field.kind !== 'longText' && field.kind !== 'file')
    .map(([name]) => name);
  const known = kept.filter((one) => offered.includes(one.name));
  const listed = [...usual, ...offered.filter((name) => !usual.has(name))];
  const added = listed
    .filter((name) => !known.some((one) => one.name === name))
    .map((name) => ({ name, shown: usual.has(name) }));
  const first = { ...kept.find((one) => one.name === link), name: link, shown: true };
  return [first, ...known, ...added];
}

/** The next width of a column that is made wider or narrower by `by` pixels. */
export const widthWithin = (pixels: number): number =>
  Math.round(Math.max(columnWidths.min, Math.min(columnWidths.max, pixels)));

const keyOf = (path: string) => ['columns', path];
let sending: Promise<unknown> = Promise.resolve();
/** Sends settings one after the other, so that the last one stands. */
function send(path: string, columns: ColumnSetting[], view: string | undefined): void {
  sending = sending
    .then(() => api.put(`/${path}/columns`, { body: { columns, ...(view ? { view } : {}) } }))
    .catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      // The screen goes back to what the server has; the reason was shown.
      return queryClient.invalidateQueries({ queryKey: keyOf(path) });
    });
}

const none: readonly ColumnSetting[] = [];

/** What a list draws by its settings. */
function drawnBy(definition: AnyCatalogue, all: ColumnSetting[]): Pick<Columns, 'all' | 'layout' | 'shown'> {
  const shown = all.slice(1).filter((one) => one.shown);
  return {
    all,
    layout: new Map(all.map((one) => [one.name, one])),
    shown: [...shown.filter((one) => one.pinned), ...shown.filter((one) => !one.pinned)].map((one) => [
      one.name,
      shownFields(definition)[one.name] as AnyField,
    ]),
  };
}

/** @param view the saved view that is open. */
export function useColumns(definition: AnyCatalogue, view: SavedView | undefined): Columns {
  const { path } = definition;
  const { data, isPending } = useQuery({
    queryKey: keyOf(path),
    // Who comes back from another machine goes on from what was set there.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ColumnSettings>>(`/${path}/columns`, { signal, quiet: true })).data,
  });
  const ownOf = (settings: ColumnSettings | undefined) => (view ? settings?.views[view.id] : settings?.list);
  const keptOf = (settings: ColumnSettings | undefined) => ownOf(settings) ?? view?.columns ?? none;
  const kept = keptOf(data);
  // The same as long as nothing of it changes, so that rows are not drawn anew for nothing.
  const drawn = useMemo(() => drawnBy(definition, mergeColumns(definition, kept)), [definition, kept]);
  const set: Columns['set'] = (make) => {
    // An answer that is on its way does not know of this change.
    void queryClient.cancelQueries({ queryKey: keyOf(path) }, { revert: false });
    const before = queryClient.getQueryData<ColumnSettings>(keyOf(path)) ?? { list: [], views: {} };
    const columns = make(mergeColumns(definition, keptOf(before)));
    const { [view?.id ?? '']: _, ...others } = before.views;
    const after = !view
      ? { ...before, list: columns }
      : { ...before, views: columns.length > 0 ? { ...others, [view.id]: columns } : others };
    queryClient.setQueryData<ColumnSettings>(keyOf(path), after);
    send(path, columns, view?.id);
  };
  return {
    ...drawn,
    loading: isPending,
    isChanged: view !== undefined && ownOf(data) !== undefined,
    set,
    change: (name, to) => set((now) => now.map((one) => (one.name === name ? { ...one, ...to(one) } : one))),
    reset: () => set(() => []),
  };
}
