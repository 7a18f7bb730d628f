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
  rssMb: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** The figures as lines of text, the second side of each pair compared with the first. */
export function table(figures: readonly Figures[]): string {
  const head = ['scenario', 'conns', 'side', 'req/s', 'p50 ms', 'p99 ms', 'bytes', 'server', 'db', 'MB', 'x plain'];
  const lines = figures.map((one) => {
    const plain = figures.find(
      (other) => other.side === 'plain' && other.scenario === one.scenario && other.connections === one.connections,
    );
    const times = plain && one !== plain ? (one.perSecond / plain.perSecond).toFixed(2) : '';
    return [
      one.scenario,
      String(one.connections),
      one.side,
      String(one.perSecond),
      one.p50Ms.toFixed(1),
      one.p99Ms.toFixed(1),
      String(one.bytes),
      one.serverCores.toFixed(2),
      one.databaseCores.toFixed(2),
      String(one.rssMb),
      times,
    ];
  });
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (at === 0 || at === 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return [text(head), ...lines.map(text)].join('\n');
}
