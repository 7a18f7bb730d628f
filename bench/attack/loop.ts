import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHistogram } from 'node:perf_hooks';

/** How late the event loop was since it was asked before, in milliseconds. */
export interface LoopFigures {
  p99Ms: number;
  /** By the clock: what else the machine did meanwhile is in it. */
  maxMs: number;
  /** The most processor time that the loop's own thread took in one go: for so long nobody would be answered on any machine. */
  ownMs: number;
  /** What the process's memory is made of when it is asked, in MB. */
  parts: { heapUsed: number; heapTotal: number; external: number; arrayBuffers: number; rss: number };
}

const everyMs = 5;

/** Watches the event loop of this process, and tells of it at a port of its own. For the process that is attacked. */
export async function serveLoop(): Promise<{ port: number; close(): void }> {
  let delays = createHistogram();
  let ownMs = 0;
  let last = performance.now();
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    delays.record(Math.max(1, Math.round((now - last - everyMs) * 1_000)));
    ownMs = Math.max(ownMs, (user + system) / 1_000);
    last = now;
  }, everyMs);
  const server = createServer((_, answer) => {
    const figures: LoopFigures = {
      p99Ms: delays.percentile(99) / 1_000,
      maxMs: delays.max / 1_000,
      ownMs,
      parts: partsOf(),
    };
    delays = createHistogram();
    ownMs = 0;
    answer.end(JSON.stringify(figures));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      clearInterval(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}

function partsOf(): LoopFigures['parts'] {
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
  const { heapUsed, heapTotal, external, arrayBuffers, rss } = process.memoryUsage();
  return {
    heapUsed: mb(heapUsed),
    heapTotal: mb(heapTotal),
    external: mb(external),
    arrayBuffers: mb(arrayBuffers),
    rss: mb(rss),
  };
}

/** @param port where the loop of another process is told of. Begins anew. */
export const readLoop = async (port: number): Promise<LoopFigures> =>
  (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as LoopFigures;
