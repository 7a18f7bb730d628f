import type { Statuses } from './flood.ts';
import type { LoopFigures } from './loop.ts';
import type { MemoryFigures } from './memory.ts';
import type { OrdinaryFigures } from './ordinary.ts';

export const goals = {
  /** A go of the event loop, in processor time of its thread; see the README for why not by the clock. */
  goMs: 100,
  /** Times that others' slowest hundredth may take of what it takes without an attack. */
  ratio: 2,
  /** What /readyz may take in its slowest hundredth: whoever watches gives it seconds. */
  readyP99Ms: 100,
  rssMb: 700,
  /** Event loop under nominal load, by the clock. */
  nominalP99Ms: 50,
  nominalMaxMs: 250,
  /** Slow clients, from the connection, or the first byte of their answer, to its end. */
  headersS: 20,
  bodiesS: 35,
  readersS: 35,
  /** MB a minute of a soak after its first third. */
  slope: 3,
};

/** What was seen of one attack. */
export interface Line {
  attack: string;
  connections: number | undefined;
  statuses: Statuses;
  loop: LoopFigures;
  memory: MemoryFigures;
  /** Of others: without an attack, and under it. */
  quiet?: OrdinaryFigures;
  under?: OrdinaryFigures;
  /** More that is missed. */
  also?: readonly string[];
  /** Load average of the machine when it was over. */
  load: number;
  /** How many times it was measured: what is missed is measured again. */
  tries: number;
}

/** The value that one in a hundred exceeds. */
export function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
const count = (statuses: Statuses) => Object.values(statuses).reduce((sum, one) => sum + one, 0);
const said = (statuses: Statuses) =>
  Object.entries(statuses)
    .map(([status, times]) => `${status}:${times}`)
    .join(' ');
const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));

const none = (value: number, digits = 0) => (Number.isNaN(value) ? '' : rounded(value, digits));

/** A line as numbers: the table's row, and its part of the JSON. */
export function figuresOf({ attack, connections, statuses, loop, memory, quiet, under, load, tries }: Line) {
  const [quietMs, underMs] = [p99(quiet?.taken ?? []), p99(under?.taken ?? [])];
  const [readyQuietMs, readyMs] = [p99(quiet?.ready ?? []), p99(under?.ready ?? [])];
  return {
    attack,
    conns: connections ?? '',
    requests: count(statuses),
    statuses: said(statuses),
    'loop max ms': rounded(loop.maxMs),
    'own go ms': rounded(loop.ownMs),
    'p99 quiet': none(quietMs),
    'p99 attack': none(underMs),
    ratio: none(underMs / quietMs, 2),
    failed: under ? said(under.failures) : '',
    'ready quiet': none(readyQuietMs),
    'ready p99': none(readyMs),
    'ready failed': under?.readyFailures ?? '',
    'RSS MB': memory.rssMb,
    'with children': memory.withChildrenMb,
    load: rounded(load, 1),
    tries,
  };
}

/** What of its goals an attack misses, in words. */
export function missesOf(line: Line): string[] {
  const { loop, memory, quiet, under, statuses, also = [] } = line;
  const misses: string[] = [...also];
  if (loop.ownMs > goals.goMs) misses.push(`loop ${rounded(loop.ownMs)} ms`);
  if (memory.rssMb > goals.rssMb) misses.push(`RSS ${memory.rssMb} MB`);
  const faults = Object.entries(statuses).filter(([status]) => /^5(?!03)/.test(status));
  if (faults.length > 0) misses.push(`faults ${said(Object.fromEntries(faults))}`);
  if (quiet && under) {
    const ratio = p99(under.taken) / p99(quiet.taken);
    if (!(ratio <= goals.ratio)) misses.push(`p99 x ${rounded(ratio, 2)}`);
    const ready = p99(under.ready);
    if (!(ready <= goals.readyP99Ms)) misses.push(`ready p99 ${rounded(ready)} ms`);
    if (under.readyFailures > 0) misses.push(`${under.readyFailures} not ready`);
    if (count(under.failures) > 0) misses.push(`others failed ${said(under.failures)}`);
  }
  return misses;
}

/** All lines as text, one below the other, and what they miss. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map((line): Record<string, string | number> => {
    const misses = missesOf(line);
    return { ...figuresOf(line), '': misses.length === 0 ? 'ok' : `MISS ${misses.join(', ')}` };
  });
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((head) => head !== '');
  const columns = [...heads, ''];
  const cell = (row: Record<string, string | number>, head: string) => String(row[head] ?? '');
  const widths = columns.map((head) => Math.max(head.length, ...rows.map((row) => cell(row, head).length)));
  const text = (cells: readonly string[]) =>
    cells
      .map((one, at) =>
        at === 0 || columns[at] === 'statuses' || at === columns.length - 1
          ? one.padEnd(widths[at] ?? 0)
          : one.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [text(columns), ...rows.map((row) => text(columns.map((head) => cell(row, head))))].join('\n');
}
