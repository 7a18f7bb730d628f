import { IconDownload, IconHistory, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { catalogues } from '#areas/contracts.ts';
import type { HistoryRow, ListAnswer } from '#kit/contract/answers.ts';
import { historyActions, historySources, sessionModule } from '#kit/contract/history.ts';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { ChainLine } from './chain-line.web.tsx';
import { Deed, useModuleNames } from './deed.web.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import '#kit/web/catalogue/record.css';
import './records.css';

const filterNames = ['q', 'module', 'action', 'source', 'from', 'to', 'person', 'record'] as const;
type Asked = Partial<Record<(typeof filterNames)[number] | 'page', string | undefined>>;
const doneByPeople = 'screen,bulk,import,api,job';
/** Modules that have no history of their own. */
const withoutHistory = ['dashboard', 'trash'];

/** Who changed what, over all records. */
export function History() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const nameOf = useModuleNames();
  const page = Math.max(1, Number(asked.page) || 1);
  const ask = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const given = Object.fromEntries(filterNames.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])));
  // What came with the product is left out unless it is asked for: it would bury what people did.
  const filter: Record<string, string> = { source: doneByPeople, ...given };
  const query = { ...filter, skip: (page - 1) * 25, take: 25 };
  const { data, error, refetch } = useQuery({
    queryKey: ['history', query],
    queryFn: ({ signal }) => api.get<ListAnswer<HistoryRow>>('/history', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const save = async () => {
    const file = await api.blob('POST', '/history/export', { body: { filter } }).catch(() => undefined);
    if (!file) return;
    download(file.blob, file.name);
    await invalidate('history');
  };
  return (
    <>
      <PageTitle title={t('records.history')} sub={t('records.historyText')}>
        <Link to="/impersonation" className="btn g">
          {t('acting.title')}
        </Link>
        {can('history', 'export') ? (
          <button type="button" className="btn g" onClick={() => void save()}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('records.exportCsv')}
          </button>
        ) : null}
      </PageTitle>
      {isStaff ? <ChainLine nameOf={nameOf} /> : null}
      <Filters asked={asked} ask={ask} />
      <Narrowed asked={asked} ask={ask} rows={data?.data ?? []} />
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: data.data.length, count: data.count, many: t('records.history') }) : ''}
      </p>
      <section className="sheet" aria-label={t('records.history')}>
        {data?.count === 0 ? (
          <Empty icon={<IconHistory aria-hidden="true" />} title={t('catalogue.noMatch')} text={t('records.none')} />
        ) : (
          <ul className="deeds">
            {data?.data.map((entry) => (
              <Deed key={entry.id} entry={entry} onPerson={(person) => ask({ person })} />
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

interface Narrowing {
  asked: Asked;
  ask: (change: Asked) => void;
}

function Filters({ asked, ask }: Narrowing) {
  const t = useT();
  const [modules] = useKept('_accessible');
  const others = (modules ?? []).filter(
    ({ key, actions }) =>
      actions.includes('view') && !withoutHistory.includes(key) && !catalogues.some((one) => one.path === key),
  );
  const seen = catalogues.filter((one) =>
    modules?.some(({ key, actions }) => key === one.path && actions.includes('view')),
  );
  const kinds = [
    ...seen.map((one) => ({ value: one.path, label: one.many })),
    ...others.map(({ key, name }) => ({ value: key, label: name })),
    { value: sessionModule, label: t('history.session') },
  ];
  return (
    <div className="record-filters">
      <SearchField label={t('records.search')} value={asked.q ?? ''} onChange={(q) => ask({ q })} />
      <SelectField
        label={t('records.kind')}
        value={asked.module ?? ''}
        options={kinds}
        onChange={(module) => ask({ module })}
      />
      <SelectField
        label={t('records.action')}
        value={asked.action ?? ''}
        options={historyActions.map((value) => ({ value, label: t(`history.${value}`) }))}
        onChange={(action) => ask({ action })}
      />
      <SelectField
        label={t('records.source')}
        value={asked.source ?? ''}
        options={historySources.map((value) => ({ value, label: t(`history.source.${value}`) }))}
        onChange={(source) => ask({ source })}
      />
      <DayField label={t('records.from')} value={asked.from ?? ''} onChange={(from) => ask({ from })} />
      <DayField label={t('records.to')} value={asked.to ?? ''} onChange={(to) => ask({ to })} />
    </div>
  );
}

/** Narrowings that come from pressing a name or a link, with the way out of each. */
function Narrowed({ asked, ask, rows }: Narrowing & { rows: readonly HistoryRow[] }) {
  const t = useT();
  const { person, record } = asked;
  if (!person && !record) return null;
  const names = rows.flatMap((row) => [
    ...(row.actorId === person ? [row.actorName] : []),
    ...(row.onBehalfOfId === person && row.onBehalfOfName ? [row.onBehalfOfName] : []),
  ]);
  return (
    <div className="filters">
      {person ? (
        <Chip
          text={t('records.byPerson', { name: names[0] ?? t('records.onePerson') })}
          out={t('records.anybody')}
          onOut={() => ask({ person: undefined })}
        />
      ) : null}
      {record ? (
        <Chip text={t('records.ofRecord')} out={t('records.anyRecord')} onOut={() => ask({ record: undefined })} />
      ) : null}
    </div>
  );
}

const Chip = ({ text, out, onOut }: { text: string; out: string; onOut: () => void }) => (
  <span className="chip">
    <bdi className="chip-text chip-only">{text}</bdi>
    <button type="button" className="chip-x" aria-label={out} onClick={onOut}>
      <IconX className="i s" aria-hidden="true" />
    </button>
  </span>
);
