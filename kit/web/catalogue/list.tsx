import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconDownload,
  IconInbox,
  IconList,
  IconMoodEmpty,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { isSortable } from '#kit/contract/fields.ts';
import { ApiError } from '../api.ts';
import { formatNumber, useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { Failure } from '../shell/failure.tsx';
import { useKept } from '../storage/store.ts';
import { toast } from '../toast.tsx';
import { Empty, PageTitle, Switch } from '../ui/parts.tsx';
import { BulkBar, exportRows } from './bulk.tsx';
import { columnsOf, isNumber, Mark, Value } from './cells.tsx';
import { useRows, writes } from './data.ts';
import { Filters } from './filters.tsx';
import { Pager } from './pager.tsx';
import { useRemove } from './remove.tsx';
import { useGrid } from './use-grid.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useView } from './view.ts';
import './catalogue.css';

const small = '(max-width: 760px)';
const useSmall = () =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(small);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(small).matches,
  );
const noRows: AnyRow[] = [];

/** The list of a catalogue. `active` is false while another page of the catalogue lies over it. */
export function CatalogueList({ definition, active }: { definition: AnyCatalogue; active: boolean }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const control = useView(definition, active);
  const { view } = control;
  const { path } = definition;
  const isSmall = useSmall();
  const [density, setDensity] = useKept('density');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [everything, setEverything] = useState(false);
  const lastToggled = useRef(0);
  const query = { ...view.params, take: String(view.size), skip: String((view.page - 1) * view.size) };
  const { data, error, isPlaceholderData, isFetching, refetch } = useRows(definition, query);
  const rows = data?.data ?? noRows;
  const count = data?.count ?? 0;
  const filterKey = JSON.stringify(view.filters);
  useEffect(() => {
    setChosen(new Set());
    setEverything(false);
  }, [filterKey, path]);

  const toggle = (index: number, range = false) => {
    const next = new Set(chosen);
    const [from, to] = range
      ? [Math.min(index, lastToggled.current), Math.max(index, lastToggled.current)]
      : [index, index];
    const on = range || !next.has(rows[index]?.id ?? '');
    for (const row of rows.slice(from, to + 1)) on ? next.add(row.id) : next.delete(row.id);
    lastToggled.current = index;
    setChosen(next);
    setEverything(false);
  };
  const pageChosen = rows.length > 0 && rows.every((row) => chosen.has(row.id));
  const clear = () => {
    setChosen(new Set());
    setEverything(false);
  };
  const create = () => void navigate({ to: `/${path}/new`, search: true as never });
  useShortcuts({
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    ...(can(path, 'create') ? { c: create } : {}),
  });
  const selection = everything ? { filter: view.params } : { ids: [...chosen] };
  const shown = { definition, rows, chosen, toggle };

  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const isFiltered = Object.keys(view.filters).length > 0;
  return (
    <>
      <PageTitle title={definition.many}>
        {can(path, 'delete') ? (
          <Link to={`/${path}/trash`} className="btn g d-only">
            <IconTrash className="i s" aria-hidden="true" />
            {t('catalogue.trash')}
          </Link>
        ) : null}
        {can(path, 'export') ? (
          <ExportMenu definition={definition} params={view.params} rows={rows} count={count} />
        ) : null}
        {can(path, 'create') ? (
          <Link to={`/${path}/new`} search={true as never} className="btn p">
            <IconPlus className="i s" aria-hidden="true" />
            {t('catalogue.new', { one: inSentence(definition.one) })}
          </Link>
        ) : null}
      </PageTitle>
      <div className="row" style={{ alignItems: 'flex-start' }}>
        <div className="grow">
          <Filters definition={definition} control={control} />
        </div>
        <div className="sec-bar">
          <button
            type="button"
            className="btn g ic"
            aria-label={t('layout.density')}
            aria-pressed={density === 'compact'}
            onClick={() => setDensity(density === 'compact' ? 'normal' : 'compact')}
          >
            <IconList className="i" aria-hidden="true" />
          </button>
        </div>
      </div>
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: rows.length, count, many: inSentence(definition.many) }) : ''}
      </p>
      <section
        className={`sheet list${chosen.size > 0 ? ' selecting' : ''}`}
        aria-label={definition.many}
        aria-busy={isPlaceholderData && isFetching}
      >
        {data && rows.length === 0 ? (
          isFiltered ? (
            <Empty
              icon={<IconMoodEmpty aria-hidden="true" />}
              title={t('catalogue.noMatch')}
              text={t('catalogue.noMatchText', { many: inSentence(definition.many) })}
            >
              <button type="button" className="btn d" onClick={control.clear}>
                {t('catalogue.clearFilters')}
              </button>
            </Empty>
          ) : (
            <Empty
              icon={<IconInbox aria-hidden="true" />}
              title={t('catalogue.nothing', { many: inSentence(definition.many) })}
              text={definition.about}
            >
              {can(path, 'create') ? (
                <button type="button" className="btn p" onClick={create}>
                  {t('catalogue.new', { one: inSentence(definition.one) })}
                </button>
              ) : null}
            </Empty>
          )
        ) : isSmall ? (
          <Cards {...shown} />
        ) : (
          <Table
            {...shown}
            sort={view.params['sort'] ?? definition.sort}
            onSort={control.sort}
            loading={!data}
            size={view.size}
            pageChosen={pageChosen}
            onPage={() => (pageChosen ? clear() : setChosen(new Set([...chosen, ...rows.map((row) => row.id)])))}
          />
        )}
        {count > 0 ? <Pager view={view} count={count} onPage={control.page} onSize={control.size} /> : null}
      </section>
      {chosen.size > 0 ? (
        <BulkBar
          definition={definition}
          count={everything ? count : chosen.size}
          total={pageChosen && !everything && count > chosen.size ? count : undefined}
          selection={selection}
          onAll={() => setEverything(true)}
          onClear={clear}
        />
      ) : null}
    </>
  );
}

