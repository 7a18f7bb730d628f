import { IconInbox, IconList, IconMoodEmpty, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { useT } from '../i18n.ts';
import { isActing } from '../session.ts';
import { lazyPage } from '../lazy.ts';
import { useCan } from '../rights.ts';
import { Failure } from '../shell/failure.tsx';
import { smallScreen, useMedia } from '../shell/window.ts';
import { useKept } from '../storage/store.ts';
import { Empty, PageTitle } from '../ui/parts.tsx';
import { columnsOf } from './cells.tsx';
import { ColumnsMenu } from './columns-menu.tsx';
import { useRows } from './data.ts';
import { ExportMenu } from './export-menu.tsx';
import { Filters } from './filters.tsx';
import { Pager } from './pager.tsx';
import { SavedViews } from './saved-views.tsx';
import { SortSelect } from './sort-select.tsx';
import { Cards, Table } from './table.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import { useColumns } from './use-columns.ts';
import { useViews } from './use-views.ts';
import { useView } from './view.ts';
import './catalogue.css';
import './columns.css';
import './filters.css';
import './record.css';

/** Not needed before something is selected. */
const BulkBar = lazyPage(async () => (await import('./bulk.tsx')).BulkBar);

const noRows: AnyRow[] = [];

/** The list of a catalogue. `active` is false while another page of the catalogue lies over it. */
export function CatalogueList({
  definition,
  active,
  children,
}: {
  definition: AnyCatalogue;
  active: boolean;
  /** Stands between the heading and the filters. */
  children?: ReactNode;
}) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const control = useView(definition, active);
  const { view } = control;
  const { path } = definition;
  const views = useViews(definition, view);
  const columns = useColumns(definition, views.open);
  const isSmall = useMedia(smallScreen);
  // Whole lists are not taken in for somebody else.
  const mayImport = can(path, 'create') && !isActing();
  const [density, setDensity] = useKept('density');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [everything, setEverything] = useState(false);
  const lastToggled = useRef<string>(undefined);
  const query = { ...view.params, take: String(view.size), skip: String((view.page - 1) * view.size) };
  const { data, error, isPlaceholderData, isFetching, refetch } = useRows(definition, query);
  const rows = data?.data ?? noRows;
  const count = data?.count ?? 0;
  const filterKey = JSON.stringify(view.filters);
  useEffect(() => {
    setChosen(new Set());
    setEverything(false);
  }, [filterKey, path]);

  const lastPage = Math.max(1, Math.ceil(count / view.size));
  const isBeyond = data !== undefined && !isPlaceholderData && rows.length === 0 && view.page > lastPage;
  useEffect(() => {
    if (isBeyond) control.page(lastPage);
  });

  // With everything chosen, the rows of whichever page is looked at are.
  const marked: ReadonlySet<string> = everything ? new Set(rows.map((row) => row.id)) : chosen;
  const toggle = (index: number, range = false) => {
    const next = new Set(marked);
    // A row of another page is no place to begin a range.
    const last = range ? rows.findIndex((row) => row.id === lastToggled.current) : -1;
    const [from, to] = last >= 0 ? [Math.min(index, last), Math.max(index, last)] : [index, index];
    const on = range || !next.has(rows[index]?.id ?? '');
    for (const row of rows.slice(from, to + 1)) {
      if (on) next.add(row.id);
      else next.delete(row.id);
    }
    lastToggled.current = rows[index]?.id;
    setChosen(next);
    setEverything(false);
  };
  const pageChosen = rows.length > 0 && rows.every((row) => marked.has(row.id));
  const clear = () => {
    setChosen(new Set());
    setEverything(false);
  };
  const create = () => void navigate({ to: `/${path}/new`, search: true });
  useShortcuts({
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    ...(can(path, 'create') ? { c: create } : {}),
  });
  const selection = everything ? { filter: view.params } : { ids: [...chosen] };
  const shown = { definition, columns: columns.shown, rows, chosen: marked, toggle };

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
        {mayImport ? (
          <Link to={`/${path}/import`} className="btn g d-only">
            <IconUpload className="i s" aria-hidden="true" />
            {t('import.title')}
          </Link>
        ) : null}
        {can(path, 'export') || (isSmall && can(path, 'delete')) ? (
          <ExportMenu
            definition={definition}
            params={view.params}
            rows={rows}
            count={count}
            small={isSmall}
            shown={[columnsOf(definition).link, ...columns.shown.map(([name]) => name), 'status']}
          />
        ) : null}
        {can(path, 'create') ? (
          <Link to={`/${path}/new`} search={true} className="btn p">
            <IconPlus className="i s" aria-hidden="true" />
            {t('catalogue.new', { one: inSentence(definition.one) })}
          </Link>
        ) : null}
      </PageTitle>
      {children}
      <div className="row" style={{ alignItems: 'flex-start' }}>
        <div className="grow">
          <Filters definition={definition} control={control}>
            <SavedViews definition={definition} control={control} views={views} columns={columns} />
            {isSmall ? <SortSelect definition={definition} control={control} /> : null}
          </Filters>
        </div>
        <div className="sec-bar">
          <ColumnsMenu definition={definition} columns={columns} inView={views.open !== undefined} />
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
        className={`sheet list${chosen.size > 0 || everything ? ' selecting' : ''}`}
        aria-label={definition.many}
        aria-busy={isPlaceholderData && isFetching}
      >
        {data && rows.length === 0 && !isBeyond ? (
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
                <>
                  <button type="button" className="btn p" onClick={create}>
                    {t('catalogue.new', { one: inSentence(definition.one) })}
                  </button>
                  {mayImport ? (
                    <Link to={`/${path}/import`} className="btn d">
                      {t('import.title')}
                    </Link>
                  ) : null}
                </>
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
            layout={columns.layout}
            onColumn={columns.change}
            loading={!data || columns.loading || views.loading}
            size={view.size}
            pageChosen={pageChosen}
            onPage={() => (pageChosen ? clear() : setChosen(new Set([...chosen, ...rows.map((row) => row.id)])))}
          />
        )}
        {count > 0 ? <Pager view={view} count={count} onPage={control.page} onSize={control.size} /> : null}
      </section>
      {chosen.size > 0 ? (
        <Suspense fallback={null}>
          <BulkBar
            definition={definition}
            count={everything ? count : chosen.size}
            total={pageChosen && !everything && count > chosen.size ? count : undefined}
            selection={selection}
            onAll={() => setEverything(true)}
            onClear={clear}
          />
        </Suspense>
      ) : null}
    </>
  );
}
