import { IconChecks, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { clockText } from '#kit/web/ui/units.ts';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Activity } from './activity.tsx';
import type { Dashboard } from './dashboard-answers.contract.ts';
import { Charts } from './charts/charts.tsx';
import { FirstSteps } from './first-steps/first-steps.tsx';
import { FleetNow, LatestTrips } from './fleet-now.tsx';
import { isUrgent, Urgent } from './urgent.tsx';
import { Lists, WorkSkeleton, WorkToDo } from './work-to-do.tsx';
import styles from './dashboard.module.css';

/** The first page: what needs doing now, how the fleet is, and what changed last. */
export function DashboardPage() {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', 'page'],
    queryFn: async ({ signal }) => (await api.get<Answer<Dashboard>>('/dashboard', { signal })).data,
    refetchInterval: 60_000,
  });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle
        title={t('dashboard.title')}
        sub={
          data ? (
            <bdi>{t('dashboard.asOf', { day: formatDay(data.asOf), time: clockText(Date.parse(data.asOf)) })}</bdi>
          ) : (
            <span className={`sk ${styles['sub-sk']}`} />
          )
        }
      />
      {data ? <Today data={data} /> : <WorkSkeleton />}
    </>
  );
}

function Today({ data: { work, lists, fleet, firstSteps, activity } }: { data: Dashboard }) {
  const t = useT();
  const urgent = work.filter(isUrgent);
  const others = work.filter((card) => !isUrgent(card));
  const isBare = work.length === 0 && lists.length === 0 && !fleet;
  return (
    <div className={fleet ? `${styles.today} ${styles.sided}` : styles.today}>
      <Urgent cards={urgent} />
      <div className={styles.main}>
        <FirstSteps steps={firstSteps} />
        {isBare ? (
          <section className="sheet">
            <Empty
              icon={<IconLock aria-hidden="true" />}
              title={t('dashboard.nothing')}
              text={t('dashboard.nothingText')}
            />
          </section>
        ) : null}
        {others.length > 0 ? <WorkToDo work={others} /> : null}
        {work.length > 0 && work.every(({ count }) => count === 0) ? (
          <section className="sheet">
            <Empty
              icon={<IconChecks aria-hidden="true" />}
              title={t('dashboard.workDone')}
              text={t('dashboard.workDoneText')}
            />
          </section>
        ) : null}
        {lists.length > 0 ? <Lists lists={lists} /> : null}
        <Charts below={<Activity lines={activity} />} />
      </div>
      {fleet ? (
        <aside className={styles.side}>
          <FleetNow fleet={fleet} />
          <LatestTrips trips={fleet.latestTrips} />
        </aside>
      ) : null}
    </div>
  );
}
