import { IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { SearchField } from '#kit/web/ui/filter-fields.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import type { ImpersonationRow } from './impersonation.contract.ts';
import styles from './impersonation.module.css';

/** Who acted as whom: everything for those who may view the history, for others what was done as themselves. */
export function Impersonations() {
  const t = useT();
  const all = useCan()('history', 'view');
  const address = useListAddress(['q']);
  const { q } = address.filters;
  const query = { ...address.rows, ...(all && q ? { q } : {}) };
  const found = useQuery({
    queryKey: ['impersonation', all, query],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<ImpersonationRow>>(`/session/impersonation${all ? '' : '/own'}`, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <ListPage
      title={t(all ? 'acting.title' : 'acting.titleOwn')}
      sub={t(all ? 'acting.sub' : 'acting.subOwn')}
      filters={all ? <SearchField label={t('acting.search')} {...address.field('q')} /> : null}
      found={found}
      address={address}
      empty={{
        icon: <IconUserShield aria-hidden="true" />,
        title: q ? t('catalogue.noMatch') : t(all ? 'acting.none' : 'acting.noneOwn'),
        text: t('acting.noneText'),
      }}
    >
      {(rows) => (
        <ul className={styles['acts-as']}>
          {rows?.map((row) => (
            <Line key={row.id} row={row} linked={all} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Line({ row, linked }: { row: ImpersonationRow; linked: boolean }) {
  const t = useT();
  const can = useCan();
  const { startedAt, endedAt, ending } = row;
  const minutes = endedAt ? Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000)) : 0;
  return (
    <li>
      <span className="t2 sm">
        <When at={startedAt} />
        <span className="t3" style={{ display: 'block' }}>
          <Ago at={startedAt} />
        </span>
      </span>
      <span className={styles.what}>
        <span>
          <bdi className="mid">{named(row.actorName)}</bdi> <span className="t2">{t('acting.asWhom')}</span>{' '}
          {linked && can(row.module, 'view') ? (
            <Link to={`/${row.module}/${row.subjectId}`} className="mid">
              <bdi>{row.subjectName}</bdi>
            </Link>
          ) : (
            <bdi className="mid">{row.subjectName}</bdi>
          )}
          {row.orgName ? (
            <span className="t2">
              {' '}
              (<bdi>{row.orgName}</bdi>)
            </span>
          ) : null}
        </span>
        <bdi className={styles.reason}>{row.reason}</bdi>
        <span className={`t2 sm ${styles['facts-line']}`}>
          {row.ticket ? <bdi>{t('acting.ticketOf', { ticket: row.ticket })}</bdi> : null}
          <bdi>{t('acting.writes', { count: row.writes })}</bdi>
        </span>
      </span>
      <span className={styles.end}>
        {endedAt === null ? (
          <span className="st due">{t('acting.goesOn')}</span>
        ) : (
          <>
            <span className="st off">{t(`acting.ending.${ending ?? 'ended'}`)}</span>
            <bdi className="t2 sm">{t('acting.minutesLong', { minutes: formatNumber(minutes) })}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
