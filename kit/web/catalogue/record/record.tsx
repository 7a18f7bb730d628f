import { IconChevronRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { type AnyCatalogue, type AnyRow, refName } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { ApiError } from '../../api.ts';
import { useT } from '../../i18n.ts';
import type { LazyPage } from '../../lazy.ts';
import { useCan } from '../../rights.ts';
import { Failure } from '../../shell/failure.tsx';
import { store } from '../../storage/store.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Ago } from '../../ui/when.tsx';
import { type RowAction, useAreaActions } from '../area-actions.tsx';
import { Mark } from '../cells.tsx';
import { BannerFacts } from './banner.tsx';
import { Children } from './children.tsx';
import { useRow } from '../data.ts';
import { MergeDialog } from './merge.tsx';
import { RecordActions } from './record-actions.tsx';
import { RecordHistory } from './record-history.tsx';
import { Overview } from './record-overview.tsx';
import { type AreaTabs, type RecordPanel, TabLinks, useRecordTabs } from './record-tabs.tsx';
import { useRemove } from '../remove.tsx';
import { useRowActions, useRowOffers } from '../row-actions.tsx';
import { titleText } from '../spoken.ts';
import { useShortcuts } from '../../use-shortcuts.ts';
import '../catalogue.css';
import '../stated.css';
import './record.css';
import './banner.css';

/** One record: what it is, what refers to it, and who changed it. */
export function CatalogueRecord({
  definition,
  all,
  areaTabs,
  id,
}: {
  definition: AnyCatalogue;
  all: readonly AnyCatalogue[];
  areaTabs: AreaTabs;
  id: string;
}) {
  const can = useCan();
  const navigate = useNavigate();
  const { data, error, refetch } = useRow(definition, id);
  // Drawn with all its parts at once: one that came later would move the others.
  const row = useFetched(areaTabs) ? data : undefined;
  const { path } = definition;
  const { tabs, tab, named } = useRecordTabs(definition, all, areaTabs, id, row);
  const [merging, setMerging] = useState(false);
  const { remove, dialog } = useRemove(definition, () => void navigate({ to: `/${path}` }));
  useEffect(() => {
    if (!row) return;
    document.title = `${titleText(path, row.title)} · Roadkeeper`;
    const to = `/${path}/${row.id}`;
    const others = store.get('recent').filter((one) => one.to !== to);
    store.set('recent', [{ to, title: row.title, kind: definition.one }, ...others].slice(0, 8));
  }, [row, path, definition.one]);
  useEffect(focusHeading, [id]);
  const actionsOf = useRowActions(definition, remove);
  const areaActions = useAreaActions(definition);
  const offered = row ? areaActions(row) : [];
  useRowOffers(
    definition,
    (one) => actionsOf(one).filter(({ key }) => key !== 'open'),
    () => row,
  );
  useShortcuts(row && can(path, 'edit', row) ? { e: () => void navigate({ to: `/${path}/${id}/edit` }) } : {});
  const isGone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone)
      store.set(
        'recent',
        store.get('recent').filter((one) => one.to !== `/${path}/${id}`),
      );
  }, [isGone, path, id]);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const isEditFirst = !areaTabs.banner && !areaTabs.opensOn;
  const picture = Object.entries<AnyField>(definition.fields).find(([, field]) => field.kind === 'file')?.[0];
  return (
    <>
      <Trail definition={definition} row={row} />
      <div className={['record-head', areaTabs.headline && 'tall', !isEditFirst && 'brief'].filter(Boolean).join(' ')}>
        {picture && !areaTabs.headline && !areaTabs.opensOn ? (
          row ? (
            <Mark row={row} name={picture} size={128} />
          ) : (
            <span className="mark" aria-hidden="true" />
          )
        ) : null}
        <Name areaTabs={areaTabs} row={row} hasSwitch={definition.statusInRow} path={definition.path} />
        {row ? (
          <RecordActions
            definition={definition}
            row={row}
            offered={offered}
            status={actionsOf(row).find(({ key }) => key === 'status')}
            isEditFirst={isEditFirst}
            onMerge={() => setMerging(true)}
            onRemove={() => void remove(row)}
          />
        ) : null}
      </div>
      {areaTabs.banner ? <Banner {...{ areaTabs, definition, row, actions: offered }} /> : null}
      <TabLinks tabs={tabs} current={tab} to={`/${path}/${id}`} named={named} />
      {row ? null : <div className="record-wait" aria-hidden="true" />}
      {row && tab.key === 'overview' ? (
        <Overview definition={definition} row={row} panels={areaTabs.panels ?? []} shows={areaTabs.shows ?? []} />
      ) : null}
      {row && tab.key === 'history' ? <RecordHistory definition={definition} row={row} /> : null}
      {row && tab.child ? <Children key={tab.key} child={tab.child} id={id} /> : null}
      {row && tab.area ? (
        <Suspense fallback={<span className="sk" aria-hidden="true" />}>
          <tab.area.component definition={definition} row={row} actions={offered} />
        </Suspense>
      ) : null}
      {row && definition.merge ? (
        <MergeDialog definition={definition} row={row} opened={merging} onClose={() => setMerging(false)} />
      ) : null}
      {dialog}
    </>
  );
}

