import type { AreaChart, ChartPoint } from '#kit/contract/charts/chart.ts';
import { addDays } from '#kit/contract/days.ts';
import type { Session } from '../sessions/session.ts';
import type { WorkReader } from './work.ts';

/**
 * Numbers that an area knows of, for the dashboard: `charts` of its manifest. Every number is that of the list it opens. Its texts
 * are with `charts` of the area's web manifest, by the same key.
 */
export interface ChartSource {
  key: string;
  /** Over all areas; leave gaps. */
  order: number;
  /** Whether this person may see the lists behind it. */
  isFor(session: Session): boolean;
  read(reader: WorkReader): Promise<Omit<AreaChart, 'key'>>;
}

/** The charts of somebody, in their order. */
export async function readCharts(sources: readonly ChartSource[], reader: WorkReader): Promise<AreaChart[]> {
  const charts: AreaChart[] = [];
  for (const source of sources)
    if (source.isFor(reader.session)) charts.push({ key: source.key, ...(await source.read(reader)) });
  return charts;
}

/**
 * A point for each of `count` days up to the last one, with nothing on days of which nothing was found.
 * @param found one value for each series, by day
 * @param to the list of one series of one day
 */
export function pointsOfDays(
  { last, count }: { last: string; count: number },
  series: readonly string[],
  found: ReadonlyMap<string, readonly number[]>,
  to: (series: string, day: string) => string,
): ChartPoint[] {
  return Array.from({ length: count }, (_, at) => {
    const day = addDays(last, at - count + 1);
    const values = found.get(day);
    return {
      key: day,

      values: series.map((one, place) => ({ value: values?.[place] ?? 0, to: to(one, day) })),
    };
  });
}