interface Shown {
  definition: AnyCatalogue;
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
}

function Table({ definition, rows, chosen, toggle, sort, onSort, loading, size, pageChosen, onPage }: TableProps) {
  const t = useT();
  const table = useRef<HTMLTableElement>(null);
  const navigate = useNavigate();
  const can = useCan();
  const { link, picture, rest } = columnsOf(definition);
  const grid = useGrid(table, (event, index) => {
    const row = rows[index];
    if (!row) return false;
    if (event.key === 'x' || event.key === 'X') toggle(index, event.shiftKey);
    else if (event.key === 'e' && can(definition.path, 'edit'))
      void navigate({ to: `/${definition.path}/${row.id}/edit` });
    else return false;
    return true;
  });
  const head = (name: string, label: string, sortable: boolean, number = false) => {
    const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
    return (
      <th key={name} scope="col" className={number ? 'num' : undefined} aria-sort={direction}>
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
      </th>
    );
  };
  const field = definition.fields[link];
  return (
    <div className="list-scroll">
      {/* The grid pattern: one stop of the Tab key, arrows inside. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-noninteractive-element-interactions */}
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
                  <td>
                    <Link to={`/${definition.path}/${row.id}`} className="ttl">
                      {picture ? <Mark row={row} name={picture} /> : null}
                      <Value field={field} name={link} row={row} />
                    </Link>
                  </td>
                  {rest.map(([name, one]) => (
                    <td key={name} className={isNumber(one) ? 'num' : undefined}>
                      <Value field={one} name={name} row={row} />
                    </td>
                  ))}
                  <td>
                    <StatusSwitch definition={definition} row={row} />
                  </td>
                  <td>
                    <RowMenu definition={definition} row={row} onGone={() => grid.focusRow(index)} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ definition, rows, chosen, toggle }: Shown) {
  const t = useT();
  const { link, picture, rest } = columnsOf(definition);
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

/** Active or inactive. The switch moves at once and moves back when the server refuses; the message always shows. */
export function StatusSwitch({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const can = useCan();
  const [pending, setPending] = useState<0 | 1>();
  const status = pending ?? row.status;
  const words = t(status === 1 ? 'catalogue.active' : 'catalogue.inactive');
  if (!can(definition.path, 'status')) return <span className={`st ${status === 1 ? 'ok' : 'off'}`}>{words}</span>;
  const flip = async () => {
    setPending(row.status === 1 ? 0 : 1);
    try {
      toast.success(await writes.flip(definition, row));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setPending(undefined);
    }
  };
  return (
    <Switch
      on={status === 1}
      label={words}
      name={row.title}
      onToggle={() => void flip()}
      disabled={pending !== undefined}
    />
  );
}

function RowMenu({ definition, row, onGone }: { definition: AnyCatalogue; row: AnyRow; onGone: () => void }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const { remove, dialog } = useRemove(definition, onGone);
  const { path } = definition;
  return (
    <>
      <Menu position="bottom-end" width={190} transitionProps={{ duration: 90 }}>
        <Menu.Target>
          <button type="button" className="btn g ic sm" aria-label={t('catalogue.actionsFor', { title: row.title })}>
            <IconDots className="i s" aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void navigate({ to: `/${path}/${row.id}` })}>{t('action.open')}</Menu.Item>
          {can(path, 'edit') ? (
            <Menu.Item onClick={() => void navigate({ to: `/${path}/${row.id}/edit` })}>{t('action.edit')}</Menu.Item>
          ) : null}
          {can(path, 'create') ? (
            <Menu.Item onClick={() => void navigate({ to: `/${path}/new`, search: { copy: row.id } as never })}>
              {t('action.duplicate')}
            </Menu.Item>
          ) : null}
          {can(path, 'delete') ? (
            <Menu.Item className="danger" onClick={() => void remove(row)}>
              {t('action.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}

function ExportMenu({
  definition,
  params,
  rows,
  count,
}: {
  definition: AnyCatalogue;
  params: Record<string, string>;
  rows: AnyRow[];
  count: number;
}) {
  const t = useT();
  const ids = rows.map((row) => row.id);
  return (
    <Menu position="bottom-end" width={250} transitionProps={{ duration: 90 }}>
      <Menu.Target>
        <button type="button" className="btn g d-only">
          <IconDownload className="i s" aria-hidden="true" />
          {t('action.export')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).flatMap((format) => [
          <Menu.Item key={`${format}-all`} onClick={() => void exportRows(definition, format, { filter: params })}>
            {t('catalogue.exportAll', { count: formatNumber(count), format: format.toUpperCase() })}
          </Menu.Item>,
          <Menu.Item key={`${format}-page`} onClick={() => void exportRows(definition, format, { ids })}>
            {t('catalogue.exportPage', { count: formatNumber(ids.length), format: format.toUpperCase() })}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