/** What the record is called, and what it is. What is not there yet has its room. */
function Name(props: { areaTabs: AreaTabs; row: AnyRow | undefined; hasSwitch: boolean; path: string }) {
  const { areaTabs, row, hasSwitch, path } = props;
  const t = useT();
  const room = (
    <p>
      <br />
    </p>
  );
  return (
    <div className="record-name">
      <div className="record-title">
        <h1 tabIndex={-1}>
          {row && areaTabs.headline ? (
            <Suspense fallback={<bdi>{titleText(path, row.title)}</bdi>}>
              <areaTabs.headline row={row} />
            </Suspense>
          ) : row ? (
            <bdi>{titleText(path, row.title)}</bdi>
          ) : (
            <span className="sk" style={{ width: 220, height: 26 }} />
          )}
        </h1>
        {row?.status === 0 && !hasSwitch ? <span className="tag st off">{t('catalogue.inactive')}</span> : null}
      </div>
      {/* Where the head says what the record is, when it changed stands below with its version. */}
      {areaTabs.header ? (
        <Suspense fallback={room}>{row ? <areaTabs.header row={row} /> : room}</Suspense>
      ) : (
        <p className="t2 sm">
          {row ? (
            <bdi>
              {t('record.updated')} <Ago at={row.updatedAt} />
            </bdi>
          ) : (
            <br />
          )}
        </p>
      )}
    </div>
  );
}

/** How the record is, and what to do next. */
function Banner(props: {
  areaTabs: AreaTabs;
  definition: AnyCatalogue;
  row: AnyRow | undefined;
  actions: readonly RowAction[];
}) {
  const { areaTabs, definition, row, actions } = props;
  const can = useCan();
  const facts = (areaTabs.panels ?? []).filter(
    ({ place, also }) => place === 'banner' && (also === undefined || can(also, 'view')),
  );
  if (!areaTabs.banner) return null;
  return (
    <Suspense fallback={<div className="sheet record-banner" aria-hidden="true" />}>
      {row ? (
        <BannerFacts value={facts.length > 0 ? <Facts facts={facts} definition={definition} row={row} /> : null}>
          <areaTabs.banner definition={definition} row={row} actions={actions} />
        </BannerFacts>
      ) : (
        <div className="sheet record-banner" aria-hidden="true" />
      )}
    </Suspense>
  );
}

/** What areas say of it in a few words each. */
function Facts(props: { facts: readonly RecordPanel[]; definition: AnyCatalogue; row: AnyRow }) {
  const { facts, definition, row } = props;
  const t = useT();
  return (
    <ul className="banner-facts" aria-label={t('record.inShort')}>
      {facts.map(({ order, component: Fact }) => (
        <Suspense key={order} fallback={null}>
          <Fact definition={definition} row={row} />
        </Suspense>
      ))}
    </ul>
  );
}

/** Fetches the parts of the page that areas draw. @returns whether they are there; one that failed says so in its place. */
function useFetched({ headline, header, banner, panels }: AreaTabs): boolean {
  const [fetched, setFetched] = useState(false);
  useEffect(() => {
    let isShown = true;
    const parts: readonly unknown[] = [headline, header, banner, ...(panels ?? []).map(({ component }) => component)];
    void Promise.allSettled(parts.map((part) => (part as Partial<LazyPage<object>> | undefined)?.preload?.())).then(
      () => isShown && setFetched(true),
    );
    return () => {
      isShown = false;
    };
  }, [headline, header, banner, panels]);
  return fetched;
}

/** The list, what the record hangs below, and the record. */
function Trail({ definition, row }: { definition: AnyCatalogue; row: AnyRow | undefined }) {
  const t = useT();
  const parent = parentOf(definition);
  return (
    <nav className="crumb" aria-label={t('catalogue.trail')}>
      <Link to={`/${definition.path}`}>{definition.many}</Link>
      <IconChevronRight className="i s flip" aria-hidden="true" />
      {row && parent && row[parent.field] ? (
        <>
          <Link to={`/${parent.path}/${String(row[parent.field])}`} className="cut">
            <bdi>{titleText(parent.path, (row[refName(parent.field)] as { label: string } | null)?.label ?? '')}</bdi>
          </Link>
          <IconChevronRight className="i s flip" aria-hidden="true" />
        </>
      ) : null}
      <bdi className="cut">{row ? titleText(definition.path, row.title) : '…'}</bdi>
    </nav>
  );
}

/** The reference that is part of a record's name: what it hangs below. */
function parentOf(definition: AnyCatalogue): { field: string; path: string } | undefined {
  for (const name of definition.title) {
    const field: AnyField = definition.fields[name];
    if (field.kind === 'ref') return { field: name, path: field.to };
  }
  return undefined;
}
