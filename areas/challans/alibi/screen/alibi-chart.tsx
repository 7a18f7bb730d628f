import { useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { clockText, distanceText } from '#kit/web/ui/units.ts';
import { distanceBand } from './distance-band.web.ts';
import type { AlibiFacts } from '../alibi.contract.ts';
import styles from './alibi.module.css';

const height = 240;
const edges = { top: 14, bottom: 26, left: 58, right: 14 };
const wantedTicks = 4;
const stepsOf = [1, 2, 5, 10];

/** A round step so that a scale has some four lines. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / wantedTicks)));
  return (stepsOf.find((one) => one * power >= most / wantedTicks) ?? 10) * power;
}

/** How far from the place it was over time, with the band in which it can have been. The positions stand below as a table too. */
export function AlibiChart({ facts }: { facts: AlibiFacts }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const points = useMemo(() => distanceBand(facts), [facts]);
  const [lookedFrom, lookedTo] = [Date.parse(facts.looked.from), Date.parse(facts.looked.to)];
  const times = [...points.map(({ time }) => time), lookedFrom, lookedTo];
  const [begin, finish] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(facts.asked.radiusM, ...points.map(({ mostM }) => mostM)) * 1.05;
  const xOf = (time: number) =>
    edges.left + ((time - begin) / Math.max(1, finish - begin)) * Math.max(1, width - edges.left - edges.right);
  const yOf = (metres: number) => height - edges.bottom - (metres / most) * (height - edges.top - edges.bottom);
  const at = (time: number, metres: number) => `${xOf(time).toFixed(1)} ${yOf(metres).toFixed(1)}`;
  const reported = points.filter(({ reportedM }) => reportedM !== null);
  const nearest = Math.min(...reported.map(({ reportedM }) => reportedM ?? Number.POSITIVE_INFINITY));
  const step = stepFor(most);
  const lines = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  const ticks = width < 420 ? 2 : 4;
  const moments = Array.from({ length: ticks + 1 }, (_, index) => begin + ((finish - begin) * index) / ticks);
  return (
    <figure className={styles.chart}>
      <div ref={box} dir="ltr">
        {width > 0 ? (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={t('alibi.chartTitle', {
              from: clockText(begin),
              to: clockText(finish),
              nearest: Number.isFinite(nearest) ? distanceText(nearest) : '–',
            })}
          >
            {lines.map((metres) => (
              <g key={metres}>
                <path className={styles['chart-line']} d={`M${edges.left} ${yOf(metres)}H${width - edges.right}`} />
                <text className={styles['chart-text']} x={edges.left - 6} y={yOf(metres) + 4} textAnchor="end">
                  {distanceText(metres)}
                </text>
              </g>
            ))}
            <rect
              className={styles['chart-looked']}
              x={xOf(lookedFrom)}
              y={edges.top}
              width={Math.max(2, xOf(lookedTo) - xOf(lookedFrom))}
              height={height - edges.top - edges.bottom}
            />
            {points.length > 1 ? (
              <path
                className={styles['chart-band']}
                d={`M${points.map(({ time, mostM }) => at(time, mostM)).join('L')}L${points
                  .toReversed()
                  .map(({ time, leastM }) => at(time, leastM))
                  .join('L')}Z`}
              />
            ) : null}
            <path
              className={styles['chart-radius']}
              d={`M${edges.left} ${yOf(facts.asked.radiusM)}H${width - edges.right}`}
            />
            {reported.length > 1 ? (
              <path
                className={styles['chart-trace']}
                d={`M${reported.map(({ time, reportedM }) => at(time, reportedM ?? 0)).join('L')}`}
              />
            ) : null}
            {reported.length <= 120
              ? reported.map(({ time, reportedM }) => (
                  <circle key={time} className={styles['chart-fix']} cx={xOf(time)} cy={yOf(reportedM ?? 0)} r={2.6} />
                ))
              : null}
            {moments.map((time, index) => (
              <text
                key={time}
                className={styles['chart-text']}
                x={xOf(time)}
                y={height - 8}
                textAnchor={index === 0 ? 'start' : index === ticks ? 'end' : 'middle'}
              >
                {clockText(time)}
              </text>
            ))}
          </svg>
        ) : null}
      </div>
      <figcaption className="t2 sm">{t('alibi.chartBand')}</figcaption>
    </figure>
  );
}
