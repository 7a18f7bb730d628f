import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { clockText, exactClockText } from '../ui/units.ts';
import { nearestInTime } from './nearest.ts';
import { type ChartScale, scaleOf, speedPaths, type SpeedSeries, steppedBy, timeTicks } from './speed-paths.ts';
import styles from './speed-frame.module.css';

type Draw = (scale: ChartScale) => ReactNode;

interface Drawing {
  series: SpeedSeries;
  /** The speed at the top of the scale. */
  mostKmh: number;
  /** What the picture shows, in words. */
  title: string;
  height?: number;
  /** Pixels above the scale, for what is written there. */
  head?: number;
  /** The line stands alone, in ink: what lies below it is drawn by `behind`. */
  isBare?: boolean;
  /** Drawn below the line of speeds, and over it. Functions that stay the same while what they draw does. */
  behind?: Draw;
  over?: Draw;
}

/** Speed over time. One cursor stands in it and in what is shown beside it: the pointer or the arrow keys move it. */
export function SpeedFrame(
  props: Drawing & {
    label: string;
    cursor: number | undefined;
    onCursor: (at: number | undefined) => void;
    /** What stands at an entry, for who does not see it. */
    say: (at: number) => string;
  },
) {
  const { series, mostKmh, height = 190, head = 14, label, cursor, onCursor, say } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = useMemo(
    () => scaleOf(series, { width, height, top: head, mostKmh }),
    [series, width, height, head, mostKmh],
  );
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const share = Math.max(0, Math.min(1, (x - scale.left) / (scale.right - scale.left)));
    onCursor(nearestInTime(series, scale.begin + share * (scale.finish - scale.begin)));
  };
  const press = (event: KeyboardEvent) => {
    const next = steppedBy(series, cursor, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onCursor(next);
  };
  const at = cursor ?? 0;
  return (
    <div
      ref={box}
      className={styles.chart}
      style={{ height }}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={series.count - 1}
      aria-valuenow={at}
      aria-valuetext={say(at)}
      onPointerMove={point}
      onPointerDown={point}
      // A finger that is lifted leaves it where it is.
      onPointerLeave={(event) => (event.pointerType === 'mouse' ? onCursor(undefined) : undefined)}
      onKeyDown={press}
    >
      {width > 0 ? (
        <svg width={width} height={height} aria-hidden="true">
          <Drawn
            series={series}
            scale={scale}
            title={props.title}
            isBare={props.isBare === true}
            behind={props.behind}
            over={props.over}
          />
          {cursor === undefined ? null : (
            <Cursor scale={scale} time={series.times[cursor] ?? scale.begin} kmh={series.speeds[cursor]} />
          )}
        </svg>
      ) : null}
    </div>
  );
}

const Drawn = memo(function Drawn(props: {
  series: SpeedSeries;
  scale: ChartScale;
  title: string;
  isBare: boolean;
  behind: Draw | undefined;
  over: Draw | undefined;
}) {
  const { series, scale, title, isBare, behind, over } = props;
  const { line, area } = useMemo(() => speedPaths(series, scale), [series, scale]);
  const { mostKmh, height, xOf, yOf } = scale;
  const step = mostKmh > 160 ? 60 : mostKmh > 80 ? 40 : 20;
  const ticks = timeTicks(scale);
  return (
    <>
      {Array.from({ length: Math.floor(mostKmh / step) + 1 }, (_, at) => at * step).map((kmh) => (
        <g key={kmh}>
          <line className={styles.grid} x1={scale.left} x2={scale.right} y1={yOf(kmh)} y2={yOf(kmh)} />
          <text x={scale.left - 8} y={yOf(kmh) + 4} textAnchor="end">
            {kmh}
          </text>
        </g>
      ))}
      {behind?.(scale)}
      {isBare ? null : <path className={styles.area} d={area} />}
      <path className={`${styles.line} ${isBare ? styles.bare : ''}`} d={line} />
      {over?.(scale)}
      {ticks.times.map((time) => (
        // The last one would be cut where the picture ends.
        <text key={time} x={xOf(time)} y={height - 8} textAnchor={xOf(time) > scale.right - 22 ? 'end' : 'middle'}>
          {ticks.isExact ? exactClockText(time) : clockText(time)}
        </text>
      ))}
      <title>{title}</title>
    </>
  );
});

function Cursor({ scale, time, kmh }: { scale: ChartScale; time: number; kmh: number | undefined }) {
  const x = scale.xOf(time);
  return (
    <g className={styles.cursor}>
      <line x1={x} x2={x} y1={scale.top} y2={scale.foot} />
      {kmh === undefined || Number.isNaN(kmh) ? null : <circle cx={x} cy={scale.yOf(kmh)} r={5} />}
    </g>
  );
}
