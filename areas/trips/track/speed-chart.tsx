import { useCallback } from 'react';
import { SpeedFrame } from '#kit/web/chart/speed-frame.tsx';
import { type ChartScale, topOf } from '#kit/web/chart/speed-paths.ts';
import { useT } from '#kit/web/i18n.ts';
import { distanceText, durationText, exactClockText, speedText } from '#kit/web/ui/units.ts';
import type { Track } from './track-model.web.ts';
import type { NumberedStop } from './track-map.tsx';
import styles from './track.module.css';

/** Speed over time, with stops and silences behind it. One cursor stands in it and on the map. */
export function SpeedChart(props: {
  track: Track;
  stops: readonly NumberedStop[];
  /** Times over the limit, ISO. */
  over: readonly { fromAt: string; toAt: string }[];
  cursor: number | undefined;
  onCursor: (at: number | undefined) => void;
}) {
  const { track, stops, over, cursor, onCursor } = props;
  const t = useT();
  const behind = useCallback(
    (scale: ChartScale) => (
      <>
        <Stops stops={stops} scale={scale} />
        {over.map(({ fromAt, toAt }) => {
          const [from, to] = [scale.xOf(Date.parse(fromAt)), scale.xOf(Date.parse(toAt))];
          return (
            <rect
              key={fromAt}
              className={styles['chart-over']}
              x={from}
              width={Math.max(2, to - from)}
              y={scale.top}
              height={scale.foot - scale.top}
            />
          );
        })}
      </>
    ),
    [stops, over],
  );
  const seconds = ((track.times[track.count - 1] ?? 0) - (track.times[0] ?? 0)) / 1_000;
  return (
    <SpeedFrame
      series={track}
      mostKmh={topOf(track)}
      title={t('trips.chart', { duration: durationText(seconds) })}
      label={t('trips.cursor')}
      cursor={cursor}
      onCursor={onCursor}
      say={(at) => cursorText(track, at)}
      behind={behind}
    />
  );
}

/** What the fix under the cursor says, in a line. */
export const cursorText = (track: Track, at: number): string => {
  const kmh = track.speeds[at] ?? Number.NaN;
  return [
    exactClockText(track.times[at] ?? 0),
    ...(Number.isNaN(kmh) ? [] : [speedText(kmh)]),
    distanceText(track.metres[at] ?? 0),
  ].join(' · ');
};

function Stops({ stops, scale }: { stops: readonly NumberedStop[]; scale: ChartScale }) {
  return stops.map((stop) => {
    const [from, to] = [scale.xOf(Date.parse(stop.from)), scale.xOf(Date.parse(stop.to))];
    return (
      <g key={stop.number}>
        <rect
          className={`${styles['chart-stop']} ${stop.kind === 'idle' ? styles.idle : styles.gap}`}
          x={from}
          width={Math.max(2, to - from)}
          y={scale.top}
          height={scale.foot - scale.top}
        />
        {to - from > 16 ? (
          <text x={(from + to) / 2} y={scale.top + 13} textAnchor="middle" className={styles['chart-number']}>
            {stop.number}
          </text>
        ) : null}
      </g>
    );
  });
}
