import { type KeyboardEvent, type PointerEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { clockText, distanceText, durationText, exactClockText, speedText } from '#kit/web/ui/units.ts';
import { nearestInTime, type Track } from './track-model.web.ts';
import type { NumberedStop } from './track-map.tsx';
import styles from './track.module.css';

const height = 190;
/** So long without a fix nobody knows the speed. */
const longSilenceMs = 180_000;
const edge = { start: 40, end: 14, top: 14, foot: 26 };

/** Speed over time. One cursor stands in it and on the map: the pointer or the arrow keys move it. */
export function SpeedChart(props: {
  track: Track;
  stops: readonly NumberedStop[];
  cursor: number | undefined;
  onCursor: (at: number | undefined) => void;
}) {
  const { track, stops, cursor, onCursor } = props;
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
  const [begin, finish] = [track.times[0] ?? 0, track.times[track.count - 1] ?? 1];
  const across = Math.max(1, width - edge.start - edge.end);
  const xOf = (time: number) => edge.start + ((time - begin) / Math.max(1, finish - begin)) * across;
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = Math.max(0, Math.min(1, (x - edge.start) / across));
    onCursor(nearestInTime(track, begin + share * (finish - begin)));
  };
  const press = (event: KeyboardEvent) => {
    const next = steppedBy(track, cursor, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onCursor(next);
  };
  const at = cursor ?? 0;
  return (
    <div
      ref={box}
      className={styles['speed-chart']}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t('trips.cursor')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={track.count - 1}
      aria-valuenow={at}
      aria-valuetext={cursorText(track, at)}
      onPointerMove={point}
      onPointerDown={point}
      // A finger that is lifted leaves it where it is.
      onPointerLeave={(event) => (event.pointerType === 'mouse' ? onCursor(undefined) : undefined)}
      onKeyDown={press}
    >
      {width > 0 ? (
        <svg width={width} height={height} aria-hidden="true">
          <Drawn track={track} stops={stops} width={width} />
          {cursor === undefined ? null : (
            <ChartCursor x={xOf(track.times[cursor] ?? begin)} kmh={track.speeds[cursor]} top={topOf(track)} />
          )}
        </svg>
      ) : null}
    </div>
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

function steppedBy({ times, count }: Track, cursor: number | undefined, key: string): number | undefined {
  const at = cursor ?? 0;
  const minutes = (by: number) => nearestInTime({ times, count } as Track, (times[at] ?? 0) + by * 60_000);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(count - 1, cursor === undefined ? 0 : at + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1);
    case 'PageUp':
      return Math.max(minutes(1), Math.min(count - 1, at + 1));
    case 'PageDown':
      return Math.min(minutes(-1), Math.max(0, at - 1));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The speed at the top of the scale: a round number above the highest. */
function topOf({ speeds, count }: Track): number {
  let most = 0;
  for (let at = 0; at < count; at += 1) if ((speeds[at] ?? 0) > most) most = speeds[at] ?? 0;
  return Math.max(40, Math.ceil((most * 1.05) / 20) * 20);
}
const yOf = (kmh: number, top: number) => edge.top + (1 - Math.min(1, kmh / top)) * (height - edge.top - edge.foot);

const Drawn = memo(function Drawn(props: { track: Track; stops: readonly NumberedStop[]; width: number }) {
  const { track, stops, width } = props;
  const t = useT();
  const top = topOf(track);
  const { line, area } = useMemo(() => speedPaths(track, width, top), [track, width, top]);
  const [begin, finish] = [track.times[0] ?? 0, track.times[track.count - 1] ?? 1];
  const across = Math.max(1, width - edge.start - edge.end);
  const xOf = (time: number) => edge.start + ((time - begin) / Math.max(1, finish - begin)) * across;
  const foot = height - edge.foot;
  const step = top > 160 ? 60 : top > 80 ? 40 : 20;
  const speeds = Array.from({ length: Math.floor(top / step) + 1 }, (_, at) => at * step);
  return (
    <>
      {stops.map((stop) => {
        const [from, to] = [xOf(Date.parse(stop.from)), xOf(Date.parse(stop.to))];
        const middle = (from + to) / 2;
        return (
          <g key={stop.number}>
            <rect
              className={`${styles['chart-stop']} ${stop.kind === 'idle' ? styles.idle : styles.gap}`}
              x={from}
              width={Math.max(2, to - from)}
              y={edge.top}
              height={foot - edge.top}
            />
            {to - from > 16 ? (
              <text x={middle} y={edge.top + 13} textAnchor="middle" className={styles['chart-number']}>
                {stop.number}
              </text>
            ) : null}
          </g>
        );
      })}
      {speeds.map((kmh) => (
        <g key={kmh}>
          <line
            className={styles['chart-grid']}
            x1={edge.start}
            x2={width - edge.end}
            y1={yOf(kmh, top)}
            y2={yOf(kmh, top)}
          />
          <text x={edge.start - 8} y={yOf(kmh, top) + 4} textAnchor="end">
            {kmh}
          </text>
        </g>
      ))}
      <path className={styles['chart-area']} d={area} />
      <path className={styles['chart-line']} d={line} />
      {timeTicks(begin, finish, across).map((time) => (
        <text key={time} x={xOf(time)} y={height - 8} textAnchor="middle">
          {clockText(time)}
        </text>
      ))}
      <title>{t('trips.chart', { duration: durationText((finish - begin) / 1_000) })}</title>
    </>
  );
});

/** Of every column of pixels the lowest and the highest speed: no peak is lost, however many fixes there are. */
function speedPaths(track: Track, width: number, top: number): { line: string; area: string } {
  const [begin, finish] = [track.times[0] ?? 0, track.times[track.count - 1] ?? 1];
  const across = Math.max(1, width - edge.start - edge.end);
  const foot = height - edge.foot;
  const [line, area]: [string[], string[]] = [[], []];
  let runFrom: number | undefined;
  let [column, low, high, lastX] = [-1, 0, 0, 0];
  const put = (x: number, kmh: number) => {
    const y = yOf(kmh, top).toFixed(1);
    if (runFrom === undefined) {
      runFrom = x;
      line.push(`M${x} ${y}`);
      area.push(`M${x} ${foot}L${x} ${y}`);
    } else {
      line.push(`L${x} ${y}`);
      area.push(`L${x} ${y}`);
    }
    lastX = x;
  };
  const flush = () => {
    if (column < 0) return;
    put(column, low);
    if (high - low > 0.5) put(column, high);
    column = -1;
  };
  const lift = () => {
    flush();
    if (runFrom !== undefined) area.push(`L${lastX} ${foot}Z`);
    runFrom = undefined;
  };
  for (let at = 0; at < track.count; at += 1) {
    const kmh = track.speeds[at] ?? Number.NaN;
    const silentMs = (track.times[at] ?? 0) - (track.times[at - 1] ?? begin);
    if (track.gaps[at] === 1 || silentMs >= longSilenceMs) lift();
    if (Number.isNaN(kmh)) continue;
    const x = Math.round(edge.start + (((track.times[at] ?? 0) - begin) / Math.max(1, finish - begin)) * across);
    if (x !== column) {
      flush();
      [column, low, high] = [x, kmh, kmh];
    } else {
      low = Math.min(low, kmh);
      high = Math.max(high, kmh);
    }
  }
  lift();
  return { line: line.join(''), area: area.join('') };
}

const minuteSteps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1_440];
/** Round times of India, some 90 pixels apart. */
function timeTicks(begin: number, finish: number, across: number): number[] {
  const wanted = ((finish - begin) / 60_000) * (90 / across);
  const step = (minuteSteps.find((one) => one >= wanted) ?? 1_440) * 60_000;
  // India is half an hour off whole hours.
  const offset = 330 * 60_000;
  const ticks: number[] = [];
  for (let time = Math.ceil((begin + offset) / step) * step - offset; time <= finish; time += step) ticks.push(time);
  return ticks;
}

function ChartCursor({ x, kmh, top }: { x: number; kmh: number | undefined; top: number }) {
  return (
    <g className={styles['chart-cursor']}>
      <line x1={x} x2={x} y1={edge.top} y2={height - edge.foot} />
      {kmh === undefined || Number.isNaN(kmh) ? null : <circle cx={x} cy={yOf(kmh, top)} r={5} />}
    </g>
  );
}
