import { openLine } from './asks.ts';
import { type Facts, kinds } from './kinds.ts';

export interface FloodOrder {
  url: string;
  token: string;
  facts: Facts;
  /** Names of kinds; connections take them in turn. */
  kinds: readonly string[];
  connections: number;
  seconds: number;
}
/** How many answers there were of each status; 'cut' are those that ended before their end. */
export type Statuses = Record<string, number>;
export interface FloodFigures {
  statuses: Statuses;
}

/** Each connection sends its next request as soon as the one before is answered; in the end all go away at once. */
export async function flood(order: FloodOrder): Promise<FloodFigures> {
  const statuses: Statuses = {};
  const until = performance.now() + order.seconds * 1_000;
  const stops = new Set<() => void>();
  const connection = async (at: number) => {
    const name = order.kinds[at % order.kinds.length] ?? '';
    const next = await kinds[name]?.(order.facts);
    if (!next) throw new Error(`There is no kind of work “${name}”; there are ${Object.keys(kinds).join(', ')}`);
    const line = openLine(order.url, order.token, 1);
    while (performance.now() < until) {
      const { outcome, stop } = line.ask(next());
      stops.add(stop);
      const given = await outcome;
      stops.delete(stop);
      if (performance.now() >= until) break;
      statuses[given] = (statuses[given] ?? 0) + 1;
      // Whoever is refused at once would otherwise ask a thousand times a second over new connections.
      if (given === 'cut') await new Promise((resolve) => setTimeout(resolve, 20));
    }
    line.close();
  };
  const timer = setTimeout(() => {
    for (const stop of stops) stop();
  }, order.seconds * 1_000);
  await Promise.all(Array.from({ length: order.connections }, (_, at) => connection(at)));
  clearTimeout(timer);
  return { statuses };
}
