import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { indiaDay } from '#kit/contract/days.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { SideScroll } from '#kit/web/list/side-scroll.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import type { ScoreOne, ScorePart, ScoreSubject } from './score.contract.ts';
import { useScore } from './score.queries.ts';
import { monthsTo } from './score.rules.ts';
import { monthText, ScoreTrend } from './score-trend.tsx';
import { kmText, scoreText, ScoreWord } from './score-words.tsx';
import styles from './score.module.css';

/** The safety score of a vehicle, with the numbers that it comes from. */
export const VehicleScore = ({ row }: RecordTabProps) => <ScoreOf subject="VEHICLE" id={row.id} />;
/** The same of a driver. */
export const DriverScore = ({ row }: RecordTabProps) => <ScoreOf subject="DRIVER" id={row.id} />;

function ScoreOf({ subject, id }: { subject: ScoreSubject; id: string }) {
  const t = useT();
  const [period, setPeriod] = useState('');
  const [today] = useState(() => indiaDay(new Date()));
  const found = useScore(subject, id, period || undefined);
  const { data } = found;
  if (found.error && !data) return <Failure error={found.error} retry={() => void found.refetch()} />;
  return (
    <div className={styles.page} aria-busy={!data || found.isPlaceholderData}>
      <section className="sheet sec" aria-labelledby="score-now">
        <div className="panel-head">
          <h2 className="h2" id="score-now">
            {t('scores.title')}
          </h2>
          <SelectField
            label={t('scores.period')}
            value={period}
            any={t('scores.last30')}
            options={monthsTo(today, 12)
              .toReversed()
              .map((month) => ({ value: month, label: monthText(month) }))}
            onChange={setPeriod}
          />
        </div>
        {data ? <Current of={data} subject={subject} /> : <span className="sk" />}
      </section>
      {data ? <ScoreTrend of={data} /> : null}
    </div>
  );
}

function Current({ of: score, subject }: { of: ScoreOne; subject: ScoreSubject }) {
  const t = useT();
  const can = useCan();
  const isSmall = useMedia(smallScreen);
  const km = t('trips.kilometres', { km: kmText(score.km) });
  return (
    <>
      <p className={styles.large}>
        {score.score === null ? (
          <span className="t2">{t('scores.tooLittle')}</span>
        ) : (
          <bdi>{t('scores.of100', { score: scoreText(score.score) })}</bdi>
        )}
      </p>
      <p className="t2 sm">
        <bdi>
          {t('scores.days', { from: formatDay(score.from), to: formatDay(score.to) })}, {km}
          {score.score === null ? `. ${t('scores.needed', { km: formatNumber(score.minKm) })}` : ''}
        </bdi>
      </p>
      {score.waiting > 0 ? (
        <p className="sm">
          <bdi>
            {t('scores.waiting', { count: score.waiting, number: formatNumber(score.waiting) })}{' '}
            {score.scoreIfConfirmed === null || score.score === null
              ? ''
              : t('scores.ifConfirmed', { score: scoreText(score.scoreIfConfirmed) })}
          </bdi>{' '}
          {can('violation', 'view') ? (
            <Link
              to="/violation"
              search={
                {
                  [subject === 'VEHICLE' ? 'vehicleId' : 'driverId']: score.id,
                  state: 'TO_REVIEW',
                  from: score.from,
                  to: score.to,
                } as never
              }
            >
              {t('scores.showThem')}
            </Link>
          ) : null}
        </p>
      ) : null}
      {isSmall ? <PartCards of={score} /> : <Parts of={score} />}
      <p className="t3 sm">
        <bdi>{t('scores.ruleText', { rule: score.rule.name, day: formatDay(score.rule.effectiveFrom) })}</bdi>
      </p>
    </>
  );
}

