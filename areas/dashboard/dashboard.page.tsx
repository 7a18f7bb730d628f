import { IconChevronRight, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '#kit/web/api.ts';
import { formatNumber, formatTime, textOf, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { initials } from '#kit/web/shell/account-menu.tsx';
import { historyActionTexts } from '#kit/web/texts/history-texts.ts';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import type { Dashboard, DashboardCard, DashboardChange } from './dashboard.contract.ts';
import styles from './dashboard.module.css';

/** The first page of the day: how much there is of what the reader looks after, and what changed last. */
export function Today() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard'],
    queryFn: ({ signal }) => api.get<{ data: Dashboard }>('/dashboard', { signal }),
    refetchInterval: 60_000,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const day = data?.data;
  return (
    <>
      <PageTitle
        title={t('dashboard.title')}
        sub={
          day ? (
            <bdi>{t('dashboard.asOf', { time: formatTime(day.asOf) })}</bdi>
          ) : (
            <span className="sk" style={{ width: 160, marginBlockStart: 8 }} />
          )
        }
      />
      <div className={styles.today}>
        <section className={`sheet ${styles.queues}`} aria-label={t('dashboard.catalogues')}>
          {day
            ? day.cards.map((card) => <Queue key={card.key} card={card} brief={day.cards.length > 6} />)
            : [0, 1, 2].map((one) => <QueueSkeleton key={one} />)}
          {day?.cards.length === 0 ? <p className="t2 sec">{t('dashboard.nothing')}</p> : null}
        </section>
        {day && day.recent.length > 0 ? (
          <Changes changes={day.recent} />
        ) : day ? (
          <section className="sheet">
            <Empty
              icon={<IconHistory aria-hidden="true" />}
              title={t('dashboard.noChanges')}
              text={t('dashboard.noChangesText')}
            />
          </section>
        ) : null}
      </div>
    </>
  );
}

/** A queue; `brief` leaves out its latest records, where there are many queues. */
function Queue({ card, brief }: { card: DashboardCard; brief: boolean }) {
  return (
    <div className={brief ? `${styles.queue} ${styles.brief}` : styles.queue}>
      <h2>
        <Link to={card.to}>
          {card.title}
          <IconChevronRight className="i s flip" aria-hidden="true" />
        </Link>
      </h2>
      <p className={styles.fig}>
        <bdi>{formatNumber(card.count)}</bdi>
        <small>
          <bdi>{card.unit}</bdi>
        </small>
      </p>
      {card.split.map((part) => (
        <Link key={part.label} to={part.to} className={`st ${part.state} sm`}>
          <bdi>
            {formatNumber(part.count)} {part.label}
          </bdi>
        </Link>
      ))}
      <ul>
        {(brief ? [] : card.rows).map((row) => (
          <li key={row.to}>
            <Link to={row.to} className="cut">
              <bdi>{row.label}</bdi>
            </Link>
            <span className="t3 nowrap">
              <When at={row.meta} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const QueueSkeleton = () => (
  <div className={styles.queue} aria-hidden="true">
    <span className="sk" style={{ width: '50%' }} />
    <span className="sk" style={{ width: '30%', height: 28, marginBlock: 12 }} />
    <span className="sk" style={{ width: '80%', marginBlockStart: 'auto' }} />
  </div>
);

function Changes({ changes }: { changes: DashboardChange[] }) {
  const t = useT();
  return (
    <section className="sheet sec" aria-labelledby="changes">
      <h2 className="h2" id="changes" style={{ marginBlockEnd: 12 }}>
        {t('dashboard.changes')}
      </h2>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.id}>
            <span className="avatar" aria-hidden="true">
              {initials(change.actor)}
            </span>
            <span className="cut">
              {change.to ? (
                <Link to={change.to}>
                  <bdi>{change.label}</bdi>
                </Link>
              ) : (
                <bdi>{change.label}</bdi>
              )}
            </span>
            <span className="t3">
              <bdi>{textOf(historyActionTexts, change.action)}</bdi> · <bdi>{change.actor}</bdi> ·{' '}
              <Ago at={change.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
