import type { AreaChart } from '#kit/contract/charts/chart.ts';
import { addDays } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { ChartTexts } from '#kit/web/chart/area-charts.ts';
import { formatDay, formatShortDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { distanceText } from '#kit/web/ui/units.ts';

const roughly = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', notation: 'compact' });

/** What the numbers of a chart are called. */
export interface ChartWords {
  /** A point in full: '21 Nov 2026', '21 Nov 2026 to 27 Nov 2026', 'Older'. */
  point: (key: string) => string;
  /** The same below a column: '21 Nov'. */
  short: (key: string) => string;
  series: (key: string) => string;
  value: (value: number) => string;
  /** Beside the lines of a scale, where there is little room: 40 km, ₹1.2L. */
  tick: (value: number) => string;
  /** The sum and the greatest point. */
  summary: string;
}

export function useChartWords({ points, series, unit, days }: AreaChart, texts: ChartTexts | undefined): ChartWords {
  const t = useT();
  const named = (key: string) => {
    const known = texts?.points?.[key];
    return known ? t(known) : key;
  };
  const point = (key: string) => {
    if (days === null) return named(key);
    if (days === 1) return formatDay(key);
    return t('dashboard.chart.span', { from: formatDay(key), to: formatDay(addDays(key, days - 1)) });
  };
  const value = (given: number) =>
    unit === 'metres' ? distanceText(given) : unit === 'paise' ? moneyText(given) : formatNumber(given);
  const sumOf = ({ values }: AreaChart['points'][number]) => values.reduce((sum, one) => sum + one.value, 0);
  const most = points.toSorted((a, b) => sumOf(b) - sumOf(a))[0];
  const total = points.reduce((sum, one) => sum + sumOf(one), 0);
  /** Sums of each series, where they are not to be added to each other. */
  const apart = series
    .map(({ key }, at) => {
      const name = texts?.series[key];
      const sum = points.reduce((all, { values }) => all + (values[at]?.value ?? 0), 0);
      return `${name ? t(name) : key} ${value(sum)}`;
    })
    .join(', ');
  return {
    point,
    short: (key) => (days === null ? named(key) : formatShortDay(key)),
    series: (key) => {
      const known = texts?.series[key];
      return known ? t(known) : key;
    },
    value,
    tick: (given) => (unit === 'paise' ? roughly.format(given / 100) : value(given)),
    summary:
      unit === 'paise'
        ? apart
        : t('dashboard.chart.summary', {
            total: value(total),
            most: most ? point(most.key) : '',
            value: value(most ? sumOf(most) : 0),
          }),
  };
}
