import { useMemo } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { LazyPage } from '../../lazy.ts';
import { useCan } from '../../rights.ts';
import type { PlainTextKey } from '../../texts/texts.ts';

/** A column of a list whose values are not in its rows: what changes by the minute is asked for beside them. */
export interface AreaColumn {
  /** Unique among the columns that areas bring to a list. */
  key: string;
  /** Key of its name. */
  label: PlainTextKey;
  /** The field behind whose column it stands; at the end where that one is not shown. */
  after: string;
  /** Key of the module that one must be allowed to view. */
  also: string;
  /**
   * Draws a cell. `rows` are those of the page, so that all of them are asked for at once. With `label`, on a card, the value stands alone:
   * it is named, and left out where there is none.
   */
  component: LazyPage<{ row: AnyRow; rows: readonly AnyRow[]; label?: string }>;
  /** On a card: beside its name, without the name of the column, or not at all; left out: below. */
  onCard?: 'aside' | 'none';
}
/** Columns by the path of the list that they are brought to. */
export type AreaColumns = Readonly<Record<string, readonly AreaColumn[]>>;

const brought: Record<string, readonly AreaColumn[]> = {};
const none: readonly AreaColumn[] = [];

/** Called while areas are put together. */
export function addColumns(columns: AreaColumns): void {
  for (const [path, list] of Object.entries(columns)) brought[path] = [...(brought[path] ?? []), ...list];
}

/** What areas bring to a list, as far as the reader may see it. */
export function useAreaColumns(path: string): readonly AreaColumn[] {
  const can = useCan();
  const all = brought[path] ?? none;
  const seen = all.filter(({ also }) => can(also, 'view'));
  const keys = seen.map(({ key }) => key).join();
  // The same as long as the rights are.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => seen, [all, keys]);
}

/** Columns of the definition and those of areas, in their order. */
export function withBrought<T>(columns: readonly [string, T][], more: readonly AreaColumn[]) {
  const at = (name: string) => more.filter(({ after }) => after === name);
  const isShown = (name: string) => columns.some(([one]) => one === name);
  return [
    ...columns.flatMap(([name, field]) => [
      { key: name, field, column: undefined },
      ...at(name).map((column) => ({ key: column.key, field: undefined, column })),
    ]),
    ...more.filter(({ after }) => !isShown(after)).map((column) => ({ key: column.key, field: undefined, column })),
  ];
}
