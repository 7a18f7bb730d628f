import { IconInbox, IconList, IconMoodEmpty, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { smallScreen, useMedia } from '../../shell/window.ts';
import { useKept } from '../../storage/store.ts';
import { Empty, PageTitle } from '../../ui/parts.tsx';
import { columnsOf } from '../cells.tsx';
import { ColumnsMenu } from '../columns/columns-menu.tsx';
import type { Columns } from '../columns/use-columns.ts';
import { Filters } from '../filters/filters.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ListTabs } from './list-tabs.tsx';
import { SavedViews } from './saved-views.tsx';
import { SortSelect } from './sort-select.tsx';
import type { Views } from './use-views.ts';
import type { View, ViewControl } from './view.ts';

/** A column with the one that says why, which stands in its cells. */
const withReason = ([name, field]: Columns['shown'][number]): string[] =>
  field.kind === 'choice' && field.reason !== undefined ? [name, field.reason] : [name];

/** The heading of a list, with what can be done beside looking at it. */
export function ListHead(props: {
  definition: AnyCatalogue;
  view: View;
  /** What is asked for, in the order that is shown. */
  params: View['params'];
  rows: AnyRow[];
  count: number;
  more: boolean | undefined;
  columns: Columns;
  mayImport: boolean;
}) {
  const { definition, view, params, rows, count, more, columns, mayImport } = props;
  const { path } = definition;
  const t = useT();
  const can = useCan();
  const isSmall = useMedia(smallScreen);
  return (
    <PageTitle
      title={definition.many}
      {...(definition.readyViews.some(({ tab }) => tab)
        ? { tabs: <ListTabs definition={definition} view={view} /> }
        : {})}
    >
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
          params={params}
          rows={rows}
          count={count}
          more={more}
          small={isSmall}
          shown={[columnsOf(definition).link, ...columns.shown.flatMap(withReason), 'status']}
        />
      ) : null}
      {can(path, 'create') ? (
        <Link to={`/${path}/new`} search={true} className="btn p">
          <IconPlus className="i s" aria-hidden="true" />
          {definition.newText ?? t('catalogue.new', { one: inSentence(definition.one) })}
        </Link>
      ) : null}
    </PageTitle>
  );
}

/** Filters, saved views and sorting, and how the table is laid out. */
export function ListBar(props: { definition: AnyCatalogue; control: ViewControl; views: Views; columns: Columns }) {
  const { definition, control, views, columns } = props;
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const [density, setDensity] = useKept('density');
  return (
    <div className="row start">
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
  );
}

/** @param props.onClear where filters leave nothing: takes them away; undefined where there is nothing yet. */
export function NoRows(props: {
  definition: AnyCatalogue;
  onClear: (() => void) | undefined;
  onCreate: () => void;
  mayImport: boolean;
}) {
  const { definition, onClear, onCreate, mayImport } = props;
  const { path } = definition;
  const t = useT();
  const can = useCan();
  return onClear ? (
    <Empty
      icon={<IconMoodEmpty aria-hidden="true" />}
      title={t('catalogue.noMatch')}
      text={t('catalogue.noMatchText', { many: inSentence(definition.counted) })}
    >
      <button type="button" className="btn d" onClick={onClear}>
        {t('catalogue.clearFilters')}
      </button>
    </Empty>
  ) : (
    <Empty
      icon={<IconInbox aria-hidden="true" />}
      title={t('catalogue.nothing', { many: inSentence(definition.counted) })}
      text={definition.about}
    >
      {can(path, 'create') ? (
        <>
          <button type="button" className="btn p" onClick={onCreate}>
            {definition.newText ?? t('catalogue.new', { one: inSentence(definition.one) })}
          </button>
          {mayImport ? (
            <Link to={`/${path}/import`} className="btn d">
              {t('import.title')}
            </Link>
          ) : null}
        </>
      ) : null}
    </Empty>
  );
}
