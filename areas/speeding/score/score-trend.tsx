import { useState } from 'react';
import { formatDay, formatShortDay, useT } from '#kit/web/i18n.ts';
import { Segments } from '#kit/web/ui/parts.tsx';
import type { ScoreOne, ScorePoint } from './score.contract.ts';
import { kmText, scoreText } from './score-words.tsx';
import styles from './score.module.css';

/** Scores of the last weeks or months as columns, with a table that has the same. */
export function ScoreTrend({ of: { weeks, months } }: { of: Pick<ScoreOne, 'weeks' | 'months'> }) {
  const t = useT();
  const [by, setBy] = useState<'weeks' | 'months'>('weeks');
  const points = by === 'weeks' ? weeks : months;
  const nameOf = ({ from, to }: ScorePoint) =>
    by === 'months' ? monthText(from) : t('scores.days', { from: formatDay(from), to: formatDay(to) });
  const title = t(`scores.trend.${by}`);
  return (
    <section className={`sheet sec ${styles.trend}`} aria-labelledby="score-trend">
      <div className="panel-head">
        <h2 className="h2" id="score-trend">
          {title}
        </h2>
        <Segments
          name="score-trend"
          label={t('scores.trendBy')}
          value={by}
          options={[
            { value: 'weeks', label: t('scores.by.weeks') },
            { value: 'months', label: t('scores.by.months') },
          ]}
          onChange={setBy}
        />
      </div>
      <div className={styles.columns} dir="ltr" aria-hidden="true">
        <span className={styles.scale}>100</span>
        {points.map((point) => (
          <span key={point.key} className={styles.column} title={`${nameOf(point)}: ${valueText(point)}`}>
            {point.score === null ? null : (
              <>
                <b style={{ insetBlockEnd: `${point.score}%` }}>{Math.round(point.score)}</b>
                <span style={{ blockSize: `${point.score}%` }} />
              </>
            )}
            <small>{by === 'months' ? monthText(point.from).slice(0, 3) : formatShortDay(point.from)}</small>
          </span>
        ))}
      </div>
      <details>
        <summary>{t('scores.asTable')}</summary>
        <table className="tbl plain">
          <caption className="sr">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('scores.period')}</th>
              <th scope="col" className="num">
                {t('scores.distance')}
              </th>
              <th scope="col" className="num">
                {t('scores.score')}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.key}>
                <td>
                  <bdi>{nameOf(point)}</bdi>
                </td>
                <td className="num">
                  <bdi>{t('trips.kilometres', { km: kmText(point.km) })}</bdi>
                </td>
                <td className="num">
                  <bdi>{point.score === null ? t('scores.tooLittle') : scoreText(point.score)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

const valueText = ({ score }: ScorePoint): string => (score === null ? '–' : scoreText(score));

/** 'Nov 2026' of a day of that month. */
export const monthText = (day: string): string => formatDay(`${day.slice(0, 7)}-01`).replace(/^\d+ /, '');
