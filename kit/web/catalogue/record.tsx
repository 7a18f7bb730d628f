import { Menu } from '@mantine/core';
import { IconChevronRight, IconDots, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { formatNumber, useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { Failure } from '../shell/failure.tsx';
import { toast } from '../toast.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { Ago, When } from '../ui/when.tsx';
import { Mark, Value } from './cells.tsx';
import { useRow, useUsage } from './data.ts';
import { RecordHistory } from './record-history.tsx';
import { useRemove } from './remove.tsx';
import { StatusSwitch } from './row-actions.tsx';
import { useShortcuts } from '../use-shortcuts.ts';
import './catalogue.css';
import './record.css';

/** Of the tabs, whose addresses differ in their search only, one is the current page. */
const exactly = { exact: true, includeSearch: true };

/** One record: what it is, what refers to it, and who changed it. */
export function CatalogueRecord({ definition, id }: { definition: AnyCatalogue; id: string }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { tab?: string };
  const { data: row, error, refetch } = useRow(definition, id);
  const { path } = definition;
  const { remove, dialog } = useRemove(definition, () => void navigate({ to: `/${path}` }));
  useEffect(() => {
    if (row) document.title = `${row.title} · Roadkeeper`;
  }, [row]);
  useEffect(focusHeading, [id]);
  useShortcuts(can(path, 'edit') ? { e: () => void navigate({ to: `/${path}/${id}/edit` }) } : {});
  if (error && !row) return <Failure error={error} retry={() => void refetch()} />;
  const picture = Object.entries<AnyField>(definition.fields).find(([, field]) => field.kind === 'file')?.[0];
  const tab = search.tab === 'history' ? 'history' : 'overview';
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to={`/${path}`}>{definition.many}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
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
                {t('record.updated')} <Ago at={row.updatedAt} />
              </>
            ) : (
              ' '
            )}
          </p>
        </div>
        {row ? (
          <div className="acts">
            <StatusSwitch definition={definition} row={row} />
            {can(path, 'edit') ? (
              <Link to={`/${path}/${id}/edit`} className="btn p">
                <IconPencil className="i s" aria-hidden="true" />
                {t('action.edit')}
              </Link>
            ) : null}
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
                {can(path, 'create') ? (
                  <Menu.Item onClick={() => void navigate({ to: `/${path}/new`, search: { copy: id } })}>
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
          </div>
        ) : null}
      </div>
      <nav className="tabs" aria-label={t('record.tabs')}>
        <Link
          to={`/${path}/${id}`}
          search={{}}
          activeOptions={exactly}
          aria-current={tab === 'overview' ? 'page' : undefined}
        >
          {t('record.overview')}
        </Link>
        <Link
          to={`/${path}/${id}`}
          search={{ tab: 'history' }}
          activeOptions={exactly}
          aria-current={tab === 'history' ? 'page' : undefined}
        >
          {t('record.history')}
        </Link>
      </nav>
      {row && tab === 'overview' ? <Overview definition={definition} row={row} /> : null}
      {row && tab === 'history' ? <RecordHistory definition={definition} row={row} /> : null}
      {dialog}
    </>
  );
}

function Overview({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const fields = Object.entries<AnyField>(definition.fields);
  const [given, missing] = [fields.filter(([name]) => has(row, name)), fields.filter(([name]) => !has(row, name))];
  return (
    <div className="record">
      <section className="sheet sec" aria-label={t('record.facts')}>
        <dl className="facts grid">
          {given.map(([name, field]) => (
            <div key={name} className={isLong(field) ? 'wide' : undefined}>
              <dt>{field.label}</dt>
              <dd>
                {field.kind === 'ref' ? (
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
            {t('record.missing', { names: missing.map(([, field]) => inSentence(field.label)).join(', ') })}
          </p>
        ) : null}
      </section>
      <div className="col" style={{ gap: 16 }}>
        <Usage definition={definition} id={row.id} />
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

function Usage({ definition, id }: { definition: AnyCatalogue; id: string }) {
  const t = useT();
  const { data } = useUsage(definition, id);
  if (!data || data.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="usage">
      <h2 className="h2" id="usage" style={{ marginBlockEnd: 10 }}>
        {t('record.usedBy')}
      </h2>
      <ul className="col" style={{ gap: 6 }}>
        {data.map((reference) => (
          <li key={reference.path + reference.field} className="row">
            <Link to={`/${reference.path}`} search={{ [reference.field]: id }} className="grow">
              {reference.label}
            </Link>
            <span className="mid">{formatNumber(reference.count)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
