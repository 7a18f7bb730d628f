import type { PlainTextKey } from '../texts/texts.ts';

/** What a chart is called, by the key of its numbers: `charts` of an area's web manifest. */
export interface ChartTexts {
  /** Heading of the chart. */
  title: PlainTextKey;
  /** Its series by their key. */
  series: Readonly<Record<string, PlainTextKey>>;
  /** Its points by their key, where they are no days. */
  points?: Readonly<Record<string, PlainTextKey>>;
}
export type AreaCharts = Readonly<Record<string, ChartTexts>>;

const texts = new Map<string, ChartTexts>();

/** Tells the kit what charts of an area are called; called while areas are put together. */
export function addCharts(charts: AreaCharts): void {
  for (const [key, one] of Object.entries(charts)) texts.set(key, one);
}

/** Undefined for a chart that no area of this version knows, as while a newer server answers. */
export const chartTexts = (key: string): ChartTexts | undefined => texts.get(key);
