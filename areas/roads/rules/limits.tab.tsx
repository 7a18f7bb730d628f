import { IconHistory, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useCan } from '#kit/web/rights.ts';
import type { road } from '../road/road.contract.ts';
import { useRoadLimits } from '../roads.queries.ts';
import { isoOf, momentNow, MomentFields } from './moment-fields.tsx';
import type { LimitStretch, RoadLimits, RoadRule } from './road-limits.contract.ts';
import { classText, daysInForceText, reasonText, ruleText, stretchText } from './rule-words.web.ts';
import styles from '../roads.module.css';

/** The rules of a road in one picture: metres across, what applies on top, and below it each rule as a bar. */
export function LimitsTab({ row }: RecordTabProps<typeof road>) {
  const t = useT();
  const can = useCan();
  const [moment, setMoment] = useState(momentNow);
  const { data, error, refetch } = useRoadLimits(row.id, moment.speedClass, isoOf(moment));
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <section className="sheet sec" aria-label={t('roads.limits')}>
        <div className={styles.top}>
          <MomentFields value={moment} onChange={setMoment} />
          <div className="row wrap">
            {can('rule-trial', 'view') ? (
              <Link to="/rule-trial" search={{ roadId: row.id } as never} className="btn g">
                <IconHistory className="i s" aria-hidden="true" />
                {t('roads.trials')}
              </Link>
            ) : null}
            {can('road-speed-rule', 'create') ? (
              <Link to="/road-speed-rule/new" search={{ 'val[roadId]': row.id } as never} className="btn d">
                <IconPlus className="i s" aria-hidden="true" />
                {t('roads.addRule')}
              </Link>
            ) : null}
          </div>
        </div>
        {data ? <Picture data={data} /> : <span className="sk" style={{ height: 180 }} aria-hidden="true" />}
      </section>
      {data ? <Report data={data} speedClass={moment.speedClass} /> : null}
    </>
  );
}

const percent = (part: number, whole: number) => `${Math.max(0, Math.min(100, (part / whole) * 100))}%`;

function Picture({ data }: { data: RoadLimits }) {
  const t = useT();
  const { lengthM, rules, stretches } = data;
  const whole = lengthM ?? 1;
  const directions = [...new Set(stretches.map(({ direction }) => direction))];
  return (
    <div className={styles.picture}>
      {directions.map((direction) => (
        <div key={direction} className={styles.line}>
          <span className="mid">{t(`roads.applies.${direction}`)}</span>
          <div className={`${styles.lane} ${styles.applied}`} dir="ltr">
            {stretches
              .filter((one) => one.direction === direction)
              .map((one) => (
                <span
                  key={one.fromM}
                  className={one.source === 'RULE' ? styles.ruled : styles.plain}
                  style={{ insetInlineStart: percent(one.fromM, whole), width: percent(one.toM - one.fromM, whole) }}
                  title={`${stretchText(t, one.fromM, one.toM)}: ${limitText(t, one)}`}
                >
                  {one.limitKmh ?? '–'}
                </span>
              ))}
          </div>
        </div>
      ))}
      {lengthM === null ? null : (
        <div className={styles.line} aria-hidden="true">
          <span />
          <div className={styles.axis} dir="ltr">
            {[0, 0.25, 0.5, 0.75, 1].map((share) => (
              <span key={share}>{formatNumber(Math.round(lengthM * share))}</span>
            ))}
          </div>
        </div>
      )}
      <ul className={styles.rules} aria-label={t('roads.rules')}>
        {rules.map((rule) => (
          <RuleLine key={rule.id} rule={rule} whole={whole} />
        ))}
      </ul>
      {rules.length === 0 ? <p className="t2">{t('roads.noRules')}</p> : null}
    </div>
  );
}

function RuleLine({ rule, whole }: { rule: RoadRule; whole: number }) {
  const t = useT();
  // A rule that a split of the road ended may reach beyond it, or lie there.
  const from = rule.fromM ?? 0;
  const to = Math.min(rule.toM ?? whole, whole);
  return (
    <li className={styles.line}>
      <span>
        <Link to={`/road-speed-rule/${rule.id}`} className="mid">
          {t('roads.kmh', { kmh: rule.limitKmh })}
        </Link>{' '}
        <span className={`st ${rule.isInForce ? 'ok' : 'off'}`}>
          {t(rule.isInForce ? 'roads.inForce' : 'roads.notInForce')}
        </span>
        <span className={`t2 sm ${styles.said}`}>
          <bdi>{ruleText(t, rule)}</bdi>
        </span>
        <span className={`t2 sm ${styles.said}`}>
          <bdi>
            {[reasonText(rule.reasonCode), daysInForceText(t, rule.effectiveFrom, rule.effectiveTo)].join(' · ')}
          </bdi>
        </span>
      </span>
      <div className={styles.lane} dir="ltr" aria-hidden="true">
        {from < to ? (
          <span
            className={rule.isInForce ? styles.bar : `${styles.bar} ${styles.faint}`}
            style={{ insetInlineStart: percent(from, whole), width: percent(to - from, whole) }}
          >
            {rule.limitKmh}
          </span>
        ) : null}
      </div>
    </li>
  );
}

const limitText = (t: ReturnType<typeof useT>, { limitKmh, source, capped }: LimitStretch) =>
  limitKmh === null
    ? t('roads.sources.NONE')
    : `${t('roads.kmh', { kmh: limitKmh })}, ${t(`roads.sources.${source}`)}${capped ? `, ${t('roads.capped')}` : ''}`;

/** Where no rule applies, and where two meet. */
function Report({ data, speedClass }: { data: RoadLimits; speedClass: string }) {
  const t = useT();
  const gaps = data.stretches.filter(({ source }) => source !== 'RULE');
  const ruleOf = (id: string | undefined) => data.rules.find((rule) => rule.id === id);
  return (
    <section className={`sheet sec ${styles.below}`} aria-labelledby="road-report">
      <h2 className="h2" id="road-report">
        {t('roads.report')}
      </h2>
      <p className="t2 sm">{classText(t, speedClass)}</p>
      <ul className={styles.report}>
        {data.overlaps.map(({ ids, winnerId, fromM, toM }) => (
          <li key={ids.join()} className="st due">
            {t('roads.overlap', {
              where: stretchText(t, fromM, toM),
              first: ruleOf(ids[0])?.limitKmh ?? '',
              second: ruleOf(ids[1])?.limitKmh ?? '',
              winner: ruleOf(winnerId)?.limitKmh ?? '',
            })}
          </li>
        ))}
        {gaps.map((one) => (
          <li key={`${one.direction} ${one.fromM}`} className="st off">
            {t('roads.gap', { where: stretchText(t, one.fromM, one.toM), limit: limitText(t, one) })}
          </li>
        ))}
      </ul>
      {data.overlaps.length === 0 && gaps.length === 0 ? <p className="t2">{t('roads.noGaps')}</p> : null}
    </section>
  );
}
