import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { FloodFigures, FloodOrder } from './flood.ts';
import type { LoadAnswer, LoadOrder } from './load-process.ts';
import type { OrdinaryFigures, OrdinaryOrder } from './ordinary.ts';
import type { SlowFigures, SlowOrder } from './slow.ts';

/** The two processes of load: one attacks, the other works as people do and measures how long it takes. */
export interface Loads {
  flood(order: FloodOrder): Promise<FloodFigures>;
  slow(order: SlowOrder): Promise<SlowFigures>;
  ordinary(order: OrdinaryOrder): Promise<OrdinaryFigures>;
  stop(): void;
}

export function startLoads(): Loads {
  const file = join(import.meta.dirname, 'load-process.ts');
  const [attacker, worker] = [fork(file), fork(file)];
  const told = async <Figures>(child: ChildProcess, order: LoadOrder): Promise<Figures> => {
    child.send(order);
    const done = new AbortController();
    const { signal } = done;
    const ended = once(child, 'exit', { signal }).then((): [LoadAnswer] => [{ fault: 'The load ended' }]);
    ended.catch(() => undefined);
    const [answer] = (await Promise.race([once(child, 'message', { signal }), ended])) as [LoadAnswer];
    done.abort();
    if ('fault' in answer) throw new Error(answer.fault);
    return answer.figures as Figures;
  };
  return {
    flood: (order) => told(attacker, { kind: 'flood', order }),
    slow: (order) => told(attacker, { kind: 'slow', order }),
    ordinary: (order) => told(worker, { kind: 'ordinary', order }),
    stop() {
      for (const child of [attacker, worker]) child.disconnect();
    },
  };
}
