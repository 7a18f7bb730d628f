import { setPriority } from 'node:os';
import { flood, type FloodFigures, type FloodOrder } from './flood.ts';
import { type OrdinaryFigures, type OrdinaryOrder, workOrdinarily } from './ordinary.ts';
import { goSlowly, type SlowFigures, type SlowOrder } from './slow.ts';

// Load in a process of its own, told what to do by its parent; see loads.ts.

export type LoadOrder =
  | { kind: 'flood'; order: FloodOrder }
  | { kind: 'slow'; order: SlowOrder }
  | { kind: 'ordinary'; order: OrdinaryOrder };
export type LoadAnswer = { figures: FloodFigures | SlowFigures | OrdinaryFigures } | { fault: string };

const work = async (told: LoadOrder): Promise<LoadAnswer> => {
  // Attackers have machines of their own: here they take what the product and those who measure leave.
  if (told.kind !== 'ordinary') setPriority(10);
  const figures = await (told.kind === 'flood'
    ? flood(told.order)
    : told.kind === 'slow'
      ? goSlowly(told.order)
      : workOrdinarily(told.order));
  return { figures };
};

process.on('message', (told: LoadOrder) => {
  work(told)
    .catch((error: unknown): LoadAnswer => ({ fault: error instanceof Error ? (error.stack ?? '') : String(error) }))
    .then((answer) => process.send?.(answer))
    .catch(() => process.exit(1));
});
process.on('disconnect', () => process.exit());
