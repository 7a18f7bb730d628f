import { Link } from '@tanstack/react-router';
import { addDays } from '#kit/contract/days.ts';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import type { CoverLineAnswer, PolicyVersion } from './timeline.contract.ts';
import { marksOf, scaleOf } from './timeline-scale.rules.ts';
import styles from '../policies.module.css';

/** Covers of a vehicle on one axis, a day as wide everywhere: own damage, third party, gaps between them, and today. */
export function CoverTimeline(props: {
  lines: readonly CoverLineAnswer[];
  versions: readonly PolicyVersion[];
  today: string;
}) {
  const { lines, versions, today } = props;
  const t = useT();
  const scale = scaleOf(lines, today);
  const names = new Map(versions.map(({ policyId, policyNo, insurer }) => [policyId, `${policyNo}, ${insurer}`]));
  const inDays = (count: number) => t('policies.timeline.days', { count, shown: formatNumber(count) });
  const place = (from: string, to: string) => ({
    insetInlineStart: `${scale.at(from)}%`,
    width: `${scale.at(addDays(to, 1)) - scale.at(from)}%`,
  });
  return (
    <div className={styles.timeline}>
      <div className={styles.axis} aria-hidden="true">
        {marksOf(scale).map(({ at, label }) => (
          <i key={label} style={{ insetInlineStart: `${at}%` }}>
            {label}
          </i>
        ))}
      </div>
      {lines.map((line) => (
        <section key={line.kind} className={styles.cover} aria-label={t(`policies.timeline.${line.kind}`)}>
          <h3 className={styles['cover-name']}>{t(`policies.timeline.${line.kind}`)}</h3>
          <div className={styles.track}>
            {line.covers.map(({ policyId, from, to }) => (
              <Link
                key={`${policyId} ${from}`}
                to={`/app-user-policy/${policyId}`}
                className={`${styles.bar} ${from > today ? styles.ahead : to < today ? styles.past : styles.running}`}
                style={place(from, to)}
                title={t('policies.timeline.barLabel', {
                  policy: names.get(policyId) ?? '',
                  from: formatDay(from),
                  to: formatDay(to),
                })}
              >
                <span className="sr">
                  {t('policies.timeline.barLabel', {
                    policy: names.get(policyId) ?? '',
                    from: formatDay(from),
                    to: formatDay(to),
                  })}
                </span>
              </Link>
            ))}
            {line.gaps.map(({ from, to, days }) => (
              <span
                key={from}
                className={styles.gap}
                style={place(from, to)}
                title={t('policies.timeline.gapLabel', {
                  days: inDays(days),
                  from: formatDay(from),
                  to: formatDay(to),
                })}
              >
                <span className="sr">
                  {t('policies.timeline.gapLabel', {
                    days: inDays(days),
                    from: formatDay(from),
                    to: formatDay(to),
                  })}
                </span>
              </span>
            ))}
            <span className={styles.today} style={{ insetInlineStart: `${scale.at(today)}%` }} aria-hidden="true" />
          </div>
          <p className={styles.sums}>
            <span className="st ok">
              {t('policies.timeline.covered')} {inDays(line.coveredDays)}
            </span>
            {line.gapDays > 0 ? (
              <span className="st bad">
                {t('policies.timeline.gap')} {inDays(line.gapDays)}
              </span>
            ) : null}
            {line.overlapDays > 0 ? (
              <span className="st due">
                {t('policies.timeline.overlap')} {inDays(line.overlapDays)}
              </span>
            ) : null}
          </p>
        </section>
      ))}
    </div>
  );
}
