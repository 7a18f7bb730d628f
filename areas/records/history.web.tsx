import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { catalogues } from '#areas/contracts.ts';
import type { HistoryRow, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { ChangeDetails } from '#kit/web/catalogue/record-history.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import '#kit/web/catalogue/record.css';
import './records.css';

type Asked = Partial<Record<'q' | 'module' | 'action' | 'source' | 'from' | 'to' | 'page', string | undefined>>;
const actions = ['create', 'update', 'status', 'delete', 'restore', 'purge', 'merge'] as const;
const doneByPeople = 'screen,bulk,import,api,job';
const sources = ['screen', 'bulk', 'import', 'api', 'seed', 'job'] as const;

/** Who changed what, over all records. */
export function History() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const { page: _, ...given } = asked;
  const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  // What came with the product is left out unless it is asked for: it would bury what people did.
  const query = { source: doneByPeople, ...filters, skip: (page - 1) * 25, take: 25 };
  const { data, error, refetch } = useQuery({
    queryKey: ['history', query],
    queryFn: ({ signal }) => api.get<ListAnswer<HistoryRow>>('/history', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={t('records.history')} sub={t('records.historyText')} />
      <div className="record-filters">
        <SearchField label={t('records.search')} value={asked.q ?? ''} onChange={(q) => ask({ q })} />
        <SelectField
          label={t('records.kind')}
          value={asked.module ?? ''}
          options={catalogues
            .filter((one) => can(one.path, 'view'))
            .map((one) => ({ value: one.path, label: one.many }))}
          onChange={(module) => ask({ module })}
        />
        <SelectField
          label={t('records.action')}
          value={asked.action ?? ''}
          options={actions.map((value) => ({ value, label: t(`history.${value}`) }))}
          onChange={(action) => ask({ action })}
        />
        <SelectField
          label={t('records.source')}
          value={asked.source ?? ''}
          options={sources.map((value) => ({ value, label: t(`history.source.${value}`) }))}
          onChange={(source) => ask({ source })}
        />
        <DayField label={t('records.from')} value={asked.from ?? ''} onChange={(from) => ask({ from })} />
        <DayField label={t('records.to')} value={asked.to ?? ''} onChange={(to) => ask({ to })} />
      </div>
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: data.data.length, count: data.count, many: t('records.history') }) : ''}
      </p>
      <section className="sheet" aria-label={t('records.history')}>
        {data?.count === 0 ? (
          <Empty icon={<IconHistory aria-hidden="true" />} title={t('catalogue.noMatch')} text={t('records.none')} />
        ) : (
          <ul className="deeds">
            {data?.data.map((entry) => (
              <Deed key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        {data && data.count > 25 ? (
          <Pager view={{ page, size: 25 }} count={data.count} onPage={(next) => ask({ page: String(next) })} />
        ) : null}
      </section>
    </>
  );
}

function Deed({ entry }: { entry: HistoryRow }) {
  const t = useT();
  const definition = catalogues.find((one) => one.path === entry.module);
  const isGone = entry.action === 'delete' || entry.action === 'purge';
  return (
    <li>
      <span className="t2 sm">
        <When at={entry.at} />
        <span className="t3" style={{ display: 'block' }}>
          <Ago at={entry.at} />
        </span>
      </span>
      <span>
        <span className="mid">{t(`history.${entry.action}`)}</span>{' '}
        <span className="t2">{definition?.one ?? entry.module}</span>{' '}
        {isGone ? (
          <bdi className="mid">{entry.recordTitle}</bdi>
        ) : (
          <Link to={`/${entry.module}/${entry.recordId}`} className="mid">
            <bdi>{entry.recordTitle}</bdi>
          </Link>
        )}
        <span className="t2 sm" style={{ display: 'block' }}>
          <bdi>
            {t('history.by')} {entry.actorName}
            {entry.onBehalfOfName ? ` ${t('history.onBehalfOf', { name: entry.onBehalfOfName })}` : ''},{' '}
            {t(`history.source.${entry.source}`)}
          </bdi>
        </span>
      </span>
      {definition && entry.after && (entry.action === 'update' || entry.action === 'status') ? (
        <ChangeDetails definition={definition} entry={entry} />
      ) : null}
    </li>
  );
}
