import { IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { Recalculation } from './recalculation.contract.ts';
import styles from '../speeding.module.css';

const pollMs = 2_000;
const shapes = { RUNNING: 'info', DONE: 'ok', FAILED: 'bad' } as const;

const useRecalculations = (query: Record<string, number>) =>
  useQuery({
    queryKey: ['violation', 'recalculations', query],
    queryFn: async ({ signal }) => {
      const { data, count } = await api.get<ListAnswer<Recalculation>>('/violation/recalculation', { query, signal });
      return { data, count: count ?? 0 };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'RUNNING') ? pollMs : false),
  });

/** What past trips were judged anew for, how far that is, and what came of it. */
export function RecalculationsPage() {
  const t = useT();
  const address = useListAddress([]);
  const found = useRecalculations(address.rows);
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/violation">{t('violations.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <span>{t('recalculations.title')}</span>
      </nav>
      <ListPage
        title={t('recalculations.title')}
        sub={t('recalculations.about')}
        address={address}
        found={found}
        className="list"
        empty={{
          icon: <IconRefresh aria-hidden="true" />,
          title: t('recalculations.none'),
          text: t('recalculations.noneText'),
        }}
      >
        {(rows) => <Rows rows={rows} />}
      </ListPage>
    </>
  );
}

function Rows({ rows }: { rows: readonly Recalculation[] | undefined }) {
  const t = useT();
  const number = (key: 'added' | 'changed' | 'withdrawn' | 'flagged') => ({
    key,
    head: t(`recalculations.of.${key}`),
    isNumber: true,
    render: (one: Recalculation) => <bdi>{formatNumber(one[key])}</bdi>,
  });
  return (
    <ListTable
      rows={rows}
      keyOf={({ id }) => id}
      label={t('recalculations.title')}
      columns={[
        {
          key: 'what',
          head: t('recalculations.what'),
          render: ({ cause, title, records }) => (
            <>
              <bdi className="mid">{title}</bdi>
              <span className={styles.under}>
                {t(`recalculations.causes.${cause}`)}
                {records > 1
                  ? `, ${t('recalculations.more', { count: records - 1, number: formatNumber(records - 1) })}`
                  : ''}
              </span>
            </>
          ),
        },
        { key: 'state', head: t('recalculations.state'), render: (one) => <State one={one} /> },
        number('added'),
        number('changed'),
        number('withdrawn'),
        number('flagged'),
        {
          key: 'by',
          head: t('recalculations.by'),
          className: 't2',
          render: ({ actorName, at }) => (
            <>
              <bdi>{actorName}</bdi>, <When at={at} />
            </>
          ),
        },
      ]}
    />
  );
}

function State({ one: { state, total, done } }: { one: Recalculation }) {
  const t = useT();
  return (
    <>
      <span className={`st ${shapes[state]}`}>{t(`recalculations.states.${state}`)}</span>
      <span className={styles.under}>
        {total === null
          ? t('recalculations.waiting')
          : t('recalculations.progress', { done: formatNumber(done), total: formatNumber(total) })}
      </span>
    </>
  );
}
