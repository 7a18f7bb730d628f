import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Statuses } from './flood.ts';
import type { Loads } from './loads.ts';
import { readLoop } from './loop.ts';
import { watchMemory } from './memory.ts';
import type { OrdinaryFigures } from './ordinary.ts';
import type { Line } from './report.ts';
import { type Scene, victimEmail } from './scene.ts';

/** Of the other organisation: enough that one in a hundred is more than a few, and next to nothing for the product. */
const pace = { perSecond: 40, readyPerSecond: 20 };

/** What was asked for of one attack. */
export interface Attacked {
  statuses: Statuses;
  also?: readonly string[];
}

/** The other organisation at its work, undisturbed. */
export async function quietly({ scene, loads }: Bench, seconds: number): Promise<OrdinaryFigures> {
  const desks = [await scene.deskOf(victimEmail)];
  return loads.ordinary({ url: scene.product.url, desks, ...pace, seconds });
}

export interface Bench {
  scene: Scene;
  loads: Loads;
}

/**
 * Attacks while the other organisation goes on with its work; quiet times are taken just before and just after, so that what
 * else the machine does meets both.
 */
export async function besiege(
  bench: Bench,
  named: { attack: string; connections: number | undefined; seconds: number; quietSeconds: number },
  attack: () => Promise<Attacked>,
): Promise<Line> {
  const { scene, loads } = bench;
  const { seconds, quietSeconds } = named;
  const port = scene.product.ports['loop'] ?? 0;
  await scene.forgetUploads();
  await scene.settle();
  const before = await quietly(bench, quietSeconds);
  const desks = [await scene.deskOf(victimEmail)];
  await readLoop(port);
  const memory = watchMemory(scene.product);
  const forget = setInterval(() => void scene.forgetUploads(), 500);
  const attacked = attack();
  // It has begun when others are looked at.
  await wait(500);
  const under = await loads.ordinary({ url: scene.product.url, desks, ...pace, seconds: seconds - 1 });
  const { statuses, also } = await attacked;
  clearInterval(forget);
  const loop = await readLoop(port);
  const used = await memory.stop();
  await scene.settle();
  const after = await quietly(bench, quietSeconds);
  const quiet = { ...before, taken: [...before.taken, ...after.taken], ready: [...before.ready, ...after.ready] };
  const { attack: name, connections } = named;
  return {
    attack: name,
    connections,
    statuses,
    loop,
    memory: used,
    quiet,
    under,
    tries: 1,
    load: loadavg()[0] ?? 0,
    ...(also ? { also } : {}),
  };
}
