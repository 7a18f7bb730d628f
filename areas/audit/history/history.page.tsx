import { IconDownload, IconHistory, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { HistoryRow, ListAnswer } from '#kit/contract/answers.ts';
import { historyActions, historySources, sessionModule } from '#kit/contract/history.ts';
import { api } from '#kit/web/api.ts';
import { allCatalogues, catalogueAt } from '#kit/web/catalogue/all.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { type ListAddress, useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { invalidate } from '#kit/web/queries.ts';
import { useCan } from '#kit/web/rights.ts';
import { historyActionTexts } from '#kit/web/texts/history-texts.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { ChainLine } from '../proof/proof-line.tsx';
import { HistoryEntry, useModuleNames } from './history-entry.tsx';
import '#kit/web/catalogue/record/record.css';
import styles from '../audit.module.css';

const filterNames = ['q', 'module', 'action', 'source', 'from', 'to', 'person', 'record'] as const;
const doneByPeople = 'screen,bulk,import,api,job';
/** Modules that have no history of their own. */
const withoutHistory = ['dashboard', 'trash'];

/** Who changed what, over all records. */
export function History() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const nameOf = useModuleNames();
  const address = useListAddress(filterNames);
  // What came with the product is left out unless it is asked for: it would bury what people did.
  const filter: Record<string, string> = { source: doneByPeople, ...address.filters };
  const query = { ...filter, ...address.rows };
  const found = useQuery({
    queryKey: ['history', query],
    queryFn: ({ signal }) => api.get<ListAnswer<HistoryRow>>('/history', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const save = async () => {
    const file = await api.blob('POST', '/history/export', { body: { filter } }).catch(() => undefined);
    if (!file) return;
    download(file.blob, file.name);
    await invalidate('history');
  };
  return (
    <ListPage
      title={t('records.history')}
      sub={t('records.historyText')}
      actions={
        <>
          <Link to="/impersonation" className="btn g">
            {t('acting.title')}
          </Link>
          {can('history', 'export') ? (
            <button type="button" className="btn g" onClick={() => void save()}>
              <IconDownload className="i s" aria-hidden="true" />
              {t('records.exportCsv')}
            </button>
          ) : null}
        </>
      }
      above={isStaff ? <ChainLine nameOf={nameOf} /> : null}
      filters={<Filters field={address.field} />}
      below={<Narrowed address={address} rows={found.data?.data ?? []} />}
      found={found}
      address={address}
      empty={{ icon: <IconHistory aria-hidden="true" />, title: t('catalogue.noMatch'), text: t('records.none') }}
    >
      {(rows) => (
        <ul className={styles.deeds}>
          {rows?.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} onPerson={(person) => address.ask({ person })} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

type Address = ListAddress<(typeof filterNames)[number]>;

function Filters({ field }: Pick<Address, 'field'>) {
  const t = useT();
  const [modules] = useKept('_accessible');
  const others = (modules ?? []).filter(
    ({ key, actions }) => actions.includes('view') && !withoutHistory.includes(key) && catalogueAt(key) === undefined,
  );
  const seen = allCatalogues().filter((one) =>
    modules?.some(({ key, actions }) => key === one.path && actions.includes('view')),
  );
  const kinds = [
    ...seen.map((one) => ({ value: one.path, label: one.many })),
    ...others.map(({ key, name }) => ({ value: key, label: said(name) })),
    { value: sessionModule, label: t('history.session') },
  ];
  return (
    <>
      <SearchField label={t('records.search')} {...field('q')} />
      <SelectField label={t('records.kind')} options={kinds} {...field('module')} />
      <SelectField
        label={t('records.action')}
        options={historyActions.map((value) => ({ value, label: t(historyActionTexts[value]) }))}
        {...field('action')}
      />
      <SelectField
        label={t('records.source')}
        options={historySources.map((value) => ({ value, label: t(`history.source.${value}`) }))}
        {...field('source')}
      />
      <DayField label={t('records.from')} {...field('from')} />
      <DayField label={t('records.to')} {...field('to')} />
    </>
  );
}

/** Narrowings that come from pressing a name or a link, with the way out of each. */
function Narrowed({ address, rows }: { address: Address; rows: readonly HistoryRow[] }) {
  const t = useT();
  const { ask, filters } = address;
  const { person, record } = filters;
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
    <bdi className={`chip-text ${styles['chip-only']}`}>{text}</bdi>
    <button type="button" className="chip-x" aria-label={out} onClick={onOut}>
      <IconX className="i s" aria-hidden="true" />
    </button>
  </span>
);
