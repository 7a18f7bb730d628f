import { Link, useNavigate } from '@tanstack/react-router';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tooltipLook } from './tooltip-look.ts';
import type { AreaChart } from '#kit/contract/charts/chart.ts';
import { chartTexts } from '#kit/web/chart/area-charts.ts';
import { useT } from '#kit/web/i18n.ts';
import { type ChartWords, useChartWords } from './chart-words.web.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './charts.module.css';

const height = 200;

/** A chart with a sentence that says what it shows, and a table that says the same with links: for keys and screen readers. */
export function ChartCard({ chart }: { chart: AreaChart }) {
  const t = useT();
  const texts = chartTexts(chart.key);
  const words = useChartWords(chart, texts);
  if (!texts) return null;
  const title = t(texts.title);
  return (
    <section className={`sheet sec ${styles.card}`} aria-label={title}>
      <h2 className="h2">
        <Link to={chart.to}>{title}</Link>
      </h2>
      <p className="t2 sm">
        <bdi>{words.summary}</bdi>
      </p>
      {/* Days go from left to right in every language, as in reports. */}
      <div className={styles.drawing} dir="ltr" aria-hidden="true">
        <Columns chart={chart} words={words} />
      </div>
      {chart.series.length > 1 ? (
        <ul className={styles.legend}>
          {chart.series.map(({ key, tone }) => (
            <li key={key} className={`st ${tone} sm`}>
              {words.series(key)}
            </li>
          ))}
        </ul>
      ) : null}
      <details>
        <summary>{t('dashboard.chart.asTable')}</summary>
        <ChartTable chart={chart} words={words} title={title} />
      </details>
    </section>
  );
}

interface Drawn {
  chart: AreaChart;
  words: ChartWords;
}
function Columns({ chart: { points, series, days }, words }: Drawn) {
  const navigate = useNavigate();
  const rows = points.map(({ key, values }) => ({
    label: words.short(key),
    long: words.point(key),
    ...Object.fromEntries(series.map((one, at) => [one.key, values[at]?.value ?? 0])),
  }));
  const open = (place: number, at: number) => {
    const to = points[at]?.values[place]?.to;
    if (to) void navigate({ to });
  };
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart data={rows} margin={{ top: 8, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          tick={{ fill: 'var(--text-2)', fontSize: 12 }}
          minTickGap={12}
          {...(days === null ? { interval: 0 } : {})}
        />
        <YAxis
          width="auto"
          tickCount={4}
          allowDecimals={false}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--text-2)', fontSize: 12 }}
          tickFormatter={(value: number) => words.tick(value)}
        />
        <Tooltip
          {...tooltipLook}
          labelFormatter={(_, shown) => String(shown[0]?.payload.long ?? '')}
          formatter={(value, name) => [words.value(Number(value)), words.series(String(name))]}
        />
        {series.map(({ key, tone }, place) => (
          <Bar
            key={key}
            dataKey={key}
            stackId="all"
            fill={`var(--${tone})`}
            maxBarSize={36}
            isAnimationActive={false}
            cursor="pointer"
            onClick={(_, at) => open(place, at)}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
