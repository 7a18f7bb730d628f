import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type CSSProperties, useRef } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { type AnyField, isSortable } from '#kit/contract/fields.ts';
import { useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { columnsOf, isNumber, Mark, Value } from './cells.tsx';
import { InlineCell } from './inline-cell.tsx';
import { useRemove } from './remove.tsx';
import { RowMenu, StatusSwitch, useRowActions, useRowOffers } from './row-actions.tsx';
import { usePins, useSizing } from './column-layout.ts';
import type { Columns } from './use-columns.ts';
import { useGrid } from './use-grid.ts';

interface Shown {
  definition: AnyCatalogue;
  /** Columns beside the link to the record, in their order. */
  columns: readonly [string, AnyField][];
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

/** The rows as a grid: one stop of the Tab key, arrows inside. */
export function Table({
  definition,
  columns,
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
  const navigate = useNavigate();
  const can = useCan();
  const { link, picture } = columnsOf(definition);
  const rest = columns;
  const pins = rest.filter(([name]) => layout.get(name)?.pinned).map(([name]) => name);
  usePins(table, pins.length);
  const sizing = useSizing(table, onColumn);
  /** Class and style of the cells of a column: its width, and where it stays when it is pinned. */
  const placed = (name: string, more?: string) => {
    const width = layout.get(name)?.width;
    const pin = pins.indexOf(name);
    const isSized = width !== undefined || sizing.name === name;
    const names = [more, isSized && 'sized', pin >= 0 && 'pin', pin >= 0 && pin === pins.length - 1 && 'pin-last'];
    return {
      className: names.filter(Boolean).join(' ') || undefined,
      style: {
        ...(isSized ? { '--w': `var(--w-${name}, ${width}px)` } : {}),
        ...(pin >= 0 ? { insetInlineStart: `var(--pin-${pin})` } : {}),
      } as CSSProperties,
    };
  };
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
  useRowOffers(useRowActions(definition, remove), () => {
    left.current = focused();
    return rows[left.current];
  });
  const head = (name: string, label: string, sortable: boolean, number = false) => {
    const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
    return (
      <th key={name} scope="col" data-column={name} {...placed(name, number ? 'num' : undefined)} aria-sort={direction}>
        {sortable ? (
          <button type="button" onClick={() => onSort(name)}>
            {label}
            {direction === 'ascending' ? (
              <IconArrowUp aria-hidden="true" />
            ) : direction ? (
              <IconArrowDown aria-hidden="true" />
            ) : null}
          </button>
        ) : (
          label
        )}
        {name === 'status' ? null : <span className="grip" aria-hidden="true" {...sizing.grip(name)} />}
      </th>
    );
  };
  const field = definition.fields[link];
  return (
    <div className="list-scroll">
      {/* The grid pattern: one stop of the Tab key, arrows inside. */}
      {}
      <table
        ref={table}
        className="tbl"
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
            {head(link, field.label, isSortable(field))}
            {rest.map(([name, one]) =>
              head(
                name,
                'unit' in one && one.unit ? `${one.label}, ${one.unit}` : one.label,
                isSortable(one),
                isNumber(one),
              ),
            )}
            {head('status', t('catalogue.status'), true)}
            <th scope="col">
              <span className="sr">{t('catalogue.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {loading
            ? Array.from({ length: Math.min(size, 12) }, (_, index) => (
                <tr key={index} aria-hidden="true">
                  <td />
                  {[link, ...rest, 'status'].map((one, at) => (
                    <td key={String(one)}>
                      <span className="sk" style={{ width: `${50 + ((index * 7 + at * 13) % 40)}%` }} />
                    </td>
                  ))}
                  <td />
                </tr>
              ))
            : rows.map((row, index) => (
                <tr key={row.id} className={chosen.has(row.id) ? 'sel' : undefined} aria-selected={chosen.has(row.id)}>
                  <td>
                    <input
                      type="checkbox"
                      className="cbx"
                      aria-label={t('catalogue.select', { title: row.title })}
                      checked={chosen.has(row.id)}
                      onChange={(event) => toggle(index, (event.nativeEvent as MouseEvent).shiftKey)}
                    />
                  </td>
                  <td {...placed(link)}>
                    <Link to={`/${definition.path}/${row.id}`} className="ttl">
                      {picture ? <Mark row={row} name={picture} /> : null}
                      <Value field={field} name={link} row={row} />
                    </Link>
                  </td>
                  {rest.map(([name, one]) => (
                    <td key={name} {...placed(name, isNumber(one) ? 'num' : undefined)}>
                      <InlineCell definition={definition} field={one} name={name} row={row} />
                    </td>
                  ))}
                  <td>
                    <StatusSwitch definition={definition} row={row} />
                  </td>
                  <td>
                    <RowMenu definition={definition} row={row} onGone={() => gone(index)} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
      {dialog}
    </div>
  );
}

/** The rows on a telephone. */
export function Cards({ definition, columns: rest, rows, chosen, toggle }: Shown) {
  const t = useT();
  const { link, picture } = columnsOf(definition);
  return (
    <ul className="cards">
      {rows.map((row, index) => (
        <li key={row.id}>
          <input
            type="checkbox"
            className="cbx"
            aria-label={t('catalogue.select', { title: row.title })}
            checked={chosen.has(row.id)}
            onChange={() => toggle(index)}
          />
          <Link to={`/${definition.path}/${row.id}`} className="ttl">
            {picture ? <Mark row={row} name={picture} /> : null}
            <Value field={definition.fields[link]} name={link} row={row} />
          </Link>
          <RowMenu definition={definition} row={row} onGone={() => undefined} />
          <div className="more">
            {rest
              .filter(([name]) => row[name] !== null)
              .slice(0, 4)
              .map(([name, field]) => (
                <span key={name}>
                  {isNumber(field) || field.kind === 'flag' || field.kind === 'date' || field.kind === 'time' ? (
                    <span className="t3">{field.label} </span>
                  ) : null}
                  <Value field={field} name={name} row={row} />
                </span>
              ))}
            {row.status === 0 ? <span className="st off">{t('catalogue.inactive')}</span> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
