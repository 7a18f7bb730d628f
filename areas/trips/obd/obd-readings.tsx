import { IconChartLine } from '@tabler/icons-react';
import type { EngineData } from '#areas/gateway/positions/engine-data.contract.ts';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import { clockText } from '#kit/web/ui/units.ts';
import { measureText } from './obd-text.web.ts';
import styles from './obd.module.css';

type Series = EngineData['series'][number];

/** Each measure over the time, as a line and as a table. */
export function ObdReadings({ series, from, to }: { series: readonly Series[]; from: number; to: number }) {
  const t = useT();
  if (series.length === 0)
    return (
      <Empty icon={<IconChartLine aria-hidden="true" />} title={t('obd.noReadings')} text={t('obd.noReadingsText')} />
    );
  return (
    <ul className={styles.series}>
      {series.map((one) => (
        <li key={one.name}>
          <Reading series={one} from={from} to={to} />
        </li>
      ))}
    </ul>
  );
}

const momentText = (at: string) => `${formatDay(at)}, ${clockText(Date.parse(at))}`;

function Reading({ series: { name, points }, from, to }: { series: Series; from: number; to: number }) {
  const t = useT();
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const label = t(`obd.measures.${name}`);
  // Of more than half a day the hour alone does not tell when.
  const endText = (time: number) =>
    to - from > 43_200_000 ? momentText(new Date(time).toISOString()) : clockText(time);
  const [lowest, highest] = [measureText(name, low), measureText(name, high)];
  const span = lowest === highest ? lowest : t('obd.span', { low: lowest, high: highest });
  return (
    <>
      <h2 className="h2">{label}</h2>
      <p className="t2 sm">
        <bdi>{span}</bdi>
      </p>
      <Line points={points} from={from} to={to} low={low} high={high} />
      <div className={`t3 sm ${styles.ends}`} dir="ltr" aria-hidden="true">
        <span>{endText(from)}</span>
        <span>{endText(to)}</span>
      </div>
      <details>
        <summary>{t('obd.asTable')}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus */}
        <div className={styles.table} role="region" aria-label={label} tabIndex={0}>
          <table className="tbl plain">
            <thead>
              <tr>
                <th scope="col">{t('obd.time')}</th>
                <th scope="col" className="num">
                  {label}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, value }) => (
                <tr key={at}>
                  <td>
                    <bdi>{momentText(at)}</bdi>
                  </td>
                  <td className="num">
                    <bdi>{measureText(name, value)}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

const size = { width: 600, height: 90, edge: 4 };
/** So long without a value nobody knows what it was. */
const gapShare = 1 / 24;

/** Time runs to the right in every language. Its numbers stand beside it, so that it is only for the eye. */
function Line(props: { points: Series['points']; from: number; to: number; low: number; high: number }) {
  const { points, from, to, low, high } = props;
  const { width, height, edge } = size;
  const x = (at: number) => ((at - from) / Math.max(1, to - from)) * width;
  const y = (value: number) =>
    high === low ? height / 2 : edge + (1 - (value - low) / (high - low)) * (height - 2 * edge);
  const path = points.map(({ at, value }, index) => {
    const time = Date.parse(at);
    const before = points[index - 1];
    const isGap = before === undefined || time - Date.parse(before.at) > (to - from) * gapShare;
    const place = `${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
    // A dot where nothing leads to the next one.
    return isGap ? `M${place}h0` : `L${place}`;
  });
  return (
    <svg className={styles.line} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
