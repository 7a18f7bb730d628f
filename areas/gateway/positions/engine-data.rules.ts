import { type EngineData, type EngineMeasure, engineMeasureNames, engineMeasures } from './engine-data.contract.ts';

/** What a device reported at a moment, milliseconds; attributes as its protocol's reader gives them. */
export interface Reported {
  at: number;
  attributes: Readonly<Record<string, unknown>>;
}

/** At most so many points of a measure. */
const mostPoints = 240;

/** A measure in its unit; undefined where it is absent or cannot be. */
export function measured(attributes: Reported['attributes'], name: EngineMeasure): number | undefined {
  const value = attributes[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const measure = engineMeasures[name];
  const inUnit = 'parts' in measure ? value / measure.parts : value;
  const [low, high] = measure.range;
  return inUnit >= low && inUnit <= high ? Math.round(inUnit * 1_000) / 1_000 : undefined;
}

const codePattern = /^[PCBU][0-3][0-9A-F]{3}$/;
const codesIn = ({ dtcs }: Reported['attributes']): string[] =>
  typeof dtcs === 'string'
    ? dtcs
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter((code) => codePattern.test(code))
    : [];

/** The last value of each measure. @param reported in any order. */
export function lastValues(reported: readonly Reported[]): EngineData['values'] {
  const last = new Map<EngineMeasure, { at: number; value: number }>();
  for (const { at, attributes } of reported)
    for (const name of engineMeasureNames) {
      const value = measured(attributes, name);
      if (value !== undefined && at > (last.get(name)?.at ?? Number.NEGATIVE_INFINITY)) last.set(name, { at, value });
    }
  return engineMeasureNames.flatMap((name) => {
    const one = last.get(name);
    return one ? [{ name, value: one.value, at: isoOf(one.at) }] : [];
  });
}

/** Fault codes, the one that was reported last first. */
export function faultCodes(reported: readonly Reported[]): EngineData['codes'] {
  const seen = new Map<string, [first: number, last: number]>();
  for (const { at, attributes } of reported)
    for (const code of codesIn(attributes)) {
      const [first, last] = seen.get(code) ?? [at, at];
      seen.set(code, [Math.min(first, at), Math.max(last, at)]);
    }
  return [...seen]
    .sort(([a, [, aLast]], [b, [, bLast]]) => bLast - aLast || (a < b ? -1 : 1))
    .map(([code, [first, last]]) => ({ code, firstAt: isoOf(first), lastAt: isoOf(last) }));
}

/** Values over a time, from `from` to before `to`, milliseconds. */
export function seriesOf(reported: readonly Reported[], from: number, to: number): EngineData['series'] {
  const inTime = reported.filter(({ at }) => at >= from && at < to).toSorted((a, b) => a.at - b.at);
  const partMs = (to - from) / mostPoints;
  return engineMeasureNames.flatMap((name) => {
    const parts = new Map<number, { at: string; value: number }>();
    for (const { at, attributes } of inTime) {
      const value = measured(attributes, name);
      if (value !== undefined) parts.set(Math.floor((at - from) / partMs), { at: isoOf(at), value });
    }
    return parts.size > 0 ? [{ name, points: [...parts.values()] }] : [];
  });
}

const isoOf = (time: number): string => new Date(time).toISOString();
