/** What one side did in one scenario: medians over the rounds. */
export interface Figures {
  scenario: string;
  connections: number;
  side: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of an answer. */
  bytes: number;
  /** Processors kept busy: 1 is one whole core. */
  serverCores: number;
  databaseCores: number;
  /** Processor time for each request, in microseconds: of the server's process, and of PostgreSQL. What else the machine does moves it least. */
  serverUs: number;
  databaseUs: number;
  rssMb: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** What a side is compared with, by the heading of the column. */
const yardsticks = { 'x plain': 'plain', 'x sql': 'sql', 'x bare': 'bare' } as const;

/** Requests a second of one side relative to another in the same scenario; undefined where one of them took no part. */
function ratio(figures: readonly Figures[], one: Figures, side: string): number | undefined {
  if (one.side === side) return undefined;
  const other = figures.find(
    ({ scenario, connections, side: name }) =>
      name === side && scenario === one.scenario && connections === one.connections,
  );
  return other && one.perSecond / other.perSecond;
}

/** The figures as lines of text, each side compared with those that are yardsticks. */
export function table(figures: readonly Figures[]): string {
  const columns = [
    'scenario',
    'conns',
    'side',
    'req/s',
    'p50 ms',
    'p99 ms',
    'bytes',
    'server',
    'db',
    'us',
    'db us',
    'MB',
  ];
  const head = [...columns, ...Object.keys(yardsticks)];
  const lines = figures.map((one) => [
    one.scenario,
    String(one.connections),
    one.side,
    String(one.perSecond),
    one.p50Ms.toFixed(1),
    one.p99Ms.toFixed(1),
    String(one.bytes),
    one.serverCores.toFixed(2),
    one.databaseCores.toFixed(2),
    String(one.serverUs),
    String(one.databaseUs),
    String(one.rssMb),
    ...Object.values(yardsticks).map((side) => ratio(figures, one, side)?.toFixed(2) ?? ''),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 || at === 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return [text(head), ...lines.map(text)].join('\n');
}

/** What the product has to reach at 32 connections: a share of a yardstick, by scenario. */
const wanted: readonly [scenario: string, side: string, least: number][] = [
  ['create', 'sql', 0.8],
  ['list', 'bare', 0.6],
  ['offices', 'bare', 0.6],
  ['models', 'bare', 0.6],
];

/** A line for each goal that was measured: what was reached, and whether it is enough. */
export function goals(figures: readonly Figures[]): string {
  return wanted
    .flatMap(([scenario, side, least]) => {
      const product = figures.find(
        (one) => one.scenario === scenario && one.connections === 32 && one.side === 'product',
      );
      const reached = product && ratio(figures, product, side);
      if (reached === undefined) return [];
      return `${reached >= least ? 'reached' : 'missed '}  ${scenario} at 32 connections: ${reached.toFixed(2)} of ${side}, goal ${least}`;
    })
    .join('\n');
}
