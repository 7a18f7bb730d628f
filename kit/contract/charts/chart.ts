import * as z from 'zod/mini';
import { workTones } from '../work.ts';

/** What the values of a chart count: records, metres or paise. */
const chartUnits = ['count', 'metres', 'paise'] as const;

/** What of a series lies at one point, with the list that adds up to it. */
const chartValue = z.strictObject({ value: z.number(), to: z.string() });

const chartPoint = z.strictObject({
  /** A day (YYYY-MM-DD), or the key of what it is called. */
  key: z.string(),
  /** One for each series. */
  values: z.array(chartValue),
});

/** Numbers of a kind side by side. What it is called is with `charts` of the area's web manifest, by the same key. */
export const areaChart = z.strictObject({
  /** Its name among all areas. */
  key: z.string(),
  unit: z.enum(chartUnits),
  /** Days that a point covers; null where points are no days. */
  days: z.nullable(z.int()),
  series: z.array(z.strictObject({ key: z.string(), tone: z.enum(workTones) })),
  points: z.array(chartPoint),
  /** The list behind all of it. */
  to: z.string(),
});
export type AreaChart = z.infer<typeof areaChart>;
export type ChartPoint = AreaChart['points'][number];
