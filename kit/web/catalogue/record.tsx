import { Menu } from '@mantine/core';
import { IconChevronRight, IconDots, IconPencil } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { formatDistance, formatNumber, formatTime, useT } from '../i18n.ts';
import { useCan } from '../rights.ts';
import { Failure } from '../shell/failure.tsx';
import { Mark, Value } from './cells.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { useHistory, useRow, useUsage } from './data.ts';
import { useRemove } from './remove.tsx';
import { StatusSwitch } from './row-actions.tsx';
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
          <p className="t2 sm">{row ? t('record.changed', { when: formatDistance(row.updatedAt) }) : ' '}</p>
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
            {can(path, 'create') || can(path, 'delete') ? (
              <Menu position="bottom-end" width={190} transitionProps={{ duration: 90 }}>
                <Menu.Target>
                  <button
                    type="button"
                    className="btn d ic"
                    aria-label={t('catalogue.actionsFor', { title: row.title })}
                  >
                    <IconDots className="i" aria-hidden="true" />
                  </button>
                </Menu.Target>
                <Menu.Dropdown>
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
            ) : null}
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
      {row && tab === 'history' ? <History definition={definition} row={row} /> : null}
      {dialog}
    </>
  );
}

function Overview({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const fields = Object.entries<AnyField>(definition.fields);
  return (
    <div className="record">
      <section className="sheet sec" aria-label={t('record.facts')}>
        <dl className="facts">
          {fields.map(([name, field]) => (
            <FactRow key={name} name={name} field={field} row={row} />
          ))}
        </dl>
      </section>
      <div className="col" style={{ gap: 16 }}>
        <Usage definition={definition} id={row.id} />
        <section className="sheet sec" aria-label={t('record.about')}>
          <dl className="facts sm">
            <dt>{t('record.created')}</dt>
            <dd>{formatTime(row.createdAt)}</dd>
            <dt>{t('record.updated')}</dt>
            <dd>{formatTime(row.updatedAt)}</dd>
            <dt>{t('record.version')}</dt>
            <dd>{row.version}</dd>
            <dt>{t('record.id')}</dt>
            <dd>
              <bdi dir="ltr" className="mono xs">
                {row.id}
              </bdi>
            </dd>
          </dl>
        </section>
      </div>
    </div>
  );
}

const FactRow = ({ name, field, row }: { name: string; field: AnyField; row: AnyRow }) => (
  <>
    <dt>{field.label}</dt>
    <dd>
      {field.kind === 'ref' && row[name] ? (
        <Link to={`/${field.to}/${String(row[name])}`}>
          <Value field={field} name={name} row={row} full />
        </Link>
      ) : (
        <Value field={field} name={name} row={row} full />
      )}
    </dd>
  </>
);

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

const shapes: Record<HistoryRow['action'], string> = {
  create: 'ok',
  restore: 'ok',
  update: 'info',
  status: 'off',
  delete: 'bad',
  purge: 'bad',
};

function History({ definition, row }: { definition: AnyCatalogue; row: AnyRow }) {
  const t = useT();
  const can = useCan();
  const { data, error, refetch } = useHistory(definition, row.id);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <section className="sheet sec" aria-label={t('record.history')}>
      <ul className="tl">
        {data?.data.map((entry) => (
          <li key={entry.id}>
            <span className={`dot ${shapes[entry.action]}`} aria-hidden="true" />
            <div>
              <span className="mid">{t(`history.${entry.action}`)}</span> {t('history.by')}{' '}
              <bdi className="mid">{entry.actorName}</bdi>
              {entry.onBehalfOfName ? ` ${t('history.onBehalfOf', { name: entry.onBehalfOfName })}` : ''}
            </div>
            <div className="t3 sm">
              {formatTime(entry.at)} ({formatDistance(entry.at)}) · {t(`history.source.${entry.source}`)}
            </div>
            {entry.action === 'update' || entry.action === 'status' ? (
              <Diff definition={definition} entry={entry} row={row} />
            ) : null}
            {entry.action === 'update' && can(definition.path, 'edit') ? (
              <Link className="sm" to={`/${definition.path}/${row.id}/edit`} search={{ back: entry.id }}>
                {t('history.bringBack')}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
      {data?.count === 0 ? <p className="t2">{t('history.none', { one: inSentence(definition.one) })}</p> : null}
    </section>
  );
}

/** A record that a former state referred to, by its name of today; one that is gone keeps the end of its id. */
function Referred({ path, id }: { path: string; id: string }) {
  const { data, isPending } = useRow({ path }, id);
  return <bdi>{data?.title ?? (isPending ? '…' : id.slice(-8))}</bdi>;
}

function Diff({ definition, entry, row }: { definition: AnyCatalogue; entry: HistoryRow; row: AnyRow }) {
  const t = useT();
  const names = Object.keys(entry.after ?? {});
  const shown = (name: string, side: Record<string, unknown> | null) => {
    const field: AnyField | undefined = definition.fields[name];
    if (!field) return t(side?.[name] === 1 ? 'catalogue.active' : 'catalogue.inactive');
    if (field.kind === 'ref')
      return typeof side?.[name] === 'string' ? <Referred path={field.to} id={side[name]} /> : t('catalogue.none');
    return <Value field={field} name={name} row={{ ...row, ...side }} full />;
  };
  return (
    <dl className="diff">
      {names.map((name) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{definition.fields[name]?.label ?? t('catalogue.status')}</dt>
          <dd>
            <del>{shown(name, entry.before)}</del> <span aria-hidden="true">→</span>{' '}
            <ins>{shown(name, entry.after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
