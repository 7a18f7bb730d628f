import { useKept } from '../storage/store.ts';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { t } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { useOffers } from '../offers.ts';
import { useCan } from '../rights.ts';
import { useTurnAway } from '../turn-away.ts';
import { Failure, NotFound } from '../shell/failure.tsx';
import { type AreaAction, WithAreaActions } from './area-actions.tsx';
import { useRows } from './data.ts';
import { needsPage } from './form/form-size.ts';
import { CatalogueList } from './list/list.tsx';
import { PageTabs } from '../shell/menu/page-tabs.tsx';
import { PageTitle } from '../ui/parts.tsx';
import type { AreaTabs } from './record/record-tabs.tsx';
import { type CatalogueView, maySee, ViewTabs } from './views.tsx';
import { useAddressBelow } from '../parts-below.ts';

const FormDrawer = lazyPage(async () => (await import('./form/form-drawer.tsx')).FormDrawer);
const CatalogueRecord = lazyPage(async () => (await import('./record/record.tsx')).CatalogueRecord);
const ImportWizard = lazyPage(async () => (await import('./import/wizard.tsx')).ImportWizard);
const CatalogueTrash = lazyPage(async () => (await import('./trash/trash.tsx')).CatalogueTrash);

/** Fetches what an address of a catalogue shows beside its list. */
export function fetchPartOf(pathname: string): Promise<unknown> {
  const [first, second] = pathname.split('/').slice(2).filter(Boolean);
  const parts = [
    first !== undefined && isId(first) ? CatalogueRecord : undefined,
    first === 'new' || second === 'edit' ? FormDrawer : undefined,
    first === 'import' ? ImportWizard : undefined,
    first === 'trash' ? CatalogueTrash : undefined,
  ];
  return Promise.all(parts.map((part) => part?.preload()));
}

interface Space {
  definition: AnyCatalogue;
  all: readonly AnyCatalogue[];
  views: readonly CatalogueView[];
  actions: readonly AreaAction[];
  tabs: AreaTabs;
}

/** All pages of a catalogue, with what its area offers to do with their rows. */
export const CatalogueSpace = ({ actions, ...space }: Space) => (
  <WithAreaActions definition={space.definition} actions={actions}>
    <Pages {...space} />
  </WithAreaActions>
);

/** The list stays where it is while its form lies over it. */
function Pages({ definition: given, all: product, views, tabs }: Omit<Space, 'actions'>) {
  const reader = useKept('userData')[0]?.kind;
  const definition = seenBy(given, reader);
  const all = product.map((one) => seenBy(one, reader));
  const can = useCan();
  const navigate = useNavigate();
  const { parts, search: asked } = useAddressBelow(`/${given.path}`);
  const search = asked as Record<string, string>;
  const [first, second, ...more] = parts;
  const view = second === undefined ? views.find((one) => one.slug === first) : undefined;
  const action = view
    ? view.needs
    : second === 'edit'
      ? 'edit'
      : first === 'new' || first === 'import'
        ? 'create'
        : first === 'trash'
          ? 'delete'
          : 'view';
  const allowed =
    can(definition.path, 'view') &&
    can(definition.path, action) &&
    (view === undefined || maySee(can, definition, view));
  useTurnAway(allowed);
  useOffers(() =>
    can(definition.path, 'create')
      ? [
          {
            key: 'new',
            name: definition.newText ?? t('catalogue.new', { one: inSentence(definition.one) }),
            run: () => void navigate({ to: `/${definition.path}/new` }),
          },
        ]
      : [],
  );
  if (!allowed) return null;

  const base = `/${definition.path}`;
  const { copy: _copy, back: _back, ...kept } = search;
  const listSearch = Object.fromEntries(Object.entries(kept).filter(([key]) => !key.startsWith('val['))) as never;
  if (more.length > 0 || (second !== undefined && second !== 'edit')) return <NotFound />;
  if (first === 'trash' && second === undefined)
    return (
      <Suspense>
        <CatalogueTrash definition={definition} />
      </Suspense>
    );
  if (first === 'import' && second === undefined)
    return (
      <Suspense>
        <ImportWizard definition={definition} />
      </Suspense>
    );
  if (view)
    return (
      <>
        <PageTitle title={definition.many} />
        <ViewTabs definition={definition} views={views} at={view.slug} />
        <Suspense>
          <view.component definition={definition} />
        </Suspense>
      </>
    );
  if (first === undefined && definition.orgColumn === 'id' && reader === 'client')
    return <OwnOrganisation definition={definition} />;
  if (first === undefined || (first === 'new' && second === undefined))
    return (
      <>
        {first === 'new' && needsPage(definition) ? null : (
          <CatalogueList definition={definition} active={first === undefined}>
            <ViewTabs definition={definition} views={views} />
          </CatalogueList>
        )}
        {first === 'new' ? (
          <Suspense>
            <FormDrawer
              definition={definition}
              all={all}
              search={search}
              part={tabs.form}
              below={tabs.formBelow}
              body={tabs.formBody}
              defaults={tabs.formGiven}
              start={tabs.formStart}
              onSaved={(row, another) => another || void navigate({ to: `${base}/${row.id}` })}
              onClose={() => void navigate({ to: base, search: listSearch })}
            />
          </Suspense>
        ) : null}
      </>
    );
  if (!isId(first)) return <NotFound />;
  const toRecord = () => void navigate({ to: `${base}/${first}` });
  const isOwn = definition.orgColumn === 'id' && reader === 'client';
  return (
    // What is below the page stays there until it comes.
    <Suspense fallback={<div className="record-wait" aria-hidden="true" />}>
      {isOwn ? <PageTabs at={base} /> : null}
      {second === 'edit' && needsPage(definition) ? null : (
        <CatalogueRecord definition={definition} all={all} areaTabs={tabs} id={first} />
      )}
      {second === 'edit' ? (
        <FormDrawer
          definition={definition}
          all={all}
          id={first}
          search={search}
          part={tabs.form}
          below={tabs.formBelow}
          body={tabs.formBody}
          defaults={tabs.formGiven}
          onSaved={toRecord}
          onClose={toRecord}
        />
      ) : null}
    </Suspense>
  );
}

/** Clients have one organisation: they are led to it instead of to a list of one. */
function OwnOrganisation({ definition }: { definition: AnyCatalogue }) {
  const { data, error, refetch } = useRows(definition, { take: '1' });
  const [own] = data?.data ?? [];
  if (own) return <Navigate to={`/${definition.path}/${own.id}`} replace />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return data ? <NotFound /> : null;
}
