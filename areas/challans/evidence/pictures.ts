import type { Drawing, Line, Words } from '#kit/server/pdf/drawing.ts';
import { metresEast, metresPerUnit } from '#telematics/matching/metric.ts';
import type { Episode } from '#telematics/speeding/episodes.ts';
import type { SpeedFix } from '#telematics/speeding/speed-fix.ts';

// Pictures of an episode: lines and words of their own, on no map of anybody.

const ink = {
  text: '#1b2430',
  soft: '#5b6573',
  grid: '#e3e7ec',
  road: '#b9c1cb',
  trace: '#1f5fbf',
  over: '#c62f2f',
  limit: '#2d8a4e',
};
const width = 720;

/** Hours, minutes and seconds by the clock of India. */
const clock = (time: number): string => new Date(time + 330 * 60_000).toISOString().slice(11, 19);

/** Speed over time: what was measured, the limit, and what had to be passed. */
export function speedPlot(fixes: readonly SpeedFix[], episode: Episode): Drawing {
  const height = 260;
  const [left, right, top, bottom] = [46, width - 12, 14, height - 30];
  const from = fixes[0]?.time ?? 0;
  const to = Math.max(from + 1, fixes.at(-1)?.time ?? 1);
  const most = Math.ceil((Math.max(episode.peakKmh, episode.thresholdKmh) * 1.1) / 20) * 20;
  const x = (time: number): number => left + ((time - from) / (to - from)) * (right - left);
  const y = (kmh: number): number => bottom - (Math.min(kmh, most) / most) * (bottom - top);
  const lines: Line[] = [];
  const words: Words[] = [];
  for (let kmh = 0; kmh <= most; kmh += 20) {
    lines.push({ points: [left, y(kmh), right, y(kmh)], ink: ink.grid, width: 1 });
    words.push({ x: left - 6, y: y(kmh) + 4, text: String(kmh), size: 11, ink: ink.soft, anchor: 'end' });
  }
  const marks = 4;
  for (let at = 0; at <= marks; at += 1) {
    const time = from + ((to - from) * at) / marks;
    const anchor = at === 0 ? 'start' : at === marks ? 'end' : 'middle';
    words.push({ x: x(time), y: height - 10, text: clock(time), size: 11, ink: ink.soft, anchor });
  }
  words.push({ x: left + 4, y: top + 10, text: 'km/h', size: 11, ink: ink.soft });
  const limits = [
    { kmh: episode.limit.limitKmh, dash: undefined },
    { kmh: episode.thresholdKmh, dash: [5, 4] as const },
  ];
  for (const { kmh, dash } of limits)
    lines.push({
      points: [x(episode.fromAt), y(kmh), x(episode.toAt), y(kmh)],
      ink: ink.limit,
      width: 2,
      ...(dash ? { dash } : {}),
    });
  const measured = fixes.filter(({ speedKmh }) => speedKmh !== null);
  const points = (some: readonly SpeedFix[]) => some.flatMap(({ time, speedKmh }) => [x(time), y(speedKmh ?? 0)]);
  lines.push({ points: points(measured), ink: ink.trace, width: 1.5 });
  lines.push({ points: points(measured.filter((fix) => isIn(fix, episode))), ink: ink.over, width: 2.5 });
  return { width, height, lines, words };
}

const isIn = ({ time }: SpeedFix, { fromAt, toAt }: Episode): boolean => time >= fromAt && time <= toAt;

/** Roads as they are drawn in the network, and the fixes as the device sent them. North is up. @param roads latitude and longitude in turns, 1e-7 degrees */
export function mapSketch(
  fixes: readonly SpeedFix[],
  episode: Episode,
  name: string,
  roads: readonly (readonly number[])[],
): Drawing {
  const height = 360;
  const lats = fixes.map(({ latE7 }) => latE7);
  const lons = fixes.map(({ lonE7 }) => lonE7);
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lons), Math.max(...lons)];
  const middle = (south + north) / 2;
  const [up, across] = [metresPerUnit, metresEast(middle)];
  const room = 40;
  const metres = Math.max(
    ((east - west) * across) / (width - 2 * room),
    ((north - south) * up) / (height - 2 * room),
    0.2,
  );
  const x = (lon: number): number => width / 2 + ((lon - (west + east) / 2) * across) / metres;
  const y = (lat: number): number => height / 2 - ((lat - middle) * up) / metres;
  const lines: Line[] = roads.flatMap((line) =>
    visible(
      line.map((value, at) => (at % 2 === 0 ? y(value) : x(value))),
      height,
    ).map((points) => ({ points, ink: ink.road, width: 6 })),
  );
  const trace = (some: readonly SpeedFix[]) => some.flatMap(({ latE7, lonE7 }) => [x(lonE7), y(latE7)]);
  lines.push({ points: trace(fixes), ink: ink.trace, width: 1.5 });
  lines.push({ points: trace(fixes.filter((fix) => isIn(fix, episode))), ink: ink.over, width: 3 });
  // A bar of a round length, and where north is.
  const bar = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000].find((long) => long / metres > 70) ?? 10_000;
  lines.push({ points: [16, height - 16, 16 + bar / metres, height - 16], ink: ink.text, width: 2 });
  return {
    width,
    height,
    lines,
    words: [
      { x: 16, y: height - 22, text: bar >= 1_000 ? `${bar / 1_000} km` : `${bar} m`, size: 11, ink: ink.text },
      { x: width - 16, y: 20, text: 'North is up', size: 11, ink: ink.soft, anchor: 'end' },
      { x: 16, y: 20, text: name, size: 12, ink: ink.text },
    ],
  };
}

/** Runs of a line, given as y and x in turns, whose steps come near the picture; as x and y. */
function visible(line: readonly number[], height: number): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  const isNear = (a: number, b: number, most: number) => Math.max(a, b) >= 0 && Math.min(a, b) <= most;
  for (let at = 2; at + 1 < line.length; at += 2) {
    const [ya, xa, yb, xb] = [line[at - 2] ?? 0, line[at - 1] ?? 0, line[at] ?? 0, line[at + 1] ?? 0];
    if (!isNear(ya, yb, height) || !isNear(xa, xb, width)) {
      if (run.length > 0) runs.push(run);
      run = [];
      continue;
    }
    const [from, to] = [clipped(xa, ya, xb, yb, height), clipped(xb, yb, xa, ya, height)];
    if (run.length === 0) run.push(...from);
    run.push(...to);
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

/** An end of a step, moved along it to a frame around the picture where it lies far out: a file of one moment needs no whole highway. */
function clipped(x: number, y: number, towardsX: number, towardsY: number, height: number): [number, number] {
  const room = 20;
  let [px, py] = [x, y];
  const cut = (value: number, other: number, low: number, high: number): number => {
    const edge = value < low ? low : value > high ? high : value;
    return other === value ? 0 : (edge - value) / (other - value);
  };
  const alongX = cut(px, towardsX, -room, width + room);
  if (alongX > 0 && alongX <= 1) [px, py] = [px + (towardsX - px) * alongX, py + (towardsY - py) * alongX];
  const alongY = cut(py, towardsY, -room, height + room);
  if (alongY > 0 && alongY <= 1) [px, py] = [px + (towardsX - px) * alongY, py + (towardsY - py) * alongY];
  return [px, py];
}
