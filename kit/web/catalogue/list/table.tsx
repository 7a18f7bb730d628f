import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type CSSProperties, memo, Suspense, useMemo, useRef } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { type AnyField, isSortable } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { columnsOf, isNumber, Mark, Value } from '../cells.tsx';
import { InlineCell } from '../inline/inline-cell.tsx';
import { useRemove } from '../remove.tsx';
import { RowMenu, StatusSwitch, useRowActions, useRowOffers } from '../row-actions.tsx';
import { usePins, useSizing } from '../columns/column-layout.ts';
import { useScrollEdges } from '../columns/scroll-edges.ts';
import type { Columns } from '../columns/use-columns.ts';
import { useGrid } from '../inline/use-grid.ts';
import { type AreaColumn, withBrought } from './area-columns.ts';
import { useSteady } from './use-steady.ts';
import { titleText } from '../spoken.ts';

export interface Shown {
  definition: AnyCatalogue;
  /** Columns beside the link to the record, in their order. */
  columns: readonly [string, AnyField][];
  /** Columns that areas bring. */
  brought: readonly AreaColumn[];
  rows: AnyRow[];
  chosen: ReadonlySet<string>;
  toggle: (index: number, range?: boolean) => void;
}

interface TableProps extends Shown {
  sort: string;
  onSort: (name: string) => void;
  loading: boolean;
  size: number;
  pageChosen: boolean;
  onPage: () => void;
  layout: Columns['layout'];
  onColumn: Columns['change'];
}

type Placed = (name: string, more?: string) => { className: string | undefined; style: CSSProperties };

/**
 * Class and style of the cells of a column: its width, and where it stays when it is pinned.
 * @param pins names of the pinned columns, in their order.
 * @param sizing the column that is being sized.
 */
const placedBy =
  (layout: Columns['layout'], pins: readonly string[], sizing: string | undefined): Placed =>
  (name, more) => {
    const width = layout.get(name)?.width;
    const pin = pins.indexOf(name);
    const isSized = width !== undefined || sizing === name;
    const names = [more, isSized && 'sized', pin >= 0 && 'pin', pin >= 0 && pin === pins.length - 1 && 'pin-last'];
    return {
      className: names.filter(Boolean).join(' ') || undefined,
      style: {
        ...(isSized ? { '--w': `var(--w-${name}, ${width}px)` } : {}),
        ...(pin >= 0 ? { insetInlineStart: `var(--pin-${pin})` } : {}),
      } as CSSProperties,
    };
  };

/** Names of the pinned columns, in their order. */
const pinsOf = (columns: Shown['columns'], layout: Columns['layout']): string[] =>
  columns.filter(([name]) => layout.get(name)?.pinned).map(([name]) => name);

/** The rows as a grid: one stop of the Tab key, arrows inside. */
export function Table({
  definition,
  columns,
  brought,
  rows,
  chosen,
  toggle,
  sort,
  onSort,
  loading,
  size,
  pageChosen,
  onPage,
  layout,
  onColumn,
}: TableProps) {
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  const place = useRef<HTMLDivElement>(null);
  useScrollEdges(place);
  const navigate = useNavigate();
  const can = useCan();
  const { link } = columnsOf(definition);
  usePins(table, pinsOf(columns, layout).length);
  const sizing = useSizing(table, onColumn);
  const placed = useMemo(() => placedBy(layout, pinsOf(columns, layout), sizing.name), [layout, columns, sizing.name]);
  const grid = useGrid(table, (event, index) => {
    const row = rows[index];
    if (!row) return false;
    if (event.key === 'x' || event.key === 'X') toggle(index, event.shiftKey);
    else if (event.key === 'e' && can(definition.path, 'edit', row))
      void navigate({ to: `/${definition.path}/${row.id}/edit` });
    else return false;
    return true;
  });
  const gone = (index: number) => {
    grid.focusRow(index);
    // Where no row is left, the keyboard goes on from the heading.
    setTimeout(focusHeading, 500);
  };
  const focused = () => {
    const at = document.activeElement?.closest<HTMLTableRowElement>('tbody tr');
    return at && table.current?.contains(at) ? at.sectionRowIndex : -1;
  };
  const left = useRef(-1);
  const { remove, dialog } = useRemove(definition, () => gone(left.current));
  useRowOffers(definition, useRowActions(definition, remove), () => {
    left.current = focused();
    return rows[left.current];
  });
  const column = { sort, onSort, placed, grip: sizing.grip };
  const field = definition.fields[link];
  const drawn = useMemo(() => withBrought(columns, brought), [columns, brought]);
  const onToggle = useSteady(toggle);
  const onGone = useSteady(gone);
  return (
    <div className="list-scroll" ref={place}>
      {/* The grid pattern: one stop of the Tab key, arrows inside. */}
      {}
      <table
        ref={table}
        className={definition.statusInRow ? 'tbl switched' : 'tbl'}
        role="grid"
        aria-label={definition.many}
        aria-rowcount={-1}
        onKeyDown={grid.onKeyDown}
        onFocus={grid.onFocus}
      >
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                className="cbx"
                aria-label={t('catalogue.selectPage')}
                checked={pageChosen}
                onChange={onPage}
              />
            </th>
            <HeadCell {...column} name={link} label={field.label} isSortable={isSortable(field)} />
            <Heads columns={drawn} shared={column} />
            {definition.statusInRow ? (
              <HeadCell {...column} name="status" label={t('catalogue.status')} isSortable />
            ) : null}
            <th scope="col">
              <span className="sr">{t('catalogue.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {loading ? (
            <LoadingRows
              count={Math.min(size, 12)}
              columns={[link, ...drawn.map(({ key }) => key), ...(definition.statusInRow ? ['status'] : [])]}
            />
          ) : (
            rows.map((row, index) => (
              <TableRow
                key={row.id}
                definition={definition}
                columns={drawn}
                row={row}
                rows={rows}
                isChosen={chosen.has(row.id)}
                index={index}
                placed={placed}
                onToggle={onToggle}
                onGone={onGone}
              />
            ))
          )}
        </tbody>
      </table>
      {dialog}
    </div>
  );
}

