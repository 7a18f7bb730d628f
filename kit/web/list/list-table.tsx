import { SideScroll } from './side-scroll.tsx';
import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Unique among the columns. */
  key: string;
  head: ReactNode;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the end of their cells, under each other. */
  isNumber?: boolean;
  className?: string;
  sorted?: 'ascending' | 'descending' | undefined;
  /** What all its rows add up to, in the bottom row of a table that has one. */
  total?: ReactNode;
}

/** Rows under headings; wider than its place, it scrolls. Without rows it shows that they are on their way. */
export function ListTable<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  className?: string;
  /** Its name, where nothing in it takes the focus: then the table itself does, so that keys can scroll it. */
  label?: string;
  /** Names the bottom row, which shows totals; left out, there is none. The first column is where the name stands. */
  totalsLabel?: string | undefined;
}) {
  const { columns, rows, keyOf, className, label, totalsLabel } = props;
  const reachable = label === undefined ? {} : { role: 'region', 'aria-label': label, tabIndex: 0 };
  const classOf = ({ isNumber, className: own }: Column<Row>) => (isNumber ? 'num' : own);
  return (
    <SideScroll {...reachable}>
      <table className={className ? `tbl plain ${className}` : 'tbl plain'}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.isNumber ? 'num' : undefined}
                aria-sort={column.sorted}
              >
                {typeof column.head === 'string' ? <bdi>{column.head}</bdi> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          )) ??
            [0, 1, 2, 3, 4].map((one) => (
              <tr key={one}>
                <td colSpan={columns.length}>
                  <span className="sk" style={{ width: `${70 - one * 8}%` }} />
                </td>
              </tr>
            ))}
        </tbody>
        {totalsLabel === undefined ? null : (
          <tfoot>
            <tr>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.key} scope="row">
                    {totalsLabel}
                  </th>
                ) : (
                  <td key={column.key} className={classOf(column)}>
                    {column.total}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </SideScroll>
  );
}
