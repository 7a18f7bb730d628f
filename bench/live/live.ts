import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addCarriers } from '#areas/gateway/testing/many-devices.ts';
import { startServer } from '../child.ts';
import { signIn, startBench } from '../setup.ts';
import { cpuBetween, databaseCpu } from '../system.ts';
import type { LiveAnswer, LiveOrder } from './live-load.ts';

// From a tracker's socket to the frame at a viewer, with what the product takes for it.

const { values } = parseArgs({
  options: {
    vehicles: { type: 'string', default: '1000,10000' },
    viewers: { type: 'string', default: '50' },
    every: { type: 'string', default: '10' },
    reports: { type: 'string', default: '3' },
  },
});
/** At 10,000 vehicles that report every 10 s. */
const goalP95Ms = 300;
const counts = values.vehicles.split(',').map(Number);

const { dataDir, postgres, started, close } = await startBench({ catalogue: false });
try {
  const identifiers = await addCarriers(postgres.owner, Math.max(...counts));
  const server = await startServer('live/live-server.ts', { database: postgres.app, dataDir });
  started.push(server);
  const headers = await signIn(server);
  const figures = [];
  for (const count of counts) {
    const child = fork(join(import.meta.dirname, 'live-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const order: LiveOrder = {
      url: server.url,
      port: server.ports['teltonika'] ?? 0,
      headers,
      identifiers: identifiers.slice(0, count),
      viewers: Number(values.viewers),
      everyS: Number(values.every),
      reports: Number(values.reports),
    };
    const [product, database] = [await server.usage(), databaseCpu(postgres.pid())];
    const began = performance.now();
    child.send(order);
    const ended = once(child, 'exit').then(() => undefined);
    const first = await Promise.race([once(child, 'message'), ended]);
    if (!first) throw new Error('The load ended before it answered');
    const answer = first[0] as LiveAnswer;
    child.disconnect();
    await ended;
    const [after, databaseAfter] = [await server.usage(), databaseCpu(postgres.pid())];
    const ms = performance.now() - began;
    const share = (cpuMs: number) => Number((cpuMs / ms).toFixed(2));
    const misses = [
      answer.seen < answer.expected * 0.999 ? `only ${answer.seen} of ${answer.expected} were seen` : '',
      answer.p95 > goalP95Ms ? `p95 ${answer.p95} ms` : '',
    ].filter(Boolean);
    figures.push({
      vehicles: count,
      viewers: order.viewers,
      'every s': order.everyS,
      p50: answer.p50,
      p95: answer.p95,
      p99: answer.p99,
      most: answer.most,
      'bytes/s each': answer.bytesPerSecond,
      'product cores': share(after.cpuMs - product.cpuMs),
      'database cores': share(cpuBetween(database, databaseAfter)),
      MB: Math.round(after.rss / 2 ** 20),
      '': misses.length > 0 ? `MISS ${misses.join(', ')}` : 'ok',
    });
    if (misses.length > 0) process.exitCode = 1;
  }
  console.table(figures);
} finally {
  await close();
}
