import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { isActing } from '../../session.ts';
import { lazyPage } from '../../lazy.ts';
import { useCan } from '../../rights.ts';
import { Failure } from '../../shell/failure.tsx';
import { smallScreen, useMedia } from '../../shell/window.ts';
import { useRows } from '../data.ts';
import { ListBar, ListHead, NoRows } from './list-parts.tsx';
import { lastPageOf, Pager } from '../../list/pager.tsx';
import { Cards } from './cards.tsx';
import { Table } from './table.tsx';
import { useShortcuts } from '../../use-shortcuts.ts';
import { useColumns } from '../columns/use-columns.ts';
import { useAreaColumns } from './area-columns.ts';
import { useSelection } from './use-selection.ts';
import { useViews } from './use-views.ts';
import { askedOf, useView } from './view.ts';
import '../catalogue.css';
import '../stated.css';
import '../columns/columns.css';
import '../filters/filters.css';
import '../record/record.css';

/** Not needed before something is selected. */
const BulkBar = lazyPage(async () => (await import('../bulk/bulk.tsx')).BulkBar);

const noRows: AnyRow[] = [];

/** The list of a catalogue. `active` is false while another page of the catalogue lies over it. */
export function CatalogueList({
  definition,
  active,
  children,
}: {
  definition: AnyCatalogue;
  active: boolean;
  /** Stands between the heading and the filters, where the list has no tabs of its own. */
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
  const { sort, params } = askedOf(definition, view);
  const query = { ...params, take: String(view.size), skip: String((view.page - 1) * view.size) };
  const { data, error, isPlaceholderData, isFetching, refetch } = useRows(definition, query);
  const rows = data?.data ?? noRows;
  const count = data?.count ?? 0;
  const selection = useSelection(rows, `${path} ${JSON.stringify(view.filters)}`);
  const { chosen, everything, pageChosen } = selection;
  const more = data?.more;
  const lastPage = lastPageOf(count, view.size);
  const isBeyond = data !== undefined && !isPlaceholderData && rows.length === 0 && view.page > lastPage;
  useEffect(() => {
    if (isBeyond) control.page(lastPage);
  });

  const create = () => void navigate({ to: `/${path}/new`, search: true });
  useShortcuts({
    '/': () => document.querySelector<HTMLInputElement>('[data-search]')?.focus(),
    ...(can(path, 'create') ? { c: create } : {}),
  });
  const brought = useAreaColumns(path);
  const shown = {
    definition,
    columns: columns.shown,
    brought,
    rows,
    chosen: selection.marked,
    toggle: selection.toggle,
  };

  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const isFiltered = Object.keys(view.filters).length > 0;
  const said = announced(t, definition, { shown: rows.length, count, more });
  return (
    <>
      <ListHead
        definition={definition}
        view={view}
        params={params}
        rows={rows}
        count={count}
        more={more}
        columns={columns}
        mayImport={mayImport}
      />
      {children}
      <ListBar definition={definition} control={control} views={views} columns={columns} />
      <p className="sr" role="status">
        {data ? said : ''}
      </p>
      <section
        className={`sheet list${chosen.size > 0 || everything ? ' selecting' : ''}`}
        aria-label={definition.many}
        aria-busy={isPlaceholderData && isFetching}
      >
        {data && rows.length === 0 && !isBeyond ? (
          <NoRows
            definition={definition}
            onClear={isFiltered ? control.clear : undefined}
            onCreate={create}
            mayImport={mayImport}
          />
        ) : isSmall ? (
          <Cards {...shown} />
        ) : (
          <Table
            {...shown}
            sort={sort}
            onSort={control.sort}
            layout={columns.layout}
            onColumn={columns.change}
            loading={!data || columns.loading || views.loading}
            size={view.size}
            pageChosen={pageChosen}
            onPage={selection.togglePage}
          />
        )}
        {count > 0 ? <Pager view={view} count={count} more={more} onPage={control.page} onSize={control.size} /> : null}
      </section>
      {chosen.size > 0 ? (
        <Suspense fallback={null}>
          <BulkBar
            definition={definition}
            count={everything ? count : chosen.size}
            // Of more than are counted, not all can be taken.
            total={pageChosen && !everything && count > chosen.size ? count + (more ? 1 : 0) : undefined}
            selection={everything ? { filter: view.params } : { ids: [...chosen] }}
            onAll={selection.takeAll}
            onClear={selection.clear}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** What a list says to who does not see it. Nothing is said in words: "0 of 0" is no sentence about what is not there. */
function announced(
  t: ReturnType<typeof useT>,
  { many, counted }: AnyCatalogue,
  { shown, count, more }: { shown: number; count: number; more: boolean | undefined },
): string {
  if (count === 0) return t('catalogue.noneOf', { label: many });
  return t(more ? 'catalogue.showingMore' : 'catalogue.showing', { shown, count, many: inSentence(counted) });
}
