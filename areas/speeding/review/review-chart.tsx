import { useCallback } from 'react';
import { SpeedFrame } from '#kit/web/chart/speed-frame.tsx';
import { type ChartScale, topOf } from '#kit/web/chart/speed-paths.ts';
import { t as text, useT } from '#kit/web/i18n.ts';
import { distanceText, exactClockText, exactDurationText, speedText } from '#kit/web/ui/units.ts';
import { exactKmh } from '../speeding-words.web.ts';
import type { ViolationOne } from '../violation-answers.contract.ts';
import type { LookedTrack } from './looked-track.web.ts';
import styles from '../speeding.module.css';

/** The limit with the tolerance of the law, and with what the company lets pass; null where that is nothing of its own. */
export const barsOf = ({
  limitKmh,
  statutoryTolerancePct,
  companyBufferKmh,
}: Pick<ViolationOne, 'limitKmh' | 'statutoryTolerancePct' | 'companyBufferKmh'>) => ({
  lawKmh: limitKmh * (1 + statutoryTolerancePct / 100),
  companyKmh: companyBufferKmh > 0 ? limitKmh + companyBufferKmh : null,
});

/** Speed, limit and what is let pass, over time. */
export function ReviewChart(props: {
  violation: ViolationOne;
  track: LookedTrack;
  cursor: number | undefined;
  onCursor: (at: number | undefined) => void;
}) {
  const { violation, track, cursor, onCursor } = props;
  const t = useT();
  const behind = useCallback(
    (scale: ChartScale) => <Limits violation={violation} track={track} scale={scale} />,
    [violation, track],
  );
  const over = useCallback(
    (scale: ChartScale) => (
      <>
        <LimitWords violation={violation} track={track} scale={scale} />
        <Counted violation={violation} track={track} scale={scale} />
      </>
    ),
    [violation, track],
  );
  const { lawKmh, companyKmh } = barsOf(violation);
  return (
    <SpeedFrame
      series={track}
      mostKmh={topOf(track, Math.max(lawKmh, companyKmh ?? 0, ...track.limits) + 10)}
      height={232}
      head={30}
      isBare
      title={t('violations.chart', {
        peak: Math.round(violation.peakKmh),
        limit: Math.round(violation.limitKmh),
        duration: exactDurationText(violation.seconds),
      })}
      label={t('violations.cursor')}
      cursor={cursor}
      onCursor={onCursor}
      say={(at) => fixText(track, at)}
      behind={behind}
      over={over}
    />
  );
}

/** What the position under the cursor says, in a line. */
export function fixText(track: LookedTrack, at: number): string {
  const fix = track.fixes[at];
  if (!fix) return '';
  const corrected = track.corrected[at] ?? Number.NaN;
  return [
    exactClockText(track.times[at] ?? 0),
    ...(fix.speedKmh === null
      ? [text('violations.noSpeed')]
      : [text('violations.corrected', { speed: speedText(fix.speedKmh), corrected: Math.round(corrected) })]),
    fix.limitKmh === null
      ? text('violations.noLimit')
      : text('violations.limitOf', { limit: Math.round(fix.limitKmh) }),
    ...(fix.road ? [fix.road] : []),
  ].join(' · ');
}

interface DrawnProps {
  violation: ViolationOne;
  track: LookedTrack;
  scale: ChartScale;
}

/** Steps of the limit, tolerance of the law and buffer of the company, and what of the speed is above them. */
function Limits({ violation, track, scale }: DrawnProps) {
  const { xOf, yOf } = scale;
  const { lawKmh, companyKmh } = barsOf(violation);
  const limits = stepsOf(track, scale);
  const [from, to] = [xOf(Date.parse(violation.fromAt)), xOf(Date.parse(violation.toAt))];
  const [left, right] = limitSpan(violation, track).map(xOf) as [number, number];
  const limitY = yOf(violation.limitKmh);
  const inside = track.fixes.flatMap(({ within, speedKmh }, at) =>
    within && speedKmh !== null ? [`${xOf(track.times[at] ?? 0).toFixed(1)} ${yOf(speedKmh).toFixed(1)}`] : [],
  );
  return (
    <>
      <rect
        className={styles['chart-counted']}
        x={from}
        width={Math.max(2, to - from)}
        y={scale.top}
        height={scale.foot - scale.top}
      />
      {inside.length > 1 ? (
        <path className={styles['chart-over']} d={`M${from} ${limitY}L${inside.join('L')}L${to} ${limitY}Z`} />
      ) : null}
      <path className={styles['chart-limit']} d={limits} />
      <path className={styles['chart-law']} d={`M${left} ${yOf(lawKmh)}H${right}`} />
      {companyKmh === null ? null : (
        <path className={styles['chart-company']} d={`M${left} ${yOf(companyKmh)}H${right}`} />
      )}
    </>
  );
}