/** The same one below the other, on a telephone. */
function PartCards({ of: score }: { of: ScoreOne }) {
  const t = useT();
  const counted = score.parts.filter((part) => part.score !== null);
  return (
    <ul className={styles['part-cards']} aria-label={t('scores.parts')}>
      {score.parts.map((part) => (
        <li key={part.part}>
          <b className="mid">
            <bdi>
              {t(`scores.partNames.${part.part}`)}, {part.weight} %
            </bdi>
          </b>
          {part.score === null ? <span>–</span> : <ScoreWord score={part.score} />}
          <span className={styles.counts}>
            <bdi>{countsText(part, t)}</bdi>
          </span>
          {part.score === null ? (
            <span className={styles.counts}>{t(`scores.states.${part.state as 'NOT_MEASURED'}`)}</span>
          ) : (
            <bdi dir="ltr" className={styles.counts}>
              {formulaOf(part)}
            </bdi>
          )}
        </li>
      ))}
      {score.score === null || counted.length === 0 ? null : (
        <li>
          <b>{t('scores.total')}</b>
          <b>
            <bdi>{scoreText(score.score)}</bdi>
          </b>
          <bdi dir="ltr" className={styles.counts}>
            {totalFormula(counted)}
          </bdi>
        </li>
      )}
    </ul>
  );
}

/** Every part with its formula, so that the score can be worked out by hand. */
function Parts({ of: score }: { of: ScoreOne }) {
  const t = useT();
  const counted = score.parts.filter((part) => part.score !== null);
  return (
    <SideScroll role="region" aria-label={t('scores.parts')} tabIndex={0}>
      <table className={`tbl plain ${styles.parts}`}>
        <caption className="sr">{t('scores.parts')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scores.part')}</th>
            <th scope="col" className="num">
              {t('scores.weight')}
            </th>
            <th scope="col">{t('scores.calculation')}</th>
            <th scope="col" className="num">
              {t('scores.score')}
            </th>
          </tr>
        </thead>
        <tbody>
          {score.parts.map((part) => (
            <tr key={part.part}>
              <th scope="row">
                <bdi>{t(`scores.partNames.${part.part}`)}</bdi>
                <span className={styles.counts}>
                  <bdi>{countsText(part, t)}</bdi>
                </span>
              </th>
              <td className="num">
                <bdi>{part.weight} %</bdi>
              </td>
              <td>
                {part.score === null ? (
                  <span className="t3">{t(`scores.states.${part.state as 'NOT_MEASURED'}`)}</span>
                ) : (
                  <bdi dir="ltr" className={styles.formula}>
                    {formulaOf(part)}
                  </bdi>
                )}
              </td>
              <td className="num">{part.score === null ? '–' : <ScoreWord score={part.score} />}</td>
            </tr>
          ))}
        </tbody>
        {score.score === null || counted.length === 0 ? null : (
          <tfoot>
            <tr>
              <th scope="row">{t('scores.total')}</th>
              <td className="num">
                <bdi>{counted.reduce((sum, { weight }) => sum + weight, 0)} %</bdi>
              </td>
              <td>
                <bdi dir="ltr" className={styles.formula}>
                  {totalFormula(counted)}
                </bdi>
              </td>
              <td className="num">
                <bdi>{scoreText(score.score)}</bdi>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </SideScroll>
  );
}

const countsText = ({ events }: ScorePart, t: ReturnType<typeof useT>): string =>
  events.map(({ event, count }) => t(`scores.events.${event}`, { count, number: formatNumber(count) })).join(', ');

/** '100 − (2 × 3 + 1 × 8 + 0 × 20) ÷ 212.4 km × 100'; a part never goes below 0. */
function formulaOf({ events, km }: ScorePart): string {
  const sum = events.map(({ count, points }) => `${count} × ${points}`).join(' + ');
  return `100 − ${events.length > 1 ? `(${sum})` : sum} ÷ ${kmText(km)} × 100`;
}

const totalFormula = (parts: readonly ScorePart[]): string =>
  parts.length === 1
    ? scoreText(parts[0]?.score ?? 0)
    : `(${parts.map(({ weight, score }) => `${weight} × ${scoreText(score ?? 0)}`).join(' + ')}) ÷ ${parts.reduce((sum, { weight }) => sum + weight, 0)}`;
