import { nearestInTime, type Timed } from './nearest.ts';

/** Speeds over time. */
export interface SpeedSeries extends Timed {
  /** km/h; NaN where nothing is known. */
  readonly speeds: ArrayLike<number>;
  /** 1 where nothing was heard on the way to this entry. */
  readonly gaps: ArrayLike<number>;
}

/** Where times and speeds lie on a chart, in pixels. */
export interface ChartScale {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
  readonly height: number;
  readonly begin: number;
  readonly finish: number;
  /** The speed at the top. */
  readonly mostKmh: number;
  readonly xOf: (time: number) => number;
  readonly yOf: (kmh: number) => number;
}

const edge = { start: 40, end: 14, foot: 26 };

export function scaleOf(
  { times, count }: Timed,
  size: { width: number; height: number; top: number; mostKmh: number },
): ChartScale {
  const { width, height, top, mostKmh } = size;
  const [begin, finish] = [times[0] ?? 0, times[count - 1] ?? 1];
  const across = Math.max(1, width - edge.start - edge.end);
  const foot = height - edge.foot;
  return {
    width,
    height,
    left: edge.start,
    right: edge.start + across,
    top,
    foot,
    begin,
    finish,
    mostKmh,
    xOf: (time) => edge.start + ((time - begin) / Math.max(1, finish - begin)) * across,
    yOf: (kmh) => top + (1 - Math.min(1, kmh / mostKmh)) * (foot - top),
  };
}

/** The speed at the top of the scale: a round number above the highest. */
export function topOf({ speeds, count }: SpeedSeries, least = 40): number {
  let most = least / 1.05;
  for (let at = 0; at < count; at += 1) if ((speeds[at] ?? 0) > most) most = speeds[at] ?? 0;
  return Math.max(40, Math.ceil((most * 1.05) / 20) * 20);
}

/** So long without a fix nobody knows the speed. */
const longSilenceMs = 180_000;

/** Of every column of pixels the lowest and the highest speed: no peak is lost, however many fixes there are. */
export function speedPaths(series: SpeedSeries, { begin, foot, xOf, yOf }: ChartScale): { line: string; area: string } {
  const [line, area]: [string[], string[]] = [[], []];
  let runFrom: number | undefined;
  let [column, low, high, lastX] = [-1, 0, 0, 0];
  const put = (x: number, kmh: number) => {
    const y = yOf(kmh).toFixed(1);
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
  for (let at = 0; at < series.count; at += 1) {
    const kmh = series.speeds[at] ?? Number.NaN;
    const silentMs = (series.times[at] ?? 0) - (series.times[at - 1] ?? begin);
    if (series.gaps[at] === 1 || silentMs >= longSilenceMs) lift();
    if (Number.isNaN(kmh)) continue;
    const x = Math.round(xOf(series.times[at] ?? 0));
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

const secondSteps = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400];
/** Round times of India, some 90 pixels apart, and whether they are told to the second. */
export function timeTicks({ begin, finish, left, right }: ChartScale): { times: number[]; isExact: boolean } {
  const wanted = ((finish - begin) / 1_000) * (90 / Math.max(1, right - left));
  const step = (secondSteps.find((one) => one >= wanted) ?? 86_400) * 1_000;
  // India is half an hour off whole hours.
  const offset = 330 * 60_000;
  const times: number[] = [];
  for (let time = Math.ceil((begin + offset) / step) * step - offset; time <= finish; time += step) times.push(time);
  return { times, isExact: step < 60_000 };
}

/** Where a key moves the cursor of a chart; undefined where it moves nothing. */
export function steppedBy(timed: Timed, cursor: number | undefined, key: string): number | undefined {
  const { times, count } = timed;
  const at = cursor ?? 0;
  const minutes = (by: number) => nearestInTime(timed, (times[at] ?? 0) + by * 60_000);
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
