import type { ReactNode } from 'react';
import { Failure } from '../shell/failure.tsx';
import { PageTitle } from '../ui/parts.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import type { ListAddress } from './list-address.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListSheet, type ListSheetProps } from './list-sheet.tsx';

export interface ListPageProps<Row> extends Omit<ListSheetProps<Row>, 'label'> {
  title: string;
  sub?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** Between the heading and the filters. */
  above?: ReactNode;
  /** Fields of the filters. */
  filters?: ReactNode;
  /** Which of them are set, where the list has no pages and so no address. */
  filtered?: Pick<ListAddress, 'filters' | 'clear'>;
  /** Between the filters and the rows. */
  below?: ReactNode;
  /** The name of the list, where it is another than the title. */
  label?: string;
}

/** Moves to the field of words to look for. */
export const useSearchKey = () =>
  useShortcuts({ '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus() });

/** A page that is one list: its heading, its filters, and a sheet of rows. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, sub, actions, above, filters, filtered = props.address, below, label = title, ...sheet } = props;
  useSearchKey();
  const { error, data, refetch } = sheet.found;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={title} sub={sub}>
        {actions}
      </PageTitle>
      {above}
      {filters ? (
        <FilterBar filters={filtered?.filters} onClear={filtered?.clear}>
          {filters}
        </FilterBar>
      ) : null}
      {below}
      <ListSheet {...sheet} label={label} />
    </>
  );
}