/** Of the words at the lines, and what two of them take beside each other, pixels. */
const lineHeight = 15;
const widthOfWords = 300;

/** What the lines are, before everything that is drawn: speed often runs along them. */
function LimitWords({ violation, track, scale: { xOf, yOf } }: DrawnProps) {
  const t = useT();
  const { lawKmh, companyKmh } = barsOf(violation);
  const [left, right] = limitSpan(violation, track).map(xOf) as [number, number];
  const limitY = yOf(violation.limitKmh);
  // Below the limit, where speed does not run while it is above: beside the limit's own words where there is room for both.
  const lawY = limitY + (right - left > widthOfWords ? lineHeight : 2 * lineHeight);
  return (
    <>
      <text className={styles['says-limit']} x={left + 6} y={limitY + lineHeight}>
        {t('violations.limitOf', { limit: Math.round(violation.limitKmh) })}
      </text>
      <text className={styles['says-law']} x={right - 6} y={lawY} textAnchor="end">
        {t('violations.withTolerance', { speed: exactKmh(lawKmh) })}
      </text>
      {companyKmh === null ? null : (
        <text className={styles['says-company']} x={right - 6} y={lawY + lineHeight} textAnchor="end">
          {t('violations.withBuffer', { speed: exactKmh(companyKmh) })}
        </text>
      )}
    </>
  );
}

/** The time around a violation for which its limit applied, without a break. */
function limitSpan({ fromAt, toAt, limitKmh }: ViolationOne, { fixes, times }: LookedTrack): [number, number] {
  let [first, last] = [fixes.findIndex(({ within }) => within), fixes.findLastIndex(({ within }) => within)];
  if (first < 0) return [Date.parse(fromAt), Date.parse(toAt)];
  while (fixes[first - 1]?.limitKmh === limitKmh) first -= 1;
  while (fixes[last + 1]?.limitKmh === limitKmh) last += 1;
  return [times[first] ?? 0, times[last + 1] ?? times[last] ?? 0];
}

/** The limit as a line of steps; nothing where none is known. */
function stepsOf({ fixes, times }: LookedTrack, { xOf, yOf }: ChartScale): string {
  const parts: string[] = [];
  let last: number | null = null;
  for (const [at, { limitKmh }] of fixes.entries()) {
    const x = xOf(times[at] ?? 0).toFixed(1);
    if (limitKmh !== null) parts.push(last === null ? `M${x} ${yOf(limitKmh)}` : `H${x}V${yOf(limitKmh)}`);
    else if (last !== null) parts.push(`H${x}`);
    last = limitKmh;
  }
  return parts.join('');
}

/** What was counted, and the highest speed of it. */
function Counted({ violation, track, scale }: DrawnProps) {
  const t = useT();
  const { xOf, yOf, left, right } = scale;
  const [from, to] = [xOf(Date.parse(violation.fromAt)), xOf(Date.parse(violation.toAt))];
  const words = t('violations.counted', {
    duration: exactDurationText(violation.seconds),
    distance: distanceText(violation.lengthM),
  });
  const peak = track.fixes.reduce(
    (best, { within, speedKmh }, at) =>
      within && (speedKmh ?? -1) > (track.fixes[best]?.within ? (track.fixes[best].speedKmh ?? -1) : -1) ? at : best,
    0,
  );
  const kmh = track.fixes[peak]?.speedKmh ?? null;
  const x = xOf(track.times[peak] ?? 0);
  return (
    <>
      <path className={styles['chart-bracket']} d={`M${from} 14H${to}M${from} 9v10M${to} 9v10`} />
      <text
        className={styles['says-counted']}
        x={Math.max(left + 70, Math.min(right - 70, (from + to) / 2))}
        y={18}
        textAnchor="middle"
      >
        {words}
      </text>
      {kmh === null ? null : (
        <>
          <circle className={styles['chart-peak']} cx={x} cy={yOf(kmh)} r={5} />
          <text
            className={styles['says-peak']}
            x={Math.max(left + 30, Math.min(right - 30, x))}
            y={yOf(kmh) - 10}
            textAnchor="middle"
          >
            {speedText(kmh)}
          </text>
        </>
      )}
    </>
  );
}
