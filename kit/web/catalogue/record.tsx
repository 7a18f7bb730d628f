import { Menu } from '@mantine/core';
import { IconChevronRight, IconDots, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Reference } from '#kit/contract/answers.ts';
import { type AnyCatalogue, type AnyRow, inSentence, refName, shownFields } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { ApiError } from '../api.ts';
import { formatNumber, useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { Failure } from '../shell/failure.tsx';
import { store, useKept } from '../storage/store.ts';
import { toast } from '../toast.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { Ago, When } from '../ui/when.tsx';
import { useAreaActions } from './area-actions.tsx';
import { Mark, Value } from './cells.tsx';
import { type Child, Children, childrenOf } from './children.tsx';
import { useRow, useUsage } from './data.ts';
import { MergedHere, MergeDialog } from './merge.tsx';
import { RecordHistory } from './record-history.tsx';
import { useRemove } from './remove.tsx';
import { StatusSwitch, useRowActions, useRowOffers } from './row-actions.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import './catalogue.css';
import './record.css';

/** Of the tabs, whose addresses differ in their search only, one is the current page. */
const exactly = { exact: true, includeSearch: true };

/** One record: what it is, what refers to it, and who changed it. */
export function CatalogueRecord({
  definition,
  all,
  id,
}: {
  definition: AnyCatalogue;
  all: readonly AnyCatalogue[];
  id: string;
}) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { tab?: string };
  const { data: row, error, refetch } = useRow(definition, id);
  const { path } = definition;
  const usage = useUsage(definition, id);
  const [merging, setMerging] = useState(false);
  const parent = parentOf(definition);
  const [user] = useKept('userData');
  const mayHistory = definition.scope === 'organisation' || user?.kind === 'staff';
  const { remove, dialog } = useRemove(definition, () => void navigate({ to: `/${path}` }));
  useEffect(() => {
    if (!row) return;
    document.title = `${row.title} · Roadkeeper`;
    const to = `/${path}/${row.id}`;
    const others = store.get('recent').filter((one) => one.to !== to);
    store.set('recent', [{ to, title: row.title, kind: definition.one }, ...others].slice(0, 8));
  }, [row, path, definition.one]);
  useEffect(focusHeading, [id]);
  const actionsOf = useRowActions(definition, remove);
  const areaActions = useAreaActions(definition);
  useRowOffers(
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
  if (error && !row) return <Failure error={error} retry={() => void refetch()} />;
  const picture = Object.entries<AnyField>(definition.fields).find(([, field]) => field.kind === 'file')?.[0];
  const children = childrenOf(all, path).filter((child) => can(child.definition.path, 'view'));
  const open = children.find((child) => keyOf(child) === search.tab);
  const tab = open ? keyOf(open) : search.tab === 'history' && mayHistory ? 'history' : 'overview';
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to={`/${path}`}>{definition.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        {row && parent && row[parent.field] ? (
          <>
            <Link to={`/${parent.path}/${String(row[parent.field])}`} className="cut">
              <bdi>{(row[refName(parent.field)] as { label: string } | null)?.label}</bdi>
            </Link>
            <IconChevronRight className="i s flip" aria-hidden="true" />
          </>
        ) : null}
        <bdi className="cut">{row?.title ?? '…'}</bdi>
      </nav>
      <div className="record-head">
        {picture && row ? <Mark row={row} name={picture} size={128} /> : null}
        <div style={{ minWidth: 0 }}>
          <h1 tabIndex={-1}>
            {row ? <bdi>{row.title}</bdi> : <span className="sk" style={{ width: 220, height: 26 }} />}
          </h1>
          <p className="t2 sm">
            {row ? (
              <>
                <bdi>{t('record.updated')}</bdi> <Ago at={row.updatedAt} />
              </>
            ) : (
              ' '
            )}
          </p>
        </div>
        {row ? (
          <div className="acts">
            <StatusSwitch definition={definition} row={row} />
            {can(path, 'edit', row) ? (
              <Link to={`/${path}/${id}/edit`} className="btn p">
                <IconPencil className="i s" aria-hidden="true" />
                {t('action.edit')}
              </Link>
            ) : null}
            {areaActions(row).map(({ key, label, run }) => (
              <button key={key} type="button" className="btn d" onClick={run}>
                {label}
              </button>
            ))}
            <Menu position="bottom-end" width={190} transitionProps={{ duration: 90 }}>
              <Menu.Target>
                <button type="button" className="btn d ic" aria-label={t('catalogue.actionsFor', { title: row.title })}>
                  <IconDots className="i" aria-hidden="true" />
                </button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  onClick={() => void navigator.clipboard.writeText(id).then(() => toast.success(t('record.idCopied')))}
                >
                  {t('record.copyId')}
                </Menu.Item>
                {can(path, 'create') && !definition.ownWrites ? (
                  <Menu.Item onClick={() => void navigate({ to: `/${path}/new`, search: { copy: id } })}>
                    {t('action.duplicate')}
                  </Menu.Item>
                ) : null}
                {definition.merge && can(path, 'delete', row) && can(path, 'edit', row) ? (
                  <Menu.Item onClick={() => setMerging(true)}>{t('merge.action')}</Menu.Item>
                ) : null}
                {can(path, 'delete', row) ? (
                  <Menu.Item className="danger" onClick={() => void remove(row)}>
                    {t('action.delete')}
                  </Menu.Item>
                ) : null}
              </Menu.Dropdown>
            </Menu>
          </div>
        ) : null}
      </div>
      <nav className="tabs" aria-label={t('record.tabs')}>
        {(
          [
            ['overview', t('record.overview'), undefined],
            ...children.map((child) => [keyOf(child), child.definition.many, countOf(usage.data, child)]),
            ...(mayHistory ? [['history', t('record.history'), undefined]] : []),
          ] as [string, string, number | undefined][]
        ).map(([key, label, count]) => (
          <Link
            key={key}
            to={`/${path}/${id}`}
            search={key === 'overview' ? {} : ({ tab: key } as never)}
            activeOptions={exactly}
            aria-current={tab === key ? 'page' : undefined}
          >
            {label}
            {count === undefined ? null : <span className="n">{formatNumber(count)}</span>}
          </Link>
        ))}
      </nav>
      {row && tab === 'overview' ? <Overview definition={definition} row={row} /> : null}
      {row && tab === 'history' ? <RecordHistory definition={definition} row={row} /> : null}
      {row && open ? <Children key={keyOf(open)} child={open} id={id} /> : null}
      {row && definition.merge ? (
        <MergeDialog definition={definition} row={row} opened={merging} onClose={() => setMerging(false)} />
      ) : null}
      {dialog}
    </>
  );
}

function Overview({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const can = useCan();
  const fields = Object.entries<AnyField>(shownFields(definition));
  const [given, missing] = [fields.filter(([name]) => has(row, name)), fields.filter(([name]) => !has(row, name))];
  return (
    <div className="record">
      <section className="sheet sec" aria-label={t('record.facts')}>
        <dl className="facts grid">
          {given.map(([name, field]) => (
            <div key={name} className={isLong(field) ? 'wide' : undefined}>
              <dt>{field.label}</dt>
              <dd>
                {field.kind === 'ref' && can(field.to, 'view') ? (
                  <Link to={`/${field.to}/${String(row[name])}`}>
                    <Value field={field} name={name} row={row} full />
                  </Link>
                ) : (
                  <Value field={field} name={name} row={row} full />
                )}
              </dd>
            </div>
          ))}
        </dl>
        {missing.length > 0 ? (
          <p className="t3 sm missing">
            <bdi>{t('record.missing', { names: missing.map(([, field]) => inSentence(field.label)).join(', ') })}</bdi>
          </p>
        ) : null}
      </section>
      <div className="col" style={{ gap: 16 }}>
        {definition.merge && isStaff ? <MergedHere definition={definition} id={row.id} /> : null}
        <section className="sheet sec" aria-label={t('record.about')}>
          <h2 className="h2" style={{ marginBlockEnd: 10 }}>
            {t('record.about')}
          </h2>
          <dl className="facts sm">
            <dt>{t('record.created')}</dt>
            <dd>
              <When at={row.createdAt} />
            </dd>
            <dt>{t('record.updated')}</dt>
            <dd>
              <When at={row.updatedAt} />
            </dd>
            <dt>{t('record.version')}</dt>
            <dd>{row.version}</dd>
          </dl>
        </section>
      </div>
    </div>
  );
}

const has = (row: AnyRow, name: string) => {
  const value = row[name];
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
};
const isLong = (field: AnyField) => field.kind === 'longText' || field.kind === 'file';

const keyOf = (child: Child) => `${child.definition.path}.${child.field}`;
const countOf = (usage: readonly Reference[] | undefined, child: Child): number | undefined =>
  usage && (usage.find((one) => one.path === child.definition.path && one.field === child.field)?.count ?? 0);

/** The reference that is part of a record's name: what it hangs below. */
function parentOf(definition: AnyCatalogue): { field: string; path: string } | undefined {
  for (const name of definition.title) {
    const field: AnyField = definition.fields[name];
    if (field.kind === 'ref') return { field: name, path: field.to };
  }
  return undefined;
}
