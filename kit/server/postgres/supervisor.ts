import { setTimeout as sleep } from 'node:timers/promises';

export interface SupervisorOptions {
  /** Cheap: asked four times a second. */
  isUp: () => boolean;
  start: () => Promise<unknown>;
  /** Done about once a minute. */
  tidy: () => void;
  log: (line: string) => void;
}

const pollMs = 250;
const tidyEvery = 60_000 / pollMs;
/** Waits before the first, second, … start in a row; the last one from then on. */
const backOffMs = [200, 500, 1_000, 2_000, 5_000];
/** A server that came up at all is not made to wait longer than 1 s for its next start. */
const deathsOfReady = 2;
/** A server that ran this long has recovered: the next death is a new one. */
const calmMs = 60_000;

/** Watches a server and starts it again when it is gone, until it is stopped itself. Keeps no process alive. */
export function supervise(options: SupervisorOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let deaths = 0;
  let upSince = performance.now();
  let restarting: Promise<void> | undefined;

  async function restart(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = backOffMs[Math.min(deaths, backOffMs.length - 1)];
      deaths += 1;
      options.log(`database: the server is gone, starting it again in ${waitMs} ms`);
      await sleep(waitMs, undefined, { signal, ref: false });
      try {
        await options.start();
        upSince = performance.now();
        deaths = Math.min(deaths, deathsOfReady);
        options.log('database: the server is back');
        return;
      } catch (error) {
        if (!signal.aborted) options.log(`database: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }

  let ticks = 0;
  const timer = setInterval(() => {
    if (restarting) return;
    if (options.isUp()) {
      if (performance.now() - upSince > calmMs) deaths = 0;
      ticks += 1;
      if (ticks % tidyEvery === 0) options.tidy();
      return;
    }
    restarting = restart()
      .catch(() => undefined)
      .finally(() => (restarting = undefined));
  }, pollMs);
  timer.unref();

  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await restarting;
    },
  };
}
