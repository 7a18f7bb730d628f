import type { ReactNode } from 'react';
import { useT } from '../i18n.ts';
import { Failure } from '../shell/failure.tsx';
import { Empty } from '../ui/parts.tsx';
import type { ListAddress } from './list-address.ts';
import { Pager } from './pager.tsx';
import '../catalogue/catalogue.css';
import '../catalogue/stated.css';

/** What a query found: a page of a list and how many rows there are, or all rows. */
export interface Found<Row> {
  data: { data: readonly Row[]; count: number } | readonly Row[] | undefined;
  error: unknown;
  refetch: () => unknown;
  /** What is shown is of the question before. */
  isPlaceholderData?: boolean;
}

export interface ListSheetProps<Row> {
  /** The name of the list. */
  label: string;
  found: Found<Row>;
  /** Which page of it is shown; left out where all rows are. */
  address?: Pick<ListAddress, 'page' | 'size' | 'toPage'> & Partial<Pick<ListAddress, 'filters' | 'clear'>>;
  empty: { icon: ReactNode; title: string; text: string; action?: ReactNode };
  /** What a screen reader is told once rows have come: left out, how many of how many; null, nothing. */
  told?: string | null;
  className?: string;
  /** The rows bring sheets of their own. */
  unframed?: boolean;
  /** Draws the rows; without any they are on their way. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

const pageFound = <Row,>({ data }: Found<Row>) =>
  data === undefined || 'count' in data ? data : { data, count: data.length };

/** Rows in a sheet: on their way, failed with another try, none with what to do about it, or a page of them. */
export function ListSheet<Row>(props: ListSheetProps<Row>) {
  const t = useT();
  const { label, found, address, empty, told, className, unframed, children } = props;
  const list = pageFound(found);
  if (found.error && !list) return <Failure error={found.error} retry={() => void found.refetch()} />;
  const isNone = list?.count === 0;
  const usual = list ? t('catalogue.showing', { shown: list.data.length, count: list.count, many: label }) : '';
  // Nothing is said in words: "0 of 0" is no sentence about what is not there.
  const said = isNone ? t('catalogue.noneOf', { label }) : (told ?? usual);
  const rows = (
    <>
      {isNone ? (
        <Empty icon={empty.icon} title={empty.title} text={empty.text}>
          {empty.action}
        </Empty>
      ) : (
        children(list?.data)
      )}
      {address && list && list.count > address.size ? (
        <Pager view={address} count={list.count} onPage={address.toPage} />
      ) : null}
    </>
  );
  return (
    <>
      {told === null ? null : (
        <p className="sr" role="status">
          {said}
        </p>
      )}
      {unframed && !isNone ? (
        rows
      ) : (
        <section
          className={className ? `sheet ${className}` : 'sheet'}
          aria-label={label}
          aria-busy={!list || found.isPlaceholderData === true}
        >
          {rows}
        </section>
      )}
    </>
  );
}