interface HeadProps {
  name: string;
  label: string;
  isSortable: boolean;
  isNumber?: boolean;
  sort: string;
  onSort: (name: string) => void;
  placed: Placed;
  grip: ReturnType<typeof useSizing>['grip'];
}

type Drawn = ReturnType<typeof withBrought<AnyField>>;
type Shared = Pick<HeadProps, 'sort' | 'onSort' | 'placed' | 'grip'>;

/** The names of the columns beside the link to the record. */
function Heads({ columns, shared }: { columns: Drawn; shared: Shared }) {
  const t = useT();
  return columns.map(({ key, field, column }) =>
    field ? (
      <HeadCell
        key={key}
        {...shared}
        name={key}
        label={'unit' in field && field.unit ? `${field.label}, ${field.unit}` : field.label}
        isSortable={isSortable(field)}
        isNumber={isNumber(field)}
      />
    ) : (
      <th key={key} scope="col" className="brought">
        {column ? t(column.label) : null}
      </th>
    ),
  );
}

/** The name of a column, with the order by it and the grip that sizes it. */
function HeadCell(props: HeadProps) {
  const { name, label, sort, placed } = props;
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return (
    <th scope="col" data-column={name} {...placed(name, props.isNumber ? 'num' : undefined)} aria-sort={direction}>
      {props.isSortable ? (
        <button type="button" onClick={() => props.onSort(name)}>
          <bdi>{label}</bdi>
          {direction === 'ascending' ? (
            <IconArrowUp aria-hidden="true" />
          ) : direction ? (
            <IconArrowDown aria-hidden="true" />
          ) : null}
        </button>
      ) : (
        <bdi>{label}</bdi>
      )}
      {name === 'status' ? null : <span className="grip" aria-hidden="true" {...props.grip(name)} />}
    </th>
  );
}

/** One record: its name as a link, its fields to be edited in place, its status and its actions. Others are chosen without it. */
const TableRow = memo(function TableRow(props: {
  definition: AnyCatalogue;
  columns: Drawn;
  row: AnyRow;
  /** All rows of the page. */
  rows: readonly AnyRow[];
  isChosen: boolean;
  /** Its place in the page. */
  index: number;
  placed: Placed;
  /** @param range everything between this row and the one that was pressed last */
  onToggle: (index: number, range: boolean) => void;
  onGone: (index: number) => void;
}) {
  const { definition, columns, row, rows, isChosen, index, placed, onToggle, onGone } = props;
  const t = useT();
  const { link, picture } = columnsOf(definition);
  const field = definition.fields[link];
  return (
    <tr className={isChosen ? 'sel' : undefined} aria-selected={isChosen}>
      <td>
        <input
          type="checkbox"
          className="cbx"
          aria-label={t('catalogue.select', { title: titleText(definition.path, row.title) })}
          checked={isChosen}
          onChange={(event) => onToggle(index, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <td {...placed(link)}>
        <Link to={`/${definition.path}/${row.id}`} className="ttl">
          {picture ? <Mark row={row} name={picture} /> : null}
          <Value field={field} name={link} row={row} />
        </Link>
        {definition.statusInRow ? null : <Inactive row={row} />}
      </td>
      {columns.map(({ key, field: one, column }) =>
        one ? (
          <td key={key} {...placed(key, isNumber(one) ? 'num' : undefined)}>
            <InlineCell definition={definition} field={one} name={key} row={row} />
          </td>
        ) : (
          <td key={key} className="brought">
            <Brought column={column} row={row} rows={rows} />
          </td>
        ),
      )}
      {definition.statusInRow ? (
        <td>
          <StatusSwitch definition={definition} row={row} />
        </td>
      ) : null}
      <td>
        <RowMenu definition={definition} row={row} onGone={() => onGone(index)} />
      </td>
    </tr>
  );
});

/** Said of inactive records only: that one is in use goes without saying. */
export function Inactive({ row }: { row: AnyRow }) {
  const t = useT();
  return row.status === 0 ? (
    <>
      {' '}
      <span className="tag st off">{t('catalogue.inactive')}</span>
    </>
  ) : null;
}

/** A cell that an area draws. */
export const Brought = ({
  column,
  ...props
}: {
  column: AreaColumn;
  row: AnyRow;
  rows: readonly AnyRow[];
  label?: string;
}) => (
  <Suspense fallback={<span className="sk" />}>
    <column.component {...props} />
  </Suspense>
);

/** Rows that are on their way. */
const LoadingRows = ({ count, columns }: { count: number; columns: readonly string[] }) =>
  Array.from({ length: count }, (_, index) => (
    <tr key={index} aria-hidden="true">
      <td />
      {columns.map((name, at) => (
        <td key={name}>
          <span className="sk" style={{ width: `${50 + ((index * 7 + at * 13) % 40)}%` }} />
        </td>
      ))}
      <td />
    </tr>
  ));
