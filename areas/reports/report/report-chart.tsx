import { Link } from '@tanstack/react-router';
import { formatDay, formatShortDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { distanceText, durationText } from '#kit/web/ui/units.ts';
import { addDays } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import type { Period } from './period.contract.ts';
import type { ReportBar, ReportName } from './report-answers.contract.ts';
import { type Measure, reportFacts } from './report-columns.contract.ts';
import styles from '../reports.module.css';

const measureText = (measure: Measure, value: number): string =>
  measure === 'distanceM' ? distanceText(value) : measure === 'visits' ? formatNumber(value) : durationText(value);

/** What a report measures, as columns of days or as the greatest of its vehicles, drivers or geofences, with a table that says the same. */
export function ReportChart({ name, bars, period }: { name: ReportName; bars: readonly ReportBar[]; period: Period }) {
  const t = useT();
  const { measure, top } = reportFacts[name];
  const isDays = bars.length > 0 && bars.every(({ key }) => isDay(key));
  const shown = isDays ? everyDay(bars, period) : bars;
  const most = Math.max(...shown.map(({ value }) => value));
  if (!(most > 0)) return null;
  const highest = shown.find(({ value }) => value === most);
  const text = (bar: ReportBar) => (isDays ? formatDay(bar.label) : bar.label || t('trips.nobody'));
  const what = isDays
    ? t(`reports.perDay.${measure}`)
    : t(`reports.top.${top}.${measure === 'idleS' ? 'idleS' : measure}` as 'reports.top.vehicle.distanceM');
  return (
    <section className={`sheet ${styles.chart}`} aria-label={what}>
      <header className="row wrap">
        <h2 className="h2 grow">{what}</h2>
        {highest ? (
          <span className="t2 sm">
            <bdi>{t('reports.most', { what: text(highest), value: measureText(measure, most) })}</bdi>
          </span>
        ) : null}
      </header>
      {isDays ? <Columns bars={shown} most={most} measure={measure} name={name} /> : null}
      {isDays ? (
        <details>
          <summary>{t('reports.asTable')}</summary>
          <Figures bars={shown} measure={measure} text={text} head={t('reports.columns.day')} what={what} />
        </details>
      ) : (
        <ol className={styles.top}>
          {shown.map((bar) => (
            <li key={bar.key}>
              <bdi className="cut">{text(bar)}</bdi>
              <span className={styles.line} aria-hidden="true">
                <span style={{ inlineSize: `${(bar.value / most) * 100}%` }} />
              </span>
              <bdi className="num">{measureText(measure, bar.value)}</bdi>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Days without anything are there as well. */
function everyDay(bars: readonly ReportBar[], { from, to }: Period): ReportBar[] {
  const values = new Map(bars.map(({ key, value }) => [key, value]));
  const days: ReportBar[] = [];
  for (let day = from; day <= to && days.length < 100; day = addDays(day, 1))
    days.push({ key: day, label: day, value: values.get(day) ?? 0 });
  return days;
}

/** A column for each day, which leads to that day. The table beside it is what keys and screen readers use. */
function Columns(props: { bars: readonly ReportBar[]; most: number; measure: Measure; name: ReportName }) {
  const { bars, most, measure, name } = props;
  // So many that their days can be read.
  const every = Math.ceil(bars.length / 10);
  return (
    <div className={styles.columns} dir="ltr" aria-hidden="true">
      <span className={styles.scale}>{measureText(measure, most)}</span>
      {bars.map(({ key, value }, at) => (
        <Link
          key={key}
          to="/reports"
          search={{ report: name, from: key, to: key } as never}
          tabIndex={-1}
          title={`${formatDay(key)}: ${measureText(measure, value)}`}
        >
          <span style={{ blockSize: `${(value / most) * 100}%` }} className={value > 0 ? styles.some : undefined} />
          <small>{at % every === 0 ? formatShortDay(key) : ''}</small>
        </Link>
      ))}
    </div>
  );
}

function Figures(props: {
  bars: readonly ReportBar[];
  measure: Measure;
  head: string;
  what: string;
  text: (bar: ReportBar) => string;
}) {
  const { bars, measure, head, what, text } = props;
  const t = useT();
  return (
    <table className="tbl plain">
      <caption className="sr">{what}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="num">
            {t(`reports.measures.${measure}`)}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <td>
              <bdi>{text(bar)}</bdi>
            </td>
            <td className="num">
              <bdi>{measureText(measure, bar.value)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
