import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AreaChart } from '#kit/contract/charts/chart.ts';
import { api } from '#kit/web/api.ts';
import { chartTexts } from '#kit/web/chart/area-charts.ts';
import { useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import type { Charts as Answered } from '../dashboard-answers.contract.ts';
import styles from './charts.module.css';

/** What draws them is large, and comes behind the page. */
const ChartCard = lazyPage(async () => (await import('./chart-card.tsx')).ChartCard);

const hasSome = ({ points }: AreaChart) => points.some(({ values }) => values.some(({ value }) => value !== 0));

/**
 * Numbers side by side, below the work; nothing where there is nothing to compare.
 * @param props.below is drawn once it is known whether there are any, so that they do not push it away
 */
export function Charts({ below }: { below: ReactNode }) {
  const t = useT();
  const { data, error } = useQuery({
    queryKey: ['dashboard', 'charts'],
    queryFn: async ({ signal }) => (await api.get<Answer<Answered>>('/dashboard/charts', { signal, quiet: true })).data,
    // Where the first answer failed they do not come later either: they would push away what stands in their place.
    refetchInterval: ({ state }) => (state.data ? 120_000 : false),
    refetchOnWindowFocus: ({ state }) => state.data !== undefined,
    // The page is whole without: whoever waits for work is not told of numbers that do not come.
    retry: 1,
  });
  const shown = data?.charts.filter((chart) => hasSome(chart) && chartTexts(chart.key)) ?? [];
  if (!data && !error) return <div className={styles.coming} aria-hidden="true" />;
  return (
    <>
      {shown.length > 0 ? (
        <div className={styles.charts} role="group" aria-label={t('dashboard.charts')}>
          {shown.map((chart) => (
            <Suspense key={chart.key} fallback={<span className={`sheet ${styles.waits}`} aria-hidden="true" />}>
              <ChartCard chart={chart} />
            </Suspense>
          ))}
        </div>
      ) : null}
      {below}
    </>
  );
}
