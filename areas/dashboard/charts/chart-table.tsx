import { Link } from '@tanstack/react-router';
import type { AreaChart } from '#kit/contract/charts/chart.ts';
import { useT } from '#kit/web/i18n.ts';
import type { ChartWords } from './chart-words.web.ts';
import styles from './charts.module.css';

/** The numbers of a chart, each with the list that adds up to it. */
export function ChartTable({ chart, words, title }: { chart: AreaChart; words: ChartWords; title: string }) {
  const t = useT();
  const { points, series, days } = chart;
  return (
    <div className={styles.table}>
      <table className="tbl plain">
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              {days === null ? title : t(days === 1 ? 'dashboard.chart.day' : 'dashboard.chart.week')}
            </th>
            {series.map(({ key }) => (
              <th key={key} scope="col" className="num">
                {words.series(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ key, values }) => (
            <tr key={key}>
              <th scope="row">
                <bdi>{words.point(key)}</bdi>
              </th>
              {values.map(({ value, to }, at) => (
                <td key={series[at]?.key} className="num">
                  <Link to={to}>
                    <bdi>{words.value(value)}</bdi>
                  </Link>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
